import {
  DeleteUnprocessed,
  ListChargebacks,
  RestoreUnprocessed,
  RetryUnprocessed,
  SetAnswerDate,
} from "@countinghouse/validators/chargebacks/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, canReadCopy, router } from "../trpc.ts";
import { setAnswerDate } from "./answer-date.ts";
import { deleteUnprocessed, restoreUnprocessed } from "./delete.ts";
import { listChargebacks } from "./list.ts";
import { retryUnprocessed } from "./retry.ts";
import { listUnprocessed } from "./unprocessed.ts";

export const chargebacksRouter = router({
  list: canReadCopy("chargebacks.read")
    .input(ListChargebacks)
    .query(({ ctx, input }) => listChargebacks(ctx, input)),
  unprocessed: can("chargebacks.read").query(({ ctx }) => listUnprocessed(ctx)),
  retryUnprocessed: can("chargebacks.process")
    .input(command(RetryUnprocessed))
    .mutation(({ ctx, input }) => retryUnprocessed(ctx, input)),
  deleteUnprocessed: can("chargebacks.process")
    .input(command(DeleteUnprocessed))
    .mutation(({ ctx, input }) => deleteUnprocessed(ctx, input)),
  restoreUnprocessed: can("chargebacks.process")
    .input(command(RestoreUnprocessed))
    .mutation(({ ctx, input }) => restoreUnprocessed(ctx, input)),
  setAnswerDate: can("chargebacks.process")
    .input(command(SetAnswerDate))
    .mutation(({ ctx, input }) => setAnswerDate(ctx, input)),
});
