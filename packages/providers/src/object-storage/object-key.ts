import { randomUUID } from "node:crypto";
import { ProviderError } from "../provider-error.ts";

const LONGEST_KEY_BYTES = 900;
const LONGEST_SEGMENT = 200;

/**
 * A key of our own making, "contracts/12_<uuid>.pdf": nothing a user typed is in it.
 * `folder` and `extension` are lower-case letters, digits and dashes.
 */
export function newObjectKey(object: { folder: string; userId: number; extension: string }): string {
  return `${object.folder}/${object.userId}_${randomUUID()}.${object.extension}`;
}

/**
 * The key, if it is one: segments separated by "/", none of them empty, "." or "..", without backslashes and control
 * characters. Throws ProviderError `refused` otherwise.
 */
export function checkedKey(provider: string, key: string): string {
  if (isKey(key)) return key;
  throw new ProviderError({ kind: "refused", provider, message: `${provider}: this is not an object key` });
}

/** A key's segments, each safe as a part of an address and as the name of a file that is not hidden. */
export function encodedSegments(key: string): string[] {
  return key
    .split("/")
    .map((segment) => encodeURIComponent(segment).replace(/^\./, "%2E").replaceAll("*", "%2A"));
}

function isKey(key: string): boolean {
  if (!key.isWellFormed() || Buffer.byteLength(key) > LONGEST_KEY_BYTES) return false;
  if (/[\\\p{Cc}]/u.test(key)) return false;
  const segments = key.split("/");
  if (segments.some((segment) => ["", ".", ".."].includes(segment))) return false;
  return encodedSegments(key).every((segment) => segment.length <= LONGEST_SEGMENT);
}
