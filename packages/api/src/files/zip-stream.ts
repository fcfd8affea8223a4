import { makeZip } from "client-zip";

/** One file of a zip file, read when its turn comes. */
interface ZipEntry {
  name: string;
  lastModified: Date;
  input: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
}

/**
 * A zip file, made while it is read. `entries` is told by the signal that the reader went away: what is open is let go of,
 * which the zip library by itself would not do. What `entries` throws ends the file in an error.
 */
export function zipStream(
  entries: (left: AbortSignal) => AsyncIterable<ZipEntry>,
): ReadableStream<Uint8Array> {
  const left = new AbortController();
  const reader = makeZip(entries(left.signal)).getReader();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      left.abort();
      await reader.cancel().catch(() => undefined);
    },
  });
}
