import { ListManualPayments, RecordManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { payments } from "@countinghouse/validators/payments/contract";
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
import { handle, handleRead, handleReadAll, router } from "../trpc.ts";
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
  options: handleRead(payments.options, PaymentOptions, paymentOptions),
  list: handleRead(payments.list, ListPayments, listPayments),
  status: handleRead(payments.status, PaymentStatus, paymentStatus),
  run: handle(payments.run, RunPayment, runPayment),
  check: handle(payments.check, CheckPayment, checkPayment),
  resolve: handle(payments.resolve, ResolvePayment, resolvePayment),
  listManual: handleRead(payments.listManual, ListManualPayments, listManualPayments),
  processorTransactions: handleRead(
    payments.processorTransactions,
    ListProcessorTransactions,
    listProcessorTransactions,
  ),
  searchProcessor: handleRead(payments.searchProcessor, SearchProcessor, searchProcessor),
  details: handleRead(payments.details, PaymentDetails, paymentDetails),
  hold: handleReadAll(payments.hold, getPayoutHold),
  setHold: handle(payments.setHold, SetPayoutHold, setPayoutHold),
  held: handleRead(payments.held, ListHeld, listHeld),
  cancelHeld: handle(payments.cancelHeld, CancelHeld, cancelHeld),
  recordManual: handle(payments.recordManual, RecordManualPayment, recordManualPayment),
});
