import { command } from "@countinghouse/validators/request-id";
import { PreviewRevert, StartRevert } from "@countinghouse/validators/reverts/schemas";
import { can, router } from "../trpc.ts";
import { previewRevert } from "./preview.ts";
import { startRevert } from "./start.ts";

export const revertsRouter = router({
  preview: can("bulkJobs.read")
    .input(PreviewRevert)
    .query(({ ctx, input }) => previewRevert(ctx, input)),
  start: can("bulkJobs.giveBack")
    .input(command(StartRevert))
    .mutation(({ ctx, input }) => startRevert(ctx, input)),
});
