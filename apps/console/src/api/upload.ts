import { GENERAL_MESSAGES, UPLOADS_MESSAGES } from "@countinghouse/validators/messages";
import {
  UPLOAD_FIELD,
  UPLOAD_PATH,
  UPLOAD_REQUEST_HEADER,
  UPLOAD_STATES,
  type UploadOutcome,
} from "@countinghouse/validators/uploads/rules";
import { bearer, readToken } from "@/lib/session.ts";
import { apiUrl, TRPC_URL } from "./api-url.ts";
import { renewOnce } from "./renew-session.ts";

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
  const sentWith = readToken();
  const first = await send(file, options);
  const again =
    first !== "cancelled" &&
    first?.status === 401 &&
    sentWith !== null &&
    (await renewOnce(TRPC_URL, sentWith))
      ? await send(file, options)
      : first;
  return again === "cancelled" ? null : toOutcome(file, again);
}

/** Null when no answer came, also because nobody waits for it any more. */
type Answer = { status: number; body: unknown } | null;

/** A `fetch` does not tell how much has been sent. */
function send(file: File, { requestId, signal, onProgress }: UploadOptions): Promise<Answer | "cancelled"> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve("cancelled");
    let hasLeft = false;
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", apiUrl(UPLOAD_PATH));
    for (const [name, value] of Object.entries(bearer())) request.setRequestHeader(name, value);
    request.setRequestHeader(UPLOAD_REQUEST_HEADER, requestId);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => {
      hasLeft = true;
    };
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.onerror = () => resolve(null);
    request.onabort = () => resolve(hasLeft ? null : "cancelled");
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop);
    const form = new FormData();
    form.append(UPLOAD_FIELD, file, file.name);
    return request.send(form);
  });
}

const NO_ANSWER = "There is no answer from the server. Retry finds out whether it arrived.";

function toOutcome({ name }: File, answer: Answer): UploadOutcome {
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
