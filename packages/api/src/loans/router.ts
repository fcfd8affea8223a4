import { ReturnLoan } from "@countinghouse/validators/loan-returns/schemas";
import { ExplainBalance, OfUser, UserLedger } from "@countinghouse/validators/loans/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { getLoanReturn } from "./advance.ts";
import { explainBalance } from "./explain-balance.ts";
import { getLoan } from "./get.ts";
import { paymentSummary } from "./payment-summary.ts";
import { makePayoffLetter } from "./payoff-letter.ts";
import { readPosition } from "./position.ts";
import { returnLoan } from "./return.ts";
import { transactionSheet } from "./transaction-sheet.ts";
import { listTransactions } from "./transactions.ts";
import { transactionsPdf } from "./transactions-pdf.ts";
import { userLedger } from "./user-ledger.ts";

export const loansRouter = router({
  get: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => getLoan(ctx, input)),
  getReturn: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => getLoanReturn(ctx, input)),
  position: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => readPosition(ctx, input)),
  return: can("loans.return")
    .input(command(ReturnLoan))
    .mutation(({ ctx, input }) => returnLoan(ctx, input)),
  paymentSummary: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => paymentSummary(ctx, input)),
  ledger: can("payments.read")
    .input(UserLedger)
    .query(({ ctx, input }) => userLedger(ctx, input)),
  explainBalance: can("payments.read")
    .input(ExplainBalance)
    .query(({ ctx, input }) => explainBalance(ctx, input)),
  listTransactions: can("payments.read")
    .input(OfUser)
    .query(({ ctx, input }) => listTransactions(ctx, input)),
  transactionSheet: can("payments.read")
    .input(command(OfUser))
    .mutation(({ ctx, input }) => transactionSheet(ctx, input)),
  payoffLetter: can("loans.payoffLetter")
    .input(command(OfUser))
    .mutation(({ ctx, input }) => makePayoffLetter(ctx, input)),
  transactionsPdf: can("payments.read")
    .input(command(OfUser))
    .mutation(({ ctx, input }) => transactionsPdf(ctx, input)),
});
