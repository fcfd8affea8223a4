import type { Cards, CardTransaction } from "@countinghouse/providers/cards/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { eachAtOnce } from "./findings.ts";

/** What the card processor's reports of some days tell. */
export interface CardReports {
  /** Each transaction once, as it ended, with the day on which it was taken or undone. */
  transactions: CardTransaction[];
  /** Days of which there is a report that could be read to its end. */
  wholeDays: Set<string>;
}

/** A place for files that does not answer at all must not keep the rest from being compared. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Reads the reports of these days, as far as they are there and can be read. Where they can not be reached, or nothing comes
 * for `longestWaitMs`, the days are not whole: payments can still be asked about one by one.
 */
export async function readCardReports(
  cards: Cards,
  days: Iterable<string>,
  longestWaitMs = LONGEST_WAIT_MS,
): Promise<CardReports> {
  const byName = new Map<string, CardTransaction>();
  const wholeDays = new Set<string>();
  let isReachable = true;
  await eachAtOnce(days, async (day) => {
    if (!isReachable) return;
    try {
      const rows = await within(longestWaitMs, cards.findTransactions(day));
      if (rows === null) return;
      const reading = rows[Symbol.asyncIterator]();
      for (;;) {
        const { done, value: row } = await within(longestWaitMs, reading.next());
        if (done === true) break;
        const before = byName.get(row.reference);
        // One is told once more when it comes to its end, and a report may be told twice.
        if (before === undefined || before.state === "pending") byName.set(row.reference, onItsDay(row));
      }
      wholeDays.add(day);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      // What can be read of a report was read; of the rest nobody says that it is missing.
      if (error.kind !== "refused") isReachable = false;
    }
  });
  return { transactions: [...byName.values()], wholeDays };
}

/** What is waited for, or ProviderError `unavailable` when it takes longer. */
async function within<Value>(ms: number, waited: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = "the reports did not come in time";
    timer = setTimeout(
      () => reject(new ProviderError({ kind: "unavailable", provider: "tabapay", message })),
      ms,
    );
  });
  return Promise.race([waited, late]).finally(() => clearTimeout(timer));
}

const onItsDay = (row: CardTransaction): CardTransaction => ({
  ...row,
  day: newYorkDate((row.type === "reversal" ? row.processedAt : null) ?? row.createdAt),
});
