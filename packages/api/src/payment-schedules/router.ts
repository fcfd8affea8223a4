import {
  ListPaymentDates,
  MovePaymentDate,
  SearchPaymentSchedules,
  UpdatePaymentSchedule,
} from "@countinghouse/validators/payment-schedules/schemas";
import { ProcessScheduledPayment } from "@countinghouse/validators/payments/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listPaymentDates, movePaymentDate, updatePaymentSchedule } from "./payment-dates.ts";
import { processScheduledPayment } from "./process.ts";
import { searchPaymentSchedules, sumPaymentSchedules } from "./search.ts";

export const paymentSchedulesRouter = router({
  list: can("payments.read")
    .input(ListPaymentDates)
    .query(({ ctx, input }) => listPaymentDates(ctx, input)),
  search: can("payments.read")
    .input(SearchPaymentSchedules)
    .query(({ ctx, input }) => searchPaymentSchedules(ctx, input)),
  sums: can("payments.read").query(({ ctx }) => sumPaymentSchedules(ctx)),
  move: can("paymentSchedules.write")
    .input(command(MovePaymentDate))
    .mutation(({ ctx, input }) => movePaymentDate(ctx, input)),
  update: can("paymentSchedules.write")
    .input(command(UpdatePaymentSchedule))
    .mutation(({ ctx, input }) => updatePaymentSchedule(ctx, input)),
  process: can("payments.charge")
    .input(command(ProcessScheduledPayment))
    .mutation(({ ctx, input }) => processScheduledPayment(ctx, input)),
});
