import { ProviderError } from "@countinghouse/providers/provider-error";
import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { whyStorageFailed } from "./failures.ts";

/** What is needed of a file to hand it out. Its key stays on the server. */
export const STORED_FILE = {
  id: true,
  userId: true,
  applicationId: true,
  type: true,
  name: true,
  contentType: true,
  sizeBytes: true,
  objectKey: true,
  createdAt: true,
} as const;

export interface StoredFile {
  id: string;
  userId: number;
  applicationId: number | null;
  type: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  objectKey: string;
  createdAt: Date;
}

export const FILE_FAILURE = FILES_MESSAGES.generateFailed;
export const ZIP_FAILURE = FILES_MESSAGES.zipFailed;
export const NO_SUCH_FILE = "There is no such file.";

/** What an address of ours opened: bytes to be sent as they come, or why there are none. */
export type OpenedFile =
  | {
      ok: true;
      fileName: string;
      contentType: string;
      /** Null where it is not known before all of it is made. */
      sizeBytes: number | null;
      stream: ReadableStream<Uint8Array>;
    }
  | { ok: false; reason: "invalid" | "expired" | "missing"; message: string };

export const INVALID_LINK = {
  ok: false,
  reason: "invalid",
  message: "This link is not valid.",
} as const;

export const EXPIRED_LINK = { ok: false, reason: "expired", message: FILES_MESSAGES.linkExpired } as const;

export const MISSING_FILE = { ok: false, reason: "missing", message: FILE_FAILURE } as const;

/** How many objects are asked about at once. */
const AT_ONCE = 16;

type Storage = { services: WithPorts<"objectStorage"> & Pick<Core, "log"> };

/**
 * How many bytes each file has in storage. Throws NOT_FOUND with `failure` and the names that are missing in `details`,
 * UNAVAILABLE with `failure` and in `details` why when storage refuses or does not answer.
 */
export async function storedSizes(
  { services }: Storage,
  files: readonly StoredFile[],
  failure: string,
): Promise<number[]> {
  const sizes: (number | null)[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const heads = files
      .slice(at, at + AT_ONCE)
      .map(({ objectKey }) => services.ports.objectStorage.head(objectKey));
    sizes.push(
      ...(await available(services, Promise.all(heads), failure)).map((head) => head?.sizeBytes ?? null),
    );
  }
  const missing = files.filter((_file, index) => sizes[index] === null).map(({ name }) => name);
  if (missing.length > 0) throw new DomainError("NOT_FOUND", failure, { missing });
  return sizes.filter((size) => size !== null);
}

async function available<Answer>(
  { log }: Pick<Core, "log">,
  asked: Promise<Answer>,
  failure: string,
): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { kind, vendorCode, message } = error;
    log.warn({ kind, vendorCode, error: message }, "the object storage failed");
    throw new DomainError("UNAVAILABLE", failure, { why: whyStorageFailed(error) });
  }
}
