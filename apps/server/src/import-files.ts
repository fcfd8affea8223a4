import type { IncomingMessage, ServerResponse } from "node:http";
import type { Actor } from "@countinghouse/api/actor";
import { createCtx } from "@countinghouse/api/context";
import { DomainError } from "@countinghouse/api/errors";
import {
  addImportFile,
  assertMayImport,
  assertRoomForImport,
  IMPORT_FILE_FIELD,
  IMPORT_FILES_PATH,
  IMPORT_ID_HEADER,
  parseImportId,
  receiveImportFile,
} from "@countinghouse/api/imports/add-file";
import { forgetFile, type SealedFile } from "@countinghouse/api/imports/sealed-files";
import type { Services } from "@countinghouse/api/services";
import { UPLOAD_REQUEST_HEADER, uploadRequestId } from "@countinghouse/api/uploads/request";
import { cleanFileName } from "@countinghouse/api/uploads/rules";
import { type CallOptions, requestFacts } from "./calls.ts";
import { answerHeaders, errorCode, sendRefusal } from "./export-answer.ts";
import { receiveFiles } from "./multipart.ts";
import { readCaller } from "./procedures/caller.ts";
import type { Quota } from "./quota.ts";
import { logRequest } from "./request-log.ts";

export { IMPORT_FILES_PATH };

/** Returns the listener for files of an import. A file is sealed while it arrives, so no plain text is on disk. */
export function createImportFileListener(services: Services, options: CallOptions, quota: Quota) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const began = performance.now();
    const facts = requestFacts(request, services, options);
    let actor: Actor | null = null;
    let outcome = "OK";
    try {
      actor = await readCaller(services, request, facts.ip);
      const bodyBytes = Number(request.headers["content-length"]);
      assertMayImport(actor, bodyBytes);
      await assertRoomForImport(services, bodyBytes);
      const requestId = uploadRequestId(request.headers[UPLOAD_REQUEST_HEADER]);
      const importId = parseImportId(request.headers[IMPORT_ID_HEADER]);
      const giveBack = quota.take(bodyBytes, actor.id);
      const file = await arrivedFile(services, request).finally(giveBack);
      const ctx = createCtx(services, actor, facts);
      let added = { id: "" };
      try {
        added = await addImportFile(ctx, { requestId, importId }, file);
      } finally {
        // The file was refused, or an earlier try of the same request had brought it.
        if (added.id !== file.id) await forgetFile(services, file.id);
      }
      response.writeHead(200, { ...answerHeaders(facts.correlationId), "content-type": "application/json" });
      response.end(JSON.stringify({ id: importId }));
    } catch (error) {
      outcome = errorCode(error);
      // Reads the rest of the body: a browser receives no answer while it sends.
      request.resume();
      if (!response.headersSent && !response.destroyed) sendRefusal(services, response, facts, error);
    } finally {
      const { correlationId } = facts;
      logRequest(services, { route: IMPORT_FILES_PATH, actor, outcome, began, correlationId });
    }
  };
}

type ArrivedFile = SealedFile & { name: string };

/** Returns the only file of the request. Throws the refusal of a file after the whole request is read. */
async function arrivedFile(services: Services, request: IncomingMessage): Promise<ArrivedFile> {
  const arrived = await receiveFiles<ArrivedFile | DomainError>(request, {
    field: IMPORT_FILE_FIELD,
    receive: async (name, stream) => {
      try {
        return await receiveImportFile(services, cleanFileName(name), stream);
      } catch (error) {
        if (error instanceof DomainError) return error;
        throw error;
      }
    },
    discard: async (file) => {
      if (!(file instanceof DomainError)) await forgetFile(services, file.id);
    },
  });
  const files = arrived.filter((file): file is ArrivedFile => !(file instanceof DomainError));
  const refused = arrived.find((file) => file instanceof DomainError);
  const [file] = files;
  if (file !== undefined && files.length === 1 && refused === undefined) return file;
  for (const { id } of files) await forgetFile(services, id);
  throw refused ?? new DomainError("INVALID", "Send one file at a time.");
}
