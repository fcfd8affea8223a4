import { createAutomationRunner } from "./automation/runner.ts";
import type { BatchRunners } from "./bulk-jobs/engine/bulk-engine.ts";
import { createRevertRunner } from "./reverts/runner.ts";

/** How the rows of batches are worked on that belong to other domains than bulk jobs. */
export const BATCH_RUNNERS: BatchRunners = { AUTOMATION: createAutomationRunner, REVERT: createRevertRunner };
