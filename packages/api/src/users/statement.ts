import { createHash } from "node:crypto";
import type { Statement } from "@countinghouse/db";

/** A prepared statement that is made of parts: its name follows from its text, since the database cuts long ones. */
export const namedStatement = (area: string, text: string): Statement => ({
  name: `${area}.${createHash("sha256").update(text).digest("hex").slice(0, 24)}`,
  text,
});
