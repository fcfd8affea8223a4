import { createHash, randomUUID } from "node:crypto";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { UPLOADS_MESSAGES } from "@countinghouse/validators/messages";
import { RequestId } from "@countinghouse/validators/request-id";
import {
  LARGEST_UPLOAD_BYTES,
  MOST_UPLOADS_AT_ONCE,
  TOO_MANY_UPLOADS,
  type UploadOutcome,
} from "@countinghouse/validators/uploads/rules";
import { type Actor, type AdminActor, assertAllowed } from "../actor.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { WithScanner } from "../incoming-files/scan.ts";
import type { WithPorts } from "../ports.ts";
import type { WithUploads } from "./upload.ts";
import { type ReceivedFile, uploadFile } from "./upload.ts";

export {
  LARGEST_UPLOAD_BYTES,
  UPLOAD_FIELD,
  UPLOAD_PATH,
  UPLOAD_REQUEST_HEADER,
} from "@countinghouse/validators/uploads/rules";

/** All files of a request, and what stands between them, in bytes. */
const LARGEST_BODY = MOST_UPLOADS_AT_ONCE * LARGEST_UPLOAD_BYTES + 1_000_000;

/**
 * Whoever may not upload is refused before a byte of the files is read, and so is a request that is too large or does not
 * say how large it is (NaN). Throws UNAUTHORIZED, FORBIDDEN, or INVALID.
 */
export function assertMayUpload(actor: Actor, bodyBytes: number): asserts actor is AdminActor {
  if (actor.kind !== "admin") throw new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
  assertAllowed(actor, "uploads.write");
  if (!(bodyBytes <= LARGEST_BODY))
    throw new DomainError("INVALID", "These files are too large to be uploaded at once.");
}

/** The request id a request names; one that names none gets its own, and can not be repeated. Throws INVALID. */
export function uploadRequestId(given: unknown): string {
  if (given === undefined) return randomUUID();
  const { data } = RequestId.safeParse(given);
  if (data === undefined) throw new DomainError("INVALID", "This is not a request id.");
  return data;
}

/**
 * Sends the files of one request to the file-transfer area, one after the other, and says of each what came of it: one
 * that is refused or fails stops no other. Throws INVALID when there is none.
 */
export async function uploadFiles(
  ctx: AdminCtx<WithUploads & WithScanner & WithPorts<"fileTransfer">>,
  requestId: string,
  files: readonly Omit<ReceivedFile, "requestId">[],
): Promise<UploadOutcome[]> {
  if (files.length === 0) throw new DomainError("INVALID", "There is no file to upload.");
  const outcomes: UploadOutcome[] = [];
  for (const [index, file] of files.entries())
    outcomes.push(
      index < MOST_UPLOADS_AT_ONCE
        ? await tryUpload(ctx, { ...file, requestId: requestIdOfFile(requestId, index) })
        : failed(file, TOO_MANY_UPLOADS),
    );
  return outcomes;
}

async function tryUpload(
  ctx: AdminCtx<WithUploads & WithScanner & WithPorts<"fileTransfer">>,
  file: ReceivedFile,
): Promise<UploadOutcome> {
  try {
    return await uploadFile(ctx, file);
  } catch (error) {
    if (error instanceof DomainError) {
      const refused = failed(file, error.message);
      // What becomes of it the other press is told.
      return error.details.isUnderWay === true ? { ...refused, state: "UNKNOWN" } : refused;
    }
    const { correlationId } = ctx.request;
    ctx.services.log.error({ correlationId, error: String(error) }, "unexpected");
    return { ...failed(file, GENERAL_MESSAGES.somethingWentWrong), state: "UNKNOWN" };
  }
}

const failed = ({ fileName }: { fileName: string }, reason: string): UploadOutcome => ({
  fileName,
  state: "FAILED",
  message: UPLOADS_MESSAGES.failed(fileName),
  reason,
});

/** The first file of a request goes by the request's own id, the others by ids that follow from it. */
function requestIdOfFile(requestId: string, index: number): string {
  if (index === 0) return requestId;
  const bytes = createHash("sha256").update(`${requestId}:${index}`).digest().subarray(0, 16);
  // The marks of an id that was made up (version 8).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = bytes.toString("hex");
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    "-",
  );
}
