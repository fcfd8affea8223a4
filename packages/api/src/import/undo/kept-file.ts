import type { Database } from "@countinghouse/db";
import { stringify } from "csv-stringify/sync";
import { harmlessText } from "../../harmless-text.ts";

const ROWS = {
  name: "import.undo.kept",
  text: `SELECT user_id AS "userId", import_key AS "importKey", reason FROM import_customer
    WHERE run_id = $1::uuid AND undone_at IS NULL AND reason <> '' AND user_id > $2::int ORDER BY user_id LIMIT $3::int`,
};

interface Kept extends Record<string, unknown> {
  userId: number;
  importKey: string;
  reason: string;
}

const ROWS_AT_ONCE = 1_000;

/** Writes the customers of an import who were kept as CSV, each with the reason. No name and no secret stands in it. */
export async function writeKept(
  db: Pick<Database, "read">,
  runId: string,
  write: (text: string) => Promise<void>,
): Promise<void> {
  await write(stringify([["User ID", "Known as", "Reason"]]));
  for (let last = 0; ; ) {
    const rows = await db.read.sql<Kept>(ROWS, [runId, last, ROWS_AT_ONCE]);
    if (rows.length === 0) return;
    await write(
      stringify(rows.map(({ userId, importKey, reason }) => [userId, harmlessText(importKey), reason])),
    );
    last = rows.at(-1)?.userId ?? last;
  }
}
