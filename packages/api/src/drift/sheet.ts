import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import { LEDGER_SHEETS } from "@countinghouse/validators/ledger-writes/rules";
import type { Core } from "../core.ts";
import { openLedgerMessage } from "../ledger-writes/message.ts";
import { type Asked, type Held, MONTH_DAYS } from "./found.ts";
import { whyUnanswered } from "./unanswered.ts";

/** Rows that were written within so many days are looked for; of more than so many, the newest. */
const MOST_ROWS = 20_000;
const DAY_MS = 86_400_000;

/** Compares the ledger sheet with the rows that were written to it within a month. A row is found wherever its id stands. */
export async function compareSheet(
  { db, vault, now }: Pick<Core, "db" | "vault" | "now">,
  ledgerSheet: LedgerSheet,
): Promise<Asked> {
  const messages = await db.read.outboxMessage.findMany({
    where: {
      topic: "LEDGER_SHEET",
      state: "DELIVERED",
      deliveredAt: { gt: new Date(now().getTime() - MONTH_DAYS * DAY_MS) },
    },
    orderBy: { deliveredAt: "desc" },
    take: MOST_ROWS,
    select: { id: true, payload: true },
  });
  const written = messages.flatMap((message) => {
    const read = openLedgerMessage(vault, message);
    return read === null ? [] : [{ id: message.id, ...read }];
  });
  const held: Held[] = [];
  for (const sheet of LEDGER_SHEETS) {
    const own = written.filter((each) => each.sheet === sheet);
    if (own.length === 0) continue;
    const there = new Set<string>();
    try {
      for await (const { line } of ledgerSheet.read(sheet)) for (const cell of line) there.add(String(cell));
    } catch (error) {
      return { held, unanswered: whyUnanswered(error) };
    }
    for (const { id, rows } of own) {
      const missing = rows.filter(({ rowId }) => !there.has(rowId));
      const first = missing[0]?.cells.slice(0, 6).join(", ");
      const differs =
        missing.length === 0
          ? null
          : {
              ours: `${rows.length === 1 ? "a row" : `${rows.length} rows`} of ${sheet}: ${first}`,
              theirs: missing.length === 1 ? "it is not there" : `${missing.length} of them are not there`,
            };
      held.push({ what: "row", subject: id, userId: null, differs });
    }
  }
  return { held, unanswered: null };
}
