import { createHash } from "node:crypto";
import type { Statement } from "@countinghouse/db";

/** A prepared statement that is made of parts: its name follows from its text, since the database cuts long ones. */
export const namedStatement = (area: string, text: string): Statement => ({
  name: `${area}.${createHash("sha256").update(text).digest("hex").slice(0, 24)}`,
  text,
});

const made = new Map<string, Statement>();

/** The same of one that has a text for each shape of what is asked: made once for each, by what tells the shapes apart. */
export function shapedStatement(area: string, shape: readonly unknown[], text: () => string): Statement {
  const key = `${area} ${shape.join(".")}`;
  const known = made.get(key);
  if (known) return known;
  const statement = namedStatement(area, text());
  made.set(key, statement);
  return statement;
}
