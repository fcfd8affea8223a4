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

/** A report may come so late: those of as many days before a source was last read to its end are read again. */
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
      // What can not be read now can not be read later: all else of it was told.
      if (isUnreadableReport(error)) await keepLastGood(services, name, beganAt);
      pulled.failed++;
      services.log.warn({ source: name, error: String(error) }, "a processor's reports could not be read");
    }
  }
  return pulled;
}

/**
 * A report that the processor repeats for two weeks is applied once, and its repetitions are skipped without a lock or a write.
 * Reports that wait for a retry or were deleted are skipped too. The same return with another amount, and the same notice of change
 * with other data, is a new report.
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
  // What was told before a source broke off was told.
  yield* await left(chunk);
  if (failure) throw failure.error;
}

/**
 * The report under the event key of one that is told otherwise: a return by its amount, a notice of change by a keyed hash of its
 * data, first under the key in use. Nothing else is told otherwise.
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

/** Whether a report says what the one said that was kept under its event key. */
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
 * From before the last time that a source was read to its end, which a backup remembers as it was, so that neither a stop of
 * any length nor a restore leaves days unread.
 */
function daysToRead(source: ReportSource, lastGoodAt: Date, now: Date): Days {
  const today = newYorkDate(now);
  const isLong = source === "transactions";
  const from = addDays(newYorkDate(lastGoodAt), -(isLong ? TRANSACTIONS_DAYS_BACK : DAYS_BACK));
  return { from, to: isLong ? today : addDays(today, DAYS_AHEAD) };
}

/** When each source was last read to its end; one of which that is not kept yet, when its processor last told something. */
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

/** The clocks of processes differ by less. */
const inAnHour = (at: Date): Date => new Date(at.getTime() + HOUR_MS);

/** Set back only where a clock was ahead: two processes read side by side. */
const keepLastGood = ({ db }: Pick<ReportServices, "db">, source: ReportSource, at: Date): Promise<unknown> =>
  coordinate(
    { db },
    (tx) => tx.$executeRaw`
      INSERT INTO report_pull (source, last_good_at) VALUES (${source}, ${at})
      ON CONFLICT (source) DO UPDATE SET last_good_at = excluded.last_good_at
        WHERE report_pull.last_good_at < excluded.last_good_at OR report_pull.last_good_at > ${inAnHour(at)}`,
  );

/** All that the processors that are on tell, of the days of each source. */
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

/** What cannot be read of one day keeps no other from being read, and is thrown at the end; a processor that cannot be asked does. */
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
