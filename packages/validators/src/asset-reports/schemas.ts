import { z } from "zod";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { ASSET_PDF_DAYS } from "./rules.ts";

export const GetAssetReport = z.strictObject({ userId: UserId });
export type GetAssetReport = z.infer<typeof GetAssetReport>;

/** One institution of a report, in full. */
export const GetAssetDetails = z.strictObject({ id: RowId, itemId: z.string().min(1).max(200) });
export type GetAssetDetails = z.infer<typeof GetAssetDetails>;

export const GetAssetPdf = z.strictObject({ id: RowId, days: z.literal(ASSET_PDF_DAYS) });
export type GetAssetPdf = z.infer<typeof GetAssetPdf>;

/** A new report: with today's data of the last one when there is one that came, else from the links. */
export const RequestAssetReport = z.strictObject({ userId: UserId });
export type RequestAssetReport = z.infer<typeof RequestAssetReport>;
