/** Bytes to store, at once or as they come. A stream says beforehand how many there will be. */
export type ObjectContent = Uint8Array | { stream: ReadableStream<Uint8Array>; sizeBytes: number };

export interface StoredObject {
  sizeBytes: number;
  storedAt: Date;
}

/** How a link's object is to be presented to the browser that opens it. */
export interface ObjectLink {
  expiresInSeconds: number;
  /** What the object is called when it is saved. */
  fileName: string;
  contentType: string;
  disposition: "inline" | "attachment";
}

export type OpenedLink =
  | ({ ok: true; key: string } & Omit<ObjectLink, "expiresInSeconds">)
  | { ok: false; reason: "invalid" | "expired" };

export const LONGEST_LINK_SECONDS = 7 * 86_400;

/** `vendorCode` of a put of which less was kept than was sent, and of a storage that may not tell whether an object is there. */
export const INCOMPLETE = "INCOMPLETE";
export const LIST_DENIED = "LIST_DENIED";
/** `vendorCode` of a store that does not know a call which is needed to keep files safely. */
export const LACKS_CALL = "LACKS_CALL";

/**
 * Files, by keys such as `newObjectKey` makes. What a file is called and what kind it is, its owner knows; it is stored
 * as bytes alone. Every call may be repeated without harm and throws ProviderError `refused` or `unavailable`.
 */
export interface ObjectStorage {
  /** Stores the content whole or not at all, in place of what the key held. */
  put(key: string, content: ObjectContent): Promise<void>;
  /** As `put`, but only where the key holds nothing: true where it was stored, false where something was there, which stays. */
  putNew(key: string, content: Uint8Array): Promise<boolean>;
  /** Why the storage can not keep files safely, null where it can. Only where that depends on the store; may write a probe. */
  whyUnfit?(): Promise<string | null>;
  /** The object and its bytes as they come, to be read or cancelled by the caller; null when there is none. */
  get(key: string): Promise<(StoredObject & { stream: ReadableStream<Uint8Array> }) | null>;
  head(key: string): Promise<StoredObject | null>;
  /** Does nothing when there is none. */
  delete(key: string): Promise<void>;
  /** The keys below a folder such as "contracts/", which ends in a slash, or all of them below "", in no order. */
  list(folder: string): AsyncIterable<string>;
  /**
   * Adds bytes at the end of an object, which is made when there is none; on disk for good when it resolves. Only where
   * the storage can: elsewhere each piece is an object. When it throws, a part may have been added.
   */
  append?(key: string, bytes: Uint8Array): Promise<void>;
  /** An address that whoever has it may read the object at until it expires; the object may be missing. */
  signedUrl(key: string, link: ObjectLink): Promise<string>;
  /**
   * What a link made by `signedUrl` gives access to, where links lead to our own server; `link` is the address that was
   * asked for, or its path and query.
   */
  openLink?(link: string): OpenedLink;
}
