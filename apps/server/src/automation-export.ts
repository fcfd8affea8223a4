import type { IncomingMessage, ServerResponse } from "node:http";
import { AUTOMATION_FILE_NAME, exportAutomation } from "@countinghouse/api/automation/export";
import type { Services } from "@countinghouse/api/services";
import type { CallOptions } from "./calls.ts";
import { createExportAnswer } from "./export-answer.ts";

export { AUTOMATION_EXPORT_PATH } from "@countinghouse/api/automation/export";

/** Answers with the transactions of payment automation that the filters in the address ask for, as a file. */
export function createAutomationExportListener(services: Services, options: CallOptions) {
  const answer = createExportAnswer(services, options);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const filters = new URLSearchParams((request.url ?? "").split("?")[1]);
    return answer(request, response, (ctx, sink, begin) =>
      exportAutomation(ctx, Object.fromEntries(filters), sink, () => begin(AUTOMATION_FILE_NAME)),
    );
  };
}
