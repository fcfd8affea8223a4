import type { IncomingMessage, ServerResponse } from "node:http";
import { BULK_EXPORT_PATH, exportBatch } from "@countinghouse/api/bulk-jobs/export";
import type { Services } from "@countinghouse/api/services";
import type { CallOptions } from "./calls.ts";
import { createExportAnswer } from "./export-answer.ts";

export { BULK_EXPORT_PATH } from "@countinghouse/api/bulk-jobs/export";

/** Answers with the rows of the batch that the address names, as a file. */
export function createBulkExportListener(services: Services, options: CallOptions) {
  const answer = createExportAnswer(services, options);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const batchId = (request.url ?? "").slice(BULK_EXPORT_PATH.length);
    return answer(request, response, (ctx, sink, begin) => exportBatch(ctx, batchId, sink, begin));
  };
}
