import type { Vault } from "@countinghouse/db/vault";
import { isUnreadableReport } from "@countinghouse/providers/provider-error";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { noticeWords } from "../../debit-control/corrections.ts";
import { coordinate } from "../../job-writes.ts";
import type { Vendor } from "../../vendors-off.ts";
import type { ProcessorPorts } from "../engine/processors.ts";
import { applyReport, type ReportServices, type ReportTools } from "./apply.ts";
import {
  type Reported,
  reportedException,
  reportedReturn,
  reportedSettlement,
  reportedTransaction,
} from "./reported.ts";

/** Days before the last complete read of a source that are read again, because a report may arrive late. */
const DAYS_BACK = 14;
/**
 * The same for the report of a day's card payments, which is available on the next day. It is long, so fewer days are read again.
 */
const TRANSACTIONS_DAYS_BACK = 5;
/** Days by which the processor's calendar may be ahead of ours. */
const DAYS_AHEAD = 31;
/** Reports in one query: most of them were applied before. */
const LOOKED_UP_AT_ONCE = 500;

export interface Pulled {
  applied: number;
  /** Reports that could not be applied. */
  problems: number;
  /** Sources that could not be read this time. */
  failed: number;
}

/**
 * Reads the reports of both processors on settlements, returns, card payments and chargebacks, and applies them. Each source and
 * each report can fail alone; the next run reads the rest again.
 */
export async function pullReports(
  services: ReportServices,
  ports: ProcessorPorts,
  tools: ReportTools,
): Promise<Pulled> {
  const pulled: Pulled = { applied: 0, problems: 0, failed: 0 };
  const beganAt = services.now();
  const lastGood = await readLastGood(services, beganAt);
  const daysOf = (source: ReportSource): Days => daysToRead(source, lastGood(source), beganAt);
  const sources = reportSources(ports, services.vendorsOff, daysOf);
  for (const name of REPORT_SOURCES) {
    if (services.vendorsOff.includes(VENDORS[name])) continue;
    try {
      for await (const reported of notYetApplied(services, sources[name]())) {
        const result = await applyReport(services, reported, tools);
        if (result === "applied") pulled.applied++;
        if (result === "known-problem") pulled.problems++;
        if (result === "problem") {
          pulled.problems++;
          const { provider, eventKey } = reported;
          services.log.error({ provider, eventKey }, "a processor's report could not be applied");
        }
      }
      await keepLastGood(services, name, beganAt);
    } catch (error) {
      // An unreadable row stays unreadable, and all other rows were read.
      if (isUnreadableReport(error)) await keepLastGood(services, name, beganAt);
      pulled.failed++;
      services.log.warn({ source: name, error: String(error) }, "a processor's reports could not be read");
    }
  }
  return pulled;
}

/**
 * Yields the reports that are not applied yet. The processor repeats a report for two weeks; its repetitions are skipped without a
 * lock or a write. Reports that wait for a retry or were deleted are skipped too. The same return with another amount, and the same
 * notice of change with other data, is a new report.
 */
