import { setTimeout as wait } from "node:timers/promises";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { tokenPlace } from "../asset-reports/stored.ts";
import type { Core } from "../core.ts";
import type { WithPorts } from "../ports.ts";
import type { CollectionDocument } from "./documents.ts";

type Content = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

export interface FetchedDocument {
  document: CollectionDocument;
  /** Null when it is gone for good. */
  content: Content | null;
}

/** How many documents are fetched ahead. */
const AHEAD = 4;

/** How long is waited before a document is asked for again, in ms: the provider counts calls by the minute. */
const WHEN_LIMITED_MS = [1_000, 5_000, 15_000, 30_000, 30_000];
/** What a document is fetched with, from the storage or the provider. */
export type DocumentServices = Pick<Core, "vault" | "log"> & WithPorts<"objectStorage" | "bankLink">;

const WHEN_UNAVAILABLE_MS = [1_000, 3_000];
const TOO_MANY_REQUESTS = 429;

/**
 * The documents in their order, a few of them fetched ahead, for as long as the reader stays. Throws what storage or the
 * provider throws when they are not to be had for now, after they were asked again.
 */
export async function* fetchDocuments(
  services: DocumentServices,
  documents: readonly CollectionDocument[],
  left: AbortSignal,
): AsyncGenerator<FetchedDocument> {
  const ahead: Promise<FetchedDocument>[] = [];
  let next = 0;
  while (next < documents.length || ahead.length > 0) {
    while (ahead.length < AHEAD && next < documents.length) {
      const document = documents[next++];
      if (!document) continue;
      const fetched = fetchDocument(services, document, left);
      // It is waited for in its turn; until then nobody else minds that it failed.
      fetched.catch(() => {});
      ahead.push(fetched);
    }
    const first = ahead.shift();
    if (first) yield await first;
  }
}

async function fetchDocument(
  services: DocumentServices,
  document: CollectionDocument,
  left: AbortSignal,
): Promise<FetchedDocument> {
  for (let asked = 0; ; asked++) {
    left.throwIfAborted();
    try {
      return { document, content: await fetchContent(services, document, left) };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === "refused" && error.status !== TOO_MANY_REQUESTS) {
        services.log.warn(
          { [document.subject]: document.id, error: error.message },
          "a document is not to be had",
        );
        return { document, content: null };
      }
      const waits = error.status === TOO_MANY_REQUESTS ? WHEN_LIMITED_MS : WHEN_UNAVAILABLE_MS;
      const ms = waits[asked];
      if (ms === undefined) throw error;
      await wait(ms, null, { signal: left });
    }
  }
}

async function fetchContent(
  { ports, vault }: DocumentServices,
  document: CollectionDocument,
  left: AbortSignal,
): Promise<Content | null> {
  if (document.subject === "asset_report") {
    const token = vault.open(tokenPlace(document.id), document.tokenSealed);
    return Uint8Array.from(await ports.bankLink.assetReportPdf(token));
  }
  const object = await ports.objectStorage.get(document.objectKey);
  if (object === null) return null;
  return object.stream.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: left });
}
