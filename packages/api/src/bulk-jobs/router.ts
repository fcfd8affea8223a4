import { FollowBulkJobs } from "@countinghouse/validators/bulk-jobs/live";
import {
  ListBulkRows,
  OneBatch,
  OneBulkKind,
  PreviewBulkPayments,
  PreviewFailed,
  PreviewList,
  StartBulkBalance,
  StartBulkPayments,
} from "@countinghouse/validators/bulk-jobs/schemas";
import { command } from "@countinghouse/validators/request-id";
import { tracked } from "@trpc/server";
import { can, router } from "../trpc.ts";
import { getBatch, listBatchTimes, runningBatch } from "./batches.ts";
import { cancelHeldBatch, pauseBatch, resetKind, resumeBatch } from "./control.ts";
import { bulkJobsTray, followBulkJobs } from "./live.ts";
import { previewBulkPayments, previewFailed, previewList } from "./preview.ts";
import { listBulkRows } from "./rows.ts";
import { startBulkBalance, startBulkPayments } from "./start.ts";

export const bulkJobsRouter = router({
  preview: can("bulkJobs.read")
    .input(PreviewBulkPayments)
    .query(({ ctx, input }) => previewBulkPayments(ctx, input)),
  previewFailed: can("bulkJobs.read")
    .input(PreviewFailed)
    .query(({ ctx, input }) => previewFailed(ctx, input)),
  previewList: can("bulkJobs.read")
    .input(PreviewList)
    .query(({ ctx, input }) => previewList(ctx, input)),
  running: can("bulkJobs.read")
    .input(OneBulkKind)
    .query(({ ctx, input }) => runningBatch(ctx, input)),
  batch: can("bulkJobs.read")
    .input(OneBatch)
    .query(({ ctx, input }) => getBatch(ctx, input)),
  batchTimes: can("bulkJobs.read")
    .input(OneBulkKind)
    .query(({ ctx, input }) => listBatchTimes(ctx, input)),
  rows: can("bulkJobs.read")
    .input(ListBulkRows)
    .query(({ ctx, input }) => listBulkRows(ctx, input)),
  tray: can("bulkJobs.read").query(({ ctx }) => bulkJobsTray(ctx)),
  live: can("bulkJobs.read")
    .input(FollowBulkJobs)
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const { id, news } of followBulkJobs(ctx, input, signal)) yield tracked(id, news);
    }),
  startBalance: can("bulkJobs.runBalance")
    .input(command(StartBulkBalance))
    .mutation(({ ctx, input }) => startBulkBalance(ctx, input)),
  startPayments: can("bulkJobs.charge")
    .input(command(StartBulkPayments))
    .mutation(({ ctx, input }) => startBulkPayments(ctx, input)),
  pause: can("bulkJobs.reset")
    .input(command(OneBatch))
    .mutation(({ ctx, input }) => pauseBatch(ctx, input)),
  resume: can("bulkJobs.reset")
    .input(command(OneBatch))
    .mutation(({ ctx, input }) => resumeBatch(ctx, input)),
  cancelHeld: can("bulkJobs.reset")
    .input(command(OneBatch))
    .mutation(({ ctx, input }) => cancelHeldBatch(ctx, input)),
  reset: can("bulkJobs.reset")
    .input(command(OneBulkKind))
    .mutation(({ ctx, input }) => resetKind(ctx, input)),
});
