import { ListPaymentDates, MovePaymentDate } from "@countinghouse/validators/payment-schedules";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listPaymentDates, movePaymentDate } from "./service.ts";

export const paymentSchedulesRouter = router({
  list: can("payments.read")
    .input(ListPaymentDates)
    .query(({ ctx, input }) => listPaymentDates(ctx, input)),
  move: can("paymentSchedules.write")
    .input(command(MovePaymentDate))
    .mutation(({ ctx, input }) => movePaymentDate(ctx, input)),
});
