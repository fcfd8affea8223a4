import { bearer, readToken } from "@/lib/session.ts";
import { apiUrl, TRPC_URL } from "./api-url.ts";
import { renewOnce } from "./renew-session.ts";

/** Null when no answer came, also because nobody waits for it any more. */
export type FileAnswer = { status: number; body: unknown } | null;

type SendOptions = {
  path: string;
  /** What the part is called that the file is in. */
  field: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Told how much of the file has left, from 0 to 1. */
  onProgress: (part: number) => void;
};

/**
 * Sends one file, once more with a renewed token where the session ran out, as calls are. "cancelled" when it was before all
 * of the file had left.
 */
export async function sendFile(file: File, options: SendOptions): Promise<FileAnswer | "cancelled"> {
  const sentWith = readToken();
  const first = await send(file, options);
  const mayRenew = first !== "cancelled" && first?.status === 401 && sentWith !== null;
  return mayRenew && (await renewOnce(TRPC_URL, sentWith)) ? send(file, options) : first;
}

/** A `fetch` does not tell how much has been sent. */
function send(
  file: File,
  { path, field, headers, signal, onProgress }: SendOptions,
): Promise<FileAnswer | "cancelled"> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve("cancelled");
    let hasLeft = false;
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("POST", apiUrl(path));
    for (const [name, value] of Object.entries({ ...bearer(), ...headers }))
      request.setRequestHeader(name, value);
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
    form.append(field, file, file.name);
    return request.send(form);
  });
}
