import { z } from "zod";
import { UserId } from "../users/schemas.ts";

/** Everything that is kept of one customer, for an examiner. */
export const LinkPacket = z.strictObject({ userId: UserId });
export type LinkPacket = z.infer<typeof LinkPacket>;

/** What a button is called that saves one, and what is said when there is none. */
export const PACKET_TEXTS = {
  label: "Audit file (ZIP)",
  failed: "The audit file could not be created. Try again.",
} as const;

/** The file that names every other one with its hash, signed. */
export const MANIFEST_NAME = "manifest.json";
