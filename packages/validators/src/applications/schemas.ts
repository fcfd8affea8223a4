import { z } from "zod";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";

export const ListApplications = z.strictObject({ userId: UserId });
export type ListApplications = z.infer<typeof ListApplications>;

/** One application by its own id, whosever it is. */
export const GetApplication = z.strictObject({ id: RowId });
export type GetApplication = z.infer<typeof GetApplication>;

/** A contract that is to be opened by whoever has its link. */
export const CreateContractLink = z.strictObject({ fileId: z.uuid() });
export type CreateContractLink = z.infer<typeof CreateContractLink>;

export const RevokeContractLink = z.strictObject({ linkId: z.uuid() });
export type RevokeContractLink = z.infer<typeof RevokeContractLink>;
