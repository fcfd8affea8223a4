import { Prisma } from "@countinghouse/db";
import type { Books } from "../../ledger/post.ts";
import { NEWEST_OPENING_SQL } from "../../payments/business-key.ts";
import { NOTHING_MORE, toOpening } from "../book/customer-book.ts";
import { writeMovements } from "../book/write-movements.ts";

interface Replaced {
  userId: number;
  importKey: string;
  runId: string;
  adminId: string;
  cents: number;
  day: string;
  /** The number of the newest opening balance. */
  openings: number;
}

/** Lets the opening balances stand again that an import has replaced: each is written once more for the import that had brought it. */
export async function restoreOpenings(
  books: Books,
  runId: string,
  userIds: readonly number[],
): Promise<void> {
  const { tx, vault, now } = books;
  const replaced = await tx.$queryRaw<Replaced[]>`
    SELECT i.user_id AS "userId", u.import_key AS "importKey", i.import_run_id::text AS "runId", i.created_by_id::text AS "adminId",
      (CASE i.payment_type WHEN 'CREDIT' THEN 1 ELSE -1 END * i.amount_cents)::float8 AS cents,
      (i.created_at AT TIME ZONE 'America/New_York')::date::text AS day,
      ${Prisma.raw(NEWEST_OPENING_SQL)} AS openings
    FROM import_customer c JOIN users u ON u.id = c.user_id JOIN payment_intent i ON i.id = c.replaced_opening_id
    WHERE c.run_id = ${runId}::uuid AND c.user_id = ANY(${[...userIds]}::int[]) ORDER BY i.user_id`;
  for (const { userId, openings, importKey, runId: ofRun, adminId, cents, day } of replaced) {
    const [source = "", ...customer] = importKey.split(":");
    const opening = toOpening({ cents, day }, openings + 1);
    const target = { source, runId: ofRun, adminId, now, vault, isAtWork: false };
    const part = {
      userId,
      customer: customer.join(":"),
      book: NOTHING_MORE,
      movements: [opening],
      replaces: null,
    };
    await writeMovements(tx, target, [part], new Map());
  }
}
