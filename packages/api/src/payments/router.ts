import { ListManualPayments, RecordManualPayment } from "@countinghouse/validators/manual-payments";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listManualPayments } from "./list-manual.ts";
import { recordManualPayment } from "./record-manual.ts";

export const paymentsRouter = router({
  listManual: can("payments.read")
    .input(ListManualPayments)
    .query(({ ctx, input }) => listManualPayments(ctx, input)),
  recordManual: can("payments.recordManual")
    .input(command(RecordManualPayment))
    .mutation(({ ctx, input }) => recordManualPayment(ctx, input)),
});
