import type { ExportDescription, ExportFormat } from "@countinghouse/validators/exports/cells";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { bearer, readToken } from "@/lib/session.ts";
import { TRPC_URL } from "./api-url.ts";
import { renewOnce } from "./renew-session.ts";

export type DownloadOptions = {
  signal: AbortSignal;
  /** Told how many bytes have come so far, and of how many if that is known, four times a second at most. */
  onProgress: (bytes: number, totalBytes: number | null) => void;
};

const PROGRESS_EVERY_MS = 250;

/**
 * Asks for a file by POST with the token in the header, and gives it once all of it is there. Rejects when the server
 * refuses, with its explanation, and when the connection breaks off: a part is never given for the whole.
 */
export async function download(url: string, options: DownloadOptions): Promise<Blob> {
  return readContent(await postWithSession(url, options.signal), options);
}

/** Asks what an export would hold. Rejects as `download` does. */
export async function describeExport(url: string, signal: AbortSignal): Promise<ExportDescription> {
  const response = await postWithSession(withForm(url, "description"), signal);
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as ExportDescription;
}

/** The address of an export in one of its forms; without one it is CSV. */
export const withForm = (url: string, form: Exclude<ExportFormat, "csv"> | "description"): string =>
  `${url}${url.includes("?") ? "&" : "?"}form=${form}`;

/** Follows a signed link to a file, which is its own permission, and gives the file once all of it is there. */
export async function followLink(url: string, options: DownloadOptions): Promise<Blob> {
  return readContent(await fetch(url, { credentials: "omit", signal: options.signal }), options);
}

async function readContent(response: Response, { signal, onProgress }: DownloadOptions): Promise<Blob> {
  if (!response.ok || response.body === null) throw await refusal(response);
  const type = response.headers.get("content-type") ?? "";
  const totalBytes = Number(response.headers.get("content-length")) || null;
  const counted = response.body.pipeThrough(
    counting((bytes) => onProgress(bytes, totalBytes)),
    { signal },
  );
  return new Response(counted, { headers: { "content-type": type } }).blob();
}

/** A request refused because the session ran out is sent once more with a renewed token, as calls are. */
async function postWithSession(url: string, signal: AbortSignal): Promise<Response> {
  const post = () => fetch(url, { method: "POST", headers: bearer(), signal });
  const sentWith = readToken();
  const response = await post();
  if (response.status !== 401 || sentWith === null) return response;
  return (await renewOnce(TRPC_URL, sentWith)) ? post() : response;
}

function counting(onProgress: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let toldAt = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (performance.now() - toldAt >= PROGRESS_EVERY_MS) {
        toldAt = performance.now();
        onProgress(bytes);
      }
      controller.enqueue(chunk);
    },
  });
}

/** A refusal in the form that a refused call has, for whoever shows errors. */
class RefusedDownload extends Error {
  readonly data: Record<string, unknown>;

  constructor({ message, ...data }: { message: string; [fact: string]: unknown }) {
    super(message);
    this.name = "RefusedDownload";
    this.data = data;
  }
}

async function refusal(response: Response): Promise<RefusedDownload> {
  const body: unknown = await response.json().catch(() => null);
  const facts = typeof body === "object" && body !== null ? body : {};
  const message = "message" in facts && typeof facts.message === "string" ? facts.message : "";
  return new RefusedDownload({ ...facts, message: message || GENERAL_MESSAGES.somethingWentWrong });
}
