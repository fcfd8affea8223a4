import { z } from "zod";
import { pageLimit } from "../paging.ts";
import { LEDGER_PAGE_SIZE } from "./rules.ts";

/** The last line of a page. The next page starts below it. */
export const LedgerCursor = z.strictObject({
  transactionId: z.uuid(),
  entryId: z.string().regex(/^\d{1,18}$/),
});
export type LedgerCursor = z.infer<typeof LedgerCursor>;

/** One page of the loans ledger; a null cursor starts at the newest line. */
export const ListLedger = z.strictObject({
  cursor: LedgerCursor.nullable(),
  limit: pageLimit(LEDGER_PAGE_SIZE),
});
export type ListLedger = z.infer<typeof ListLedger>;
