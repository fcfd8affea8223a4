import { createHash } from "node:crypto";

/** An id of 37 letters and digits, as Plaid's are; always the same for the same text. */
export function plaidId(seed: string): string {
  return createHash("sha512")
    .update(seed)
    .digest("base64")
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .slice(0, 37);
}
