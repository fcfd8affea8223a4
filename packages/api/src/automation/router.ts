import {
  ListAutomation,
  OneAutomationBatch,
  RunAutomation,
} from "@countinghouse/validators/automation/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { automationBatch } from "./batch.ts";
import { listAutomation } from "./list.ts";
import { previewAutomation, runAutomation } from "./run.ts";

export const automationRouter = router({
  transactions: can("automation.read")
    .input(ListAutomation)
    .query(({ ctx, input }) => listAutomation(ctx, input)),
  batchStatus: can("automation.read")
    .input(OneAutomationBatch)
    .query(({ ctx, input }) => automationBatch(ctx, input)),
  preview: can("automation.read").query(({ ctx }) => previewAutomation(ctx)),
  run: can("automation.run")
    .input(command(RunAutomation))
    .mutation(({ ctx, input }) => runAutomation(ctx, input)),
});
