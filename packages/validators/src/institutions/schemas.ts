import { z } from "zod";
import { pageLimit, RowId } from "../paging.ts";
import { storableText } from "../text.ts";

/** How many customers of a bank come at a time. */
const BANK_CUSTOMERS_PAGE = 50;

/** The customers who have an active link to a bank, the newest first; the cursor is the last one seen. */
export const ListBankCustomers = z.strictObject({
  institutionId: storableText().min(1).max(200),
  cursor: RowId.nullable(),
  limit: pageLimit(BANK_CUSTOMERS_PAGE),
});
export type ListBankCustomers = z.infer<typeof ListBankCustomers>;

/** Asks the provider how all banks are doing. */
export const RefreshInstitutions = z.strictObject({});
