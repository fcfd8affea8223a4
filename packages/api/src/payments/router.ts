import { ListManualPayments, RecordManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import {
  CheckPayment,
  ListPayments,
  PaymentOptions,
  PaymentStatus,
  ResolvePayment,
  RunPayment,
} from "@countinghouse/validators/payments/schemas";
import { CancelHeld, ListHeld, SetPayoutHold } from "@countinghouse/validators/payout-hold/schemas";
import {
  ListProcessorTransactions,
  PaymentDetails,
  SearchProcessor,
} from "@countinghouse/validators/processor-transactions/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, canReadCopy, router } from "../trpc.ts";
import { cancelHeld, getPayoutHold, listHeld, setPayoutHold } from "./hold.ts";
import { listManualPayments } from "./list-manual.ts";
import { listPayments } from "./list-payments.ts";
import { paymentDetails } from "./payment-details.ts";
import { paymentOptions } from "./payment-options.ts";
import { checkPayment, paymentStatus } from "./payment-outcome.ts";
import { listProcessorTransactions } from "./processor-transactions.ts";
import { recordManualPayment } from "./record-manual.ts";
import { resolvePayment } from "./resolve-payment.ts";
import { runPayment } from "./run-payment.ts";
import { searchProcessor } from "./search-processor.ts";

export const paymentsRouter = router({
  options: can("payments.read")
    .input(PaymentOptions)
    .query(({ ctx, input }) => paymentOptions(ctx, input)),
  list: can("payments.read")
    .input(ListPayments)
    .query(({ ctx, input }) => listPayments(ctx, input)),
  status: can("payments.read")
    .input(PaymentStatus)
    .query(({ ctx, input }) => paymentStatus(ctx, input)),
  run: can("payments.charge")
    .input(command(RunPayment))
    .mutation(({ ctx, input }) => runPayment(ctx, input)),
  check: can("payments.charge")
    .input(command(CheckPayment))
    .mutation(({ ctx, input }) => checkPayment(ctx, input)),
  resolve: can("payments.resolve")
    .input(command(ResolvePayment))
    .mutation(({ ctx, input }) => resolvePayment(ctx, input)),
  listManual: can("payments.read")
    .input(ListManualPayments)
    .query(({ ctx, input }) => listManualPayments(ctx, input)),
  processorTransactions: can("payments.read")
    .input(ListProcessorTransactions)
    .query(({ ctx, input }) => listProcessorTransactions(ctx, input)),
  searchProcessor: canReadCopy("payments.read")
    .input(SearchProcessor)
    .query(({ ctx, input }) => searchProcessor(ctx, input)),
  details: can("payments.read")
    .input(PaymentDetails)
    .query(({ ctx, input }) => paymentDetails(ctx, input)),
  hold: can("settings.read").query(({ ctx }) => getPayoutHold(ctx)),
  setHold: can("settings.write")
    .input(command(SetPayoutHold))
    .mutation(({ ctx, input }) => setPayoutHold(ctx, input)),
  held: can("payments.read")
    .input(ListHeld)
    .query(({ ctx, input }) => listHeld(ctx, input)),
  cancelHeld: can("payments.payOut")
    .input(command(CancelHeld))
    .mutation(({ ctx, input }) => cancelHeld(ctx, input)),
  recordManual: can("payments.recordManual")
    .input(command(RecordManualPayment))
    .mutation(({ ctx, input }) => recordManualPayment(ctx, input)),
});
