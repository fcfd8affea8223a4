import type { RouterOutputs } from "@countinghouse/api";

export type Batch = RouterOutputs["bulkJobs"]["batch"];
export type BatchTime = RouterOutputs["bulkJobs"]["batchTimes"][number];
export type BulkRow = RouterOutputs["bulkJobs"]["rows"]["rows"][number];
export type PreviewRow = RouterOutputs["bulkJobs"]["preview"]["rows"][number];
