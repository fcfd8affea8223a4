import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { UPLOADS_MESSAGES } from "@countinghouse/validators/messages";
import {
  UPLOAD_FIELD,
  UPLOAD_PATH,
  UPLOAD_REQUEST_HEADER,
  UPLOAD_STATES,
  type UploadOutcome,
} from "@countinghouse/validators/uploads/rules";
import { type FileAnswer, sendFile } from "./send-file.ts";

type UploadOptions = {
  /** Names this press: sent again, the file is not uploaded a second time. */
  requestId: string;
  signal: AbortSignal;
  /** Told how much of the file has left, from 0 to 1. */
  onProgress: (part: number) => void;
};

/**
 * Uploads one file, and says what came of it. A request refused because the session ran out is sent once more with a
 * renewed token, as calls are. Null when it was cancelled before all of the file had left.
 */
export async function upload(file: File, options: UploadOptions): Promise<UploadOutcome | null> {
  const { requestId, ...rest } = options;
  const answer = await sendFile(file, {
    ...rest,
    path: UPLOAD_PATH,
    field: UPLOAD_FIELD,
    headers: { [UPLOAD_REQUEST_HEADER]: requestId },
  });
  return answer === "cancelled" ? null : toOutcome(file, answer);
}

const NO_ANSWER = "The server did not answer. Retry checks whether the file arrived.";

function toOutcome({ name }: File, answer: FileAnswer): UploadOutcome {
  const failed = (state: UploadOutcome["state"], reason: string): UploadOutcome => ({
    fileName: name,
    state,
    message: UPLOADS_MESSAGES.failed(name),
    reason,
  });
  if (answer === null) return failed("UNKNOWN", NO_ANSWER);
  const body = toFields(answer.body);
  const [told] = Array.isArray(body.files) ? body.files : [];
  const { state, message, reason } = toFields(told);
  const known = UPLOAD_STATES.find((each) => each === state);
  if (known && typeof message === "string" && typeof reason === "string")
    return { fileName: name, state: known, message, reason };
  const why = typeof body.message === "string" && body.message !== "" ? body.message : null;
  return failed(answer.status >= 500 ? "UNKNOWN" : "FAILED", why ?? GENERAL_MESSAGES.somethingWentWrong);
}

const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};
