import type { IncomingMessage, ServerResponse } from "node:http";
import { CHARGEBACKS_FILE_NAME, exportChargebacks } from "@countinghouse/api/chargebacks/export";
import type { Services } from "@countinghouse/api/services";
import type { CallOptions } from "./calls.ts";
import { createExportAnswer } from "./export-answer.ts";

export { CHARGEBACKS_EXPORT_PATH } from "@countinghouse/api/chargebacks/export";

/** Answers with the processed returns and chargebacks that the filters in the address ask for, as a file. */
export function createChargebacksExportListener(services: Services, options: CallOptions) {
  const answer = createExportAnswer(services, options);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const filters = new URLSearchParams((request.url ?? "").split("?")[1]);
    return answer(request, response, (ctx, sink, begin) =>
      exportChargebacks(ctx, Object.fromEntries(filters), sink, () => begin(CHARGEBACKS_FILE_NAME)),
    );
  };
}
