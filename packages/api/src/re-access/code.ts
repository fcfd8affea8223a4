import { createHash } from "node:crypto";
import type { Vault } from "@countinghouse/db/vault";

/**
 * The code that opens a link: made of the link's id with a key of ours, so that neither the database nor a kept
 * answer holds it, and a repeated request can be answered with the same link.
 */
export const reAccessCode = (vault: Vault, linkId: string): string =>
  Buffer.from(vault.secretHash("re-access", linkId)).toString("base64url");

/** The hash a code is known by. It needs no key: the code is long and can not be guessed. */
export const codeHash = (code: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(code).digest());

export interface WithPortal {
  /** The customers' own site: where re-access links lead, the secret it shows us, and where it leads back to; null where it is off. */
  customerPortal: { url: string; secret: string; returnUrl: string } | null;
}
