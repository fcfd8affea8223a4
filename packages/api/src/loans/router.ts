import { ReturnLoan } from "@countinghouse/validators/loan-returns";
import { OfUser } from "@countinghouse/validators/loans";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { getLoanReturn } from "./advance.ts";
import { returnLoan } from "./return.ts";
import { getLoan, listTransactions } from "./service.ts";
import { transactionSheet } from "./transaction-sheet.ts";
import { transactionsPdf } from "./transactions-pdf.ts";

export const loansRouter = router({
  get: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => getLoan(ctx, input)),
  getReturn: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => getLoanReturn(ctx, input)),
  return: can("loans.return")
    .input(command(ReturnLoan))
    .mutation(({ ctx, input }) => returnLoan(ctx, input)),
  listTransactions: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => listTransactions(ctx, input)),
  transactionSheet: can("payments.read")
    .input(command(OfUser))
    .mutation(({ ctx, input }) => transactionSheet(ctx, input)),
  transactionsPdf: can("payments.read")
    .input(command(OfUser))
    .mutation(({ ctx, input }) => transactionsPdf(ctx, input)),
});