async function* notYetApplied(
  { db, vault }: Pick<ReportServices, "db" | "vault">,
  reports: AsyncIterable<Reported>,
): AsyncGenerator<Reported> {
  const left = async (chunk: readonly Reported[]): Promise<Reported[]> => {
    const named = chunk.flatMap((reported) => [reported, ...toldOtherwise(vault, reported)]);
    const seenTo = await db.read.processorEvent.findMany({
      where: {
        provider: { in: [...new Set(chunk.map(({ provider }) => provider))] },
        eventKey: { in: named.map(({ eventKey }) => eventKey) },
        OR: [{ appliedAt: { not: null } }, { stage: { not: null } }],
      },
      select: { provider: true, eventKey: true, amountCents: true, correction: true },
    });
    const known = new Map(seenTo.map((event) => [eventName(event), event]));
    return chunk.flatMap((reported) => {
      const event = known.get(eventName(reported));
      if (event === undefined) return reported;
      const others = toldOtherwise(vault, reported);
      const isKnown = isAsTold(vault, reported, event) || others.some((other) => known.has(eventName(other)));
      return isKnown ? [] : others.slice(0, 1);
    });
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
  // Rows that arrived before a source failed are applied.
  yield* await left(chunk);
  if (failure) throw failure.error;
}

/**
 * Returns the report under the event keys for changed data. A return has its amount as data; a notice of change has a keyed hash,
 * first under the key in use. Other reports have no such event key.
 */
function toldOtherwise(vault: Vault, reported: Reported): Reported[] {
  const { kind, eventKey, amountCents, corrected = "" } = reported;
  const under = (name: string | number): Reported => ({ ...reported, eventKey: `${eventKey}:${name}` });
  if (kind === "RETURN") return [under(amountCents)];
  if (kind !== "NOTICE_OF_CHANGE") return [];
  const hashes = vault.blindIndexes("bankAccountNumber", corrected.trimEnd());
  return hashes.map((hash) => under(Buffer.from(hash).toString("hex")));
}

interface SeenTo {
  amountCents: bigint;
  correction: { eventId: string; correctedSealed: Uint8Array | null } | null;
}

/** Returns true when a report equals the stored one with its event key. */
function isAsTold(vault: Vault, { kind, amountCents, corrected = "" }: Reported, event: SeenTo): boolean {
  if (kind === "RETURN") return amountCents === Number(event.amountCents);
  if (kind !== "NOTICE_OF_CHANGE" || event.correction === null) return true;
  return noticeWords(vault, event.correction).trimEnd() === corrected.trimEnd();
}

const eventName = ({ provider, eventKey }: { provider: string; eventKey: string }): string =>
  `${provider} ${eventKey}`;

interface Days {
  /** YYYY-MM-DD */
  from: string;
  to: string;
}

const REPORT_SOURCES = ["settlements", "returns", "transactions", "exceptions"] as const;
type ReportSource = (typeof REPORT_SOURCES)[number];

const VENDORS: Record<ReportSource, "ach" | "cards"> = {
  settlements: "ach",
  returns: "ach",
  transactions: "cards",
  exceptions: "cards",
};
const PROVIDERS = { ach: "payliance", cards: "tabapay" } as const;

/**
 * Returns the days to read, from before the last complete read of the source. A backup has the time of that read, so neither a stop
 * of any length nor a restore leaves days unread.
 */
function daysToRead(source: ReportSource, lastGoodAt: Date, now: Date): Days {
  const today = newYorkDate(now);
  const isLong = source === "transactions";
  const from = addDays(newYorkDate(lastGoodAt), -(isLong ? TRANSACTIONS_DAYS_BACK : DAYS_BACK));
  return { from, to: isLong ? today : addDays(today, DAYS_AHEAD) };
}

/** Returns the time of the last complete read of each source. For a source without one, it is the last report of its processor. */
async function readLastGood(
  { db, vendorsOff }: Pick<ReportServices, "db" | "vendorsOff">,
  now: Date,
): Promise<(source: ReportSource) => Date> {
  // A time in the future comes from a clock that was ahead, and is ignored.
  const pulls = await db.read.reportPull.findMany({ where: { lastGoodAt: { lte: inAnHour(now) } } });
  const kept = new Map(pulls.map(({ source, lastGoodAt }) => [source, lastGoodAt]));
  const told = new Map<string, Date>();
  for (const source of REPORT_SOURCES) {
    if (vendorsOff.includes(VENDORS[source]) || kept.has(source)) continue;
    const where = { provider: PROVIDERS[VENDORS[source]], receivedAt: { lte: inAnHour(now) } };
    const { _max } = await db.read.processorEvent.aggregate({ where, _max: { receivedAt: true } });
    told.set(source, _max.receivedAt ?? now);
  }
  return (source) => kept.get(source) ?? told.get(source) ?? now;
}

const HOUR_MS = 60 * 60_000;

/** Returns the time an hour later. The clocks of processes differ by less. */
const inAnHour = (at: Date): Date => new Date(at.getTime() + HOUR_MS);

/** Stores the time of a complete read. Two processes may read at once, so only a time from a clock that was ahead is set back. */
const keepLastGood = ({ db }: Pick<ReportServices, "db">, source: ReportSource, at: Date): Promise<unknown> =>
  coordinate(
    { db },
    (tx) => tx.$executeRaw`
      INSERT INTO report_pull (source, last_good_at) VALUES (${source}, ${at})
      ON CONFLICT (source) DO UPDATE SET last_good_at = excluded.last_good_at
        WHERE report_pull.last_good_at < excluded.last_good_at OR report_pull.last_good_at > ${inAnHour(at)}`,
  );

/** Returns the readers of every source, for the days of each. A processor that is off has no reports. */
export const reportSources = (
  { ach, cards }: ProcessorPorts,
  vendorsOff: readonly Vendor[],
  daysOf: (source: ReportSource) => Days,
) => ({
  async *settlements(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("ach")) return;
    const { from, to } = daysOf("settlements");
    for await (const row of ach.settlementsBetween(from, to)) yield reportedSettlement(row);
  },
  async *returns(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("ach")) return;
    const { from, to } = daysOf("returns");
    for await (const row of ach.returnsBetween(from, to)) yield reportedReturn(row);
  },
  async *transactions(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("cards")) return;
    yield* dayByDay(daysOf("transactions"), async function* (day) {
      for await (const row of (await cards.findTransactions(day)) ?? [])
        if (row.state === "paid") yield reportedTransaction(row);
    });
  },
  async *exceptions(): AsyncGenerator<Reported> {
    if (vendorsOff.includes("cards")) return;
    yield* dayByDay(daysOf("exceptions"), async function* (day) {
      for await (const row of cards.findExceptions(day)) yield reportedException(row);
    });
  },
});

/**
 * Yields the reports day by day. An unreadable day does not stop the others, and its error is thrown at the end. Any other error
 * stops at once.
 */
async function* dayByDay(
  { from, to }: Days,
  read: (day: string) => AsyncIterable<Reported>,
): AsyncGenerator<Reported> {
  let unreadable: unknown;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    try {
      yield* read(day);
    } catch (error) {
      if (!isUnreadableReport(error)) throw error;
      unreadable ??= error;
    }
  }
  if (unreadable !== undefined) throw unreadable;
}
