import type { IncomingMessage, ServerResponse } from "node:http";
import { exportLedger, LEDGER_FILE_NAME } from "@countinghouse/api/ledger/export";
import type { Services } from "@countinghouse/api/services";
import type { CallOptions } from "./calls.ts";
import { createExportAnswer } from "./export-answer.ts";

export { LEDGER_EXPORT_PATH } from "@countinghouse/api/ledger/export";

/** Answers with the whole ledger as a file. */
export function createLedgerExportListener(services: Services, options: CallOptions) {
  const answer = createExportAnswer(services, options);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answer(request, response, (ctx, sink, begin) => exportLedger(ctx, sink, () => begin(LEDGER_FILE_NAME)));
}
