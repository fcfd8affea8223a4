import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { Vendor } from "../../vendors-off.ts";
import type { ProcessorPorts } from "../engine/processors.ts";
import type { StoreServices } from "../engine/take.ts";
import { applyReport, type ReportServices, type ReportTools } from "./apply.ts";
import {
  type Reported,
  reportedException,
  reportedReturn,
  reportedSettlement,
  reportedTransaction,
} from "./reported.ts";

/** Reports are told again for as long: one that was missed is not lost. */
const DAYS_BACK = 14;
/** The report of a day's card payments is there on the next one; it is long, and read again for so many days. */
const TRANSACTIONS_DAYS_BACK = 5;
/** The processor's calendar may be ahead of ours. */
const DAYS_AHEAD = 31;
/** Reports looked up together: most of them were applied before. */
const LOOKED_UP_AT_ONCE = 500;

export interface Pulled {
  applied: number;
  /** Reports that could not be applied. */
  problems: number;
  /** Sources that could not be read this time. */
  failed: number;
}

/**
 * Asks both processors what became of payments since: settlements, returns, chargebacks. Each source fails on its
 * own, and each report is applied on its own; what is left is asked for again next time.
 */
export async function pullReports(
  services: ReportServices,
  ports: ProcessorPorts,
  tools: ReportTools,
): Promise<Pulled> {
  const pulled: Pulled = { applied: 0, problems: 0, failed: 0 };
  const today = newYorkDate(services.now());
  const sources = reportSources(
    ports,
    services.vendorsOff,
    { from: addDays(today, -DAYS_BACK), to: addDays(today, DAYS_AHEAD) },
    { from: addDays(today, -TRANSACTIONS_DAYS_BACK), to: today },
  );
  for (const [name, source] of Object.entries(sources)) {
    try {
      for await (const reported of notYetApplied(services, source())) {
        const result = await applyReport(services, reported, tools);
        if (result === "applied") pulled.applied++;
        if (result === "known-problem") pulled.problems++;
        if (result === "problem") {
          pulled.problems++;
          const { provider, eventKey } = reported;
          services.log.error({ provider, eventKey }, "a processor's report could not be applied");
        }
      }
    } catch (error) {
      pulled.failed++;
      services.log.warn({ source: name, error: String(error) }, "a processor's reports could not be read");
    }
  }
  return pulled;
}

/**
 * What is told for two weeks is applied once: the rest is passed over without a lock or a write. So is what waits for a
 * retry, or was taken off the list.
 */
async function* notYetApplied(
  { db }: Pick<StoreServices, "db">,
  reports: AsyncIterable<Reported>,
): AsyncGenerator<Reported> {
  const left = async (chunk: readonly Reported[]): Promise<Reported[]> => {
    const seenTo = await db.read.processorEvent.findMany({
      where: {
        provider: { in: [...new Set(chunk.map(({ provider }) => provider))] },
        eventKey: { in: chunk.map(({ eventKey }) => eventKey) },
        OR: [{ appliedAt: { not: null } }, { stage: { not: null } }],
      },
      select: { provider: true, eventKey: true },
    });
    const known = new Set(seenTo.map(eventName));
    return chunk.filter((reported) => !known.has(eventName(reported)));
  };
  let chunk: Reported[] = [];
  let failure: { error: unknown } | null = null;
  try {
    for await (const reported of reports) {
      chunk.push(reported);
      if (chunk.length < LOOKED_UP_AT_ONCE) continue;
      yield* await left(chunk);
      chunk = [];
    }
  } catch (error) {
    failure = { error };
  }
  // What was told before a source broke off was told.
  yield* await left(chunk);
  if (failure) throw failure.error;
}

const eventName = ({ provider, eventKey }: { provider: string; eventKey: string }): string =>
  `${provider} ${eventKey}`;

interface Days {
  /** YYYY-MM-DD */
  from: string;
  to: string;
}

/** All that the processors that are on tell of these days; of card payments, which are many, those of days of their own. */
export const reportSources = (
  { ach, cards }: ProcessorPorts,
  vendorsOff: readonly Vendor[],
  { from, to }: Days,
  transactionDays: Days = { from, to },
) => ({
  async *settlements(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("ach")) return;
    for await (const row of ach.settlementsBetween(from, to)) yield reportedSettlement(row);
  },
  async *returns(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("ach")) return;
    for await (const row of ach.returnsBetween(from, to)) yield reportedReturn(row);
  },
  async *transactions(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("cards")) return;
    for (let day = transactionDays.from; day <= transactionDays.to; day = addDays(day, 1)) {
      const rows = await cards.findTransactions(day);
      if (rows === null) continue;
      for await (const row of rows) if (row.state === "paid") yield reportedTransaction(row);
    }
  },
  async *exceptions(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("cards")) return;
    let unreadable: unknown;
    for (let day = from; day <= to; day = addDays(day, 1)) {
      try {
        for await (const row of cards.findExceptions(day)) yield reportedException(row);
      } catch (error) {
        // What cannot be read of one day keeps no other from being read; a processor that cannot be asked does.
        if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
        unreadable ??= error;
      }
    }
    if (unreadable !== undefined) throw unreadable;
  },
});
