import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";

const GOOD_FOR_MS = 5 * 60_000;

export interface Links {
  /** The query of a link to a document that works for five minutes. */
  queryFor(documentId: string): string;
  works(documentId: string, query: Record<string, string>): boolean;
  /** Every link given out so far has expired. */
  expireAll(): void;
}

/** Links to documents, each its own credential. */
export function createLinks(clock: Clock): Links {
  let secret = randomBytes(32);
  const signLink = (documentId: string, expires: string): Buffer =>
    createHmac("sha256", secret).update(`${documentId} ${expires}`).digest();
  return {
    queryFor: (documentId) => {
      const expires = String(clock.real().getTime() + GOOD_FOR_MS);
      return `expires=${expires}&signature=${signLink(documentId, expires).toString("hex")}`;
    },
    works: (documentId, { expires = "", signature = "" }) => {
      const shown = Buffer.from(signature, "hex");
      const right = signLink(documentId, expires);
      const isRight = shown.length === right.length && timingSafeEqual(shown, right);
      return isRight && Number(expires) > clock.real().getTime();
    },
    expireAll: () => {
      secret = randomBytes(32);
    },
  };
}
