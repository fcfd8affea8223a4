import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

/** The examples of bulk jobs and of reverts. */
export const BULK_EXAMPLES = {
  "bulkJobs.live": { watched: null } satisfies RouterInputs["bulkJobs"]["live"],
  "bulkJobs.preview": {
    kind: "BULK_ACH",
    version: 2,
    userIds: "2000000000",
  } satisfies RouterInputs["bulkJobs"]["preview"],
  "bulkJobs.previewFailed": { batchId: randomUUID() } satisfies RouterInputs["bulkJobs"]["previewFailed"],
  "bulkJobs.running": { kind: "BULK_ACH" } satisfies RouterInputs["bulkJobs"]["running"],
  "bulkJobs.batch": { batchId: randomUUID() } satisfies RouterInputs["bulkJobs"]["batch"],
  "bulkJobs.batchTimes": { kind: "BULK_ACH" } satisfies RouterInputs["bulkJobs"]["batchTimes"],
  "bulkJobs.rows": { batchId: randomUUID() } satisfies RouterInputs["bulkJobs"]["rows"],
  "bulkJobs.startBalance": {
    requestId: randomUUID(),
    version: 2,
    userIds: "2000000000",
  } satisfies RouterInputs["bulkJobs"]["startBalance"],
  "bulkJobs.startPayments": {
    requestId: randomUUID(),
    kind: "BULK_ACH",
    version: 2,
    items: [
      {
        userId: 2e9,
        amountCents: 100,
        scheduleId: null,
        seen: { balanceCents: 0, newestPaymentId: null },
        reviewed: "x",
      },
    ],
  } satisfies RouterInputs["bulkJobs"]["startPayments"],
  "bulkJobs.pause": {
    requestId: randomUUID(),
    batchId: randomUUID(),
  } satisfies RouterInputs["bulkJobs"]["pause"],
  "bulkJobs.resume": {
    requestId: randomUUID(),
    batchId: randomUUID(),
  } satisfies RouterInputs["bulkJobs"]["resume"],
  "bulkJobs.cancelHeld": {
    requestId: randomUUID(),
    batchId: randomUUID(),
  } satisfies RouterInputs["bulkJobs"]["cancelHeld"],
  "audit.mine": {} satisfies RouterInputs["audit"]["mine"],
  "reverts.preview": { batchId: randomUUID() } satisfies RouterInputs["reverts"]["preview"],
  "reverts.start": {
    requestId: randomUUID(),
    batchId: randomUUID(),
    rail: "CARD",
    count: 1,
    reviewed: "x",
    passcode: "0000",
  } satisfies RouterInputs["reverts"]["start"],
  "bulkJobs.reset": { requestId: randomUUID(), kind: "BULK_ACH" } satisfies RouterInputs["bulkJobs"]["reset"],
};
