import type { RemovedTransaction, Transaction } from "plaid";
import { z } from "zod";
import type { Day } from "../days.ts";
import { makeUuid } from "../random.ts";
import { refused } from "./errors.ts";
import type { PlaidItem } from "./items.ts";
import type { Entry, Ledger } from "./ledger.ts";
import { describedTransaction, entryStanding } from "./transactions.ts";
import type { Wire } from "./wire.ts";

const LONGEST_PENDING_DAYS = 2;

/** Where a sync stands: everything up to `from` is told, and so are the first `told` changes after it, up to `to`. */
const cursorSchema = z.object({
  item: z.string(),
  from: z.int().nullable(),
  to: z.int(),
  told: z.int().min(0),
  days: z.int(),
});

type Cursor = z.output<typeof cursorSchema>;

export interface SyncPage {
  added: Wire<Transaction>[];
  removed: Wire<RemovedTransaction>[];
  next_cursor: string;
  has_more: boolean;
  /** Whether this is the second page of an update or a later one. */
  continued: boolean;
}

/**
 * One page of what changed on a link's accounts since the cursor. Throws Plaid's errors for a cursor that is none or
 * another link's, and when a day has passed between two pages of one update.
 */
export function syncPage(
  item: PlaidItem,
  ledger: Ledger,
  asked: { cursor: string | undefined; count: number; days: number; today: Day; withDescription: boolean },
): SyncPage {
  const { count, today, withDescription } = asked;
  const cursor = asked.cursor ? readCursor(asked.cursor, item) : firstCursor(item, asked.days, today);
  const continued = cursor.told > 0;
  if (continued && cursor.to !== today) throw refused("TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
  const update = { ...cursor, to: today };
  const { added, removed } = ledgerChanges(ledger, update);
  const told = Math.min(cursor.told + count, added.length + removed.length);
  const has_more = told < added.length + removed.length;
  return {
    added: added.slice(cursor.told, told).map((entry) => describedTransaction(entry, today, withDescription)),
    removed: removed.slice(Math.max(0, cursor.told - added.length), Math.max(0, told - added.length)),
    next_cursor: writeCursor(has_more ? { ...update, told } : { ...update, from: today, told: 0 }),
    has_more,
    continued,
  };
}

/** What is new or posted since, and the pending ones that are so no longer. */
function ledgerChanges(ledger: Ledger, { from, to, days }: Cursor) {
  if (from === null) return { added: ledger.between(to - days + 1, to), removed: [] };
  const known = ledger.between(from - LONGEST_PENDING_DAYS, from);
  const posted = known.filter(
    (entry) => entryStanding(entry, from).pending && !entryStanding(entry, to).pending,
  );
  return {
    added: [...posted, ...ledger.between(from + 1, to)],
    removed: posted.map((entry) => removedBy(entry, from)),
  };
}

function removedBy(entry: Entry, day: Day): Wire<RemovedTransaction> {
  return { transaction_id: entryStanding(entry, day).ids.transaction_id, account_id: entry.accountId };
}

function firstCursor(item: PlaidItem, days: number, today: Day): Cursor {
  return { item: makeUuid(item.id), from: null, to: today, told: 0, days };
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function readCursor(text: string, item: PlaidItem): Cursor {
  const cursor = cursorSchema.safeParse(parsed(text));
  if (!cursor.success) throw refused("INVALID_FIELD", "cursor is not valid");
  if (cursor.data.item !== makeUuid(item.id))
    throw refused("INVALID_FIELD", "cursor not associated with access_token");
  return cursor.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return undefined;
  }
}
