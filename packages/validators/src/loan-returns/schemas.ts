import { z } from "zod";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { DISBURSEMENT_FIRST } from "./rules.ts";

/** Returns what is checked of an application's advance: the disbursement always, the fees with it or not. */
export const ReturnLoan = z.strictObject({
  userId: UserId,
  applicationId: RowId,
  isDA: z.boolean().refine((checked) => checked, DISBURSEMENT_FIRST),
  isOF: z.boolean(),
  isDF: z.boolean(),
});
export type ReturnLoan = z.infer<typeof ReturnLoan>;
