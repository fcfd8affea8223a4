import {
  DecideTimedRun,
  ListAutomation,
  OneAutomationBatch,
  RunAutomation,
  SetAutomationTimer,
} from "@countinghouse/validators/automation/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { automationBatch } from "./batch.ts";
import { automationDays } from "./days.ts";
import { listAutomation } from "./list.ts";
import { previewAutomation, runAutomation } from "./run.ts";
import { decideTimedRun, getAutomationTimer, setAutomationTimer } from "./timer.ts";

export const automationRouter = router({
  transactions: can("automation.read")
    .input(ListAutomation)
    .query(({ ctx, input }) => listAutomation(ctx, input)),
  batchStatus: can("automation.read")
    .input(OneAutomationBatch)
    .query(({ ctx, input }) => automationBatch(ctx, input)),
  days: can("automation.read").query(({ ctx }) => automationDays(ctx)),
  preview: can("automation.read").query(({ ctx }) => previewAutomation(ctx)),
  run: can("automation.run")
    .input(command(RunAutomation))
    .mutation(({ ctx, input }) => runAutomation(ctx, input)),
  timer: can("automation.read").query(({ ctx }) => getAutomationTimer(ctx)),
  setTimer: can("automation.setTimer")
    .input(command(SetAutomationTimer))
    .mutation(({ ctx, input }) => setAutomationTimer(ctx, input)),
  decideTimedRun: can("automation.run")
    .input(command(DecideTimedRun))
    .mutation(({ ctx, input }) => decideTimedRun(ctx, input)),
});
