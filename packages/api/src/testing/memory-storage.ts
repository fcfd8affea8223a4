import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { ProviderError } from "@countinghouse/providers/provider-error";

/** Object storage in memory, which can be out of reach. */
export interface MemoryStorage extends ObjectStorage {
  objects: Map<string, Uint8Array>;
  /** Whether all that is asked of it fails. */
  isDown: boolean;
}

const STORED_AT = new Date("2026-11-20T15:00:00Z");

/** Object storage that goes with the test. Like S3 it appends to nothing, and it has no links. */
export function createMemoryStorage(): MemoryStorage {
  const objects = new Map<string, Uint8Array>();
  const reached = <Answer>(answer: () => Answer): Promise<Answer> =>
    storage.isDown
      ? Promise.reject(
          new ProviderError({
            kind: "unavailable",
            provider: "test",
            message: "The storage is out of reach.",
          }),
        )
      : Promise.resolve(answer());
  const described = (bytes: Uint8Array | undefined) =>
    bytes === undefined ? null : { sizeBytes: bytes.byteLength, storedAt: STORED_AT };
  const storage: MemoryStorage = {
    objects,
    isDown: false,
    put: (key, content) =>
      reached(() => {
        if (!(content instanceof Uint8Array)) throw new Error("This storage takes bytes alone.");
        objects.set(key, content);
      }),
    putNew: (key, content) =>
      reached(() => {
        if (objects.has(key)) return false;
        objects.set(key, content);
        return true;
      }),
    get: (key) =>
      reached(() => {
        const bytes = objects.get(key);
        const found = described(bytes);
        return found && { ...found, stream: new Blob([new Uint8Array(bytes ?? [])]).stream() };
      }),
    head: (key) => reached(() => described(objects.get(key))),
    delete: (key) => reached(() => void objects.delete(key)),
    list: async function* (folder) {
      yield* await reached(() => [...objects.keys()].filter((key) => key.startsWith(folder)));
    },
    signedUrl: () => Promise.reject(new Error("This storage has no links.")),
  };
  return storage;
}
