import {
  CloseException,
  DeleteReport,
  MatchReport,
  RestoreReport,
} from "@countinghouse/validators/payment-exceptions/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { closePaymentException } from "./close.ts";
import { deleteReport, restoreReport } from "./delete.ts";
import { listPaymentExceptions } from "./list.ts";
import { matchReport } from "./match.ts";

export const paymentExceptionsRouter = router({
  list: can("paymentExceptions.read").query(({ ctx }) => listPaymentExceptions(ctx)),
  match: can("paymentExceptions.resolve")
    .input(command(MatchReport))
    .mutation(({ ctx, input }) => matchReport(ctx, input)),
  deleteReport: can("paymentExceptions.resolve")
    .input(command(DeleteReport))
    .mutation(({ ctx, input }) => deleteReport(ctx, input)),
  restoreReport: can("paymentExceptions.resolve")
    .input(command(RestoreReport))
    .mutation(({ ctx, input }) => restoreReport(ctx, input)),
  close: can("paymentExceptions.resolve")
    .input(command(CloseException))
    .mutation(({ ctx, input }) => closePaymentException(ctx, input)),
});
