import { OfUser } from "@countinghouse/validators/loans";
import { can, router } from "../trpc.ts";
import { getLoan, listTransactions } from "./service.ts";
import { transactionSheet } from "./transaction-sheet.ts";
import { transactionsPdf } from "./transactions-pdf.ts";

export const loansRouter = router({
  get: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => getLoan(ctx, input)),
  listTransactions: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => listTransactions(ctx, input)),
  transactionSheet: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => transactionSheet(ctx, input)),
  transactionsPdf: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => transactionsPdf(ctx, input)),
});
