import type { Cards, CardTransaction } from "@countinghouse/providers/cards";
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

/**
 * Reads the reports of these days, as far as they are there and can be read. Where they can not be reached the days are not
 * whole: payments can still be asked about one by one.
 */
export async function readCardReports(cards: Cards, days: Iterable<string>): Promise<CardReports> {
  const byName = new Map<string, CardTransaction>();
  const wholeDays = new Set<string>();
  let isReachable = true;
  await eachAtOnce(days, async (day) => {
    if (!isReachable) return;
    try {
      const rows = await cards.transactionsOf(day);
      if (rows === null) return;
      for await (const row of rows) {
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

const onItsDay = (row: CardTransaction): CardTransaction => ({
  ...row,
  day: newYorkDate((row.type === "reversal" ? row.processedAt : null) ?? row.createdAt),
});
