import {
  ForecastOfRun,
  ListCounted,
  ListDebitBlocks,
  RecordCure,
} from "@countinghouse/validators/debit-control/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, canReadCopy, router } from "../trpc.ts";
import {
  forecastOfRun,
  listCorrections,
  listCounted,
  listDebitBlocks,
  recordCure,
  returnRates,
} from "./service.ts";

export const debitControlRouter = router({
  ofUser: can("accounts.read")
    .input(ListDebitBlocks)
    .query(({ ctx, input }) => listDebitBlocks(ctx, input)),
  corrections: can("accounts.read").query(({ ctx }) => listCorrections(ctx)),
  returnRates: canReadCopy("chargebacks.read").query(({ ctx }) => returnRates(ctx)),
  counted: canReadCopy("chargebacks.read")
    .input(ListCounted)
    .query(({ ctx, input }) => listCounted(ctx, input)),
  forecast: can("chargebacks.read")
    .input(ForecastOfRun)
    .query(({ ctx, input }) => forecastOfRun(ctx, input.userIds)),
  record: can("debitControl.record")
    .input(command(RecordCure))
    .mutation(({ ctx, input }) => recordCure(ctx, input)),
});
