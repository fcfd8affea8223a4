import type { IncomingMessage, ServerResponse } from "node:http";
import type { Actor } from "@countinghouse/api/actor";
import { createCtx } from "@countinghouse/api/context";
import type { Services } from "@countinghouse/api/services";
import {
  assertMayUpload,
  LARGEST_UPLOAD_BYTES,
  UPLOAD_FIELD,
  UPLOAD_PATH,
  UPLOAD_REQUEST_HEADER,
  uploadFiles,
  uploadRequestId,
} from "@countinghouse/api/uploads/request";
import { cleanFileName } from "@countinghouse/api/uploads/rules";
import { type CallOptions, requestFacts } from "./calls.ts";
import { answerHeaders, errorCode, sendRefusal } from "./export-answer.ts";
import { receiveFiles } from "./multipart.ts";
import { readCaller } from "./procedures/caller.ts";
import { type Quarantined, quarantine } from "./quarantine.ts";
import type { Quota } from "./quota.ts";
import { logRequest } from "./request-log.ts";

export { UPLOAD_PATH } from "@countinghouse/api/uploads/request";

/** Returns the listener for uploads to the file-transfer area, as multipart forms. The answer has the outcome of each file. */
export function createUploadListener(services: Services, options: CallOptions, quota: Quota) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const facts = requestFacts(request, services, options);
    let actor: Actor | null = null;
    let outcome = "OK";
    try {
      actor = await readCaller(services, request, facts.ip);
      const bodyBytes = Number(request.headers["content-length"]);
      assertMayUpload(actor, bodyBytes);
      const requestId = uploadRequestId(request.headers[UPLOAD_REQUEST_HEADER]);
      const giveBack = quota.take(bodyBytes, actor.id);
      let arrived: Awaited<ReturnType<typeof arrivedFiles>> = [];
      try {
        arrived = await arrivedFiles(request);
        const files = await uploadFiles(createCtx(services, actor, facts), requestId, arrived);
        response.writeHead(200, {
          ...answerHeaders(facts.correlationId),
          "content-type": "application/json",
        });
        response.end(JSON.stringify({ files }));
      } finally {
        await Promise.all(arrived.map(({ release }) => release()));
        giveBack();
      }
    } catch (error) {
      outcome = errorCode(error);
      // Reads the rest of the body: a browser receives no answer while it sends.
      request.resume();
      if (!response.headersSent && !response.destroyed) sendRefusal(services, response, facts, error);
    } finally {
      const { correlationId } = facts;
      logRequest(services, { route: UPLOAD_PATH, actor, outcome, began, correlationId });
    }
  };
}

const arrivedFiles = (request: IncomingMessage): Promise<(Quarantined & { fileName: string })[]> =>
  receiveFiles(request, {
    field: UPLOAD_FIELD,
    receive: async (name, stream) => ({
      ...(await quarantine(stream, LARGEST_UPLOAD_BYTES)),
      fileName: cleanFileName(name),
    }),
    discard: ({ release }) => release(),
  });
