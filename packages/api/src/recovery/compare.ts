import { randomUUID } from "node:crypto";
import type { RecoveryReason } from "@countinghouse/db";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import type { ProcessorPorts } from "../payments/engine/processors.ts";
import { applyReport } from "../payments/reports/apply.ts";
import { findAttempt } from "../payments/reports/match.ts";
import { reportSources } from "../payments/reports/pull.ts";
import { keyAsTold, type Reported } from "../payments/reports/reported.ts";
import type { Environment } from "./environment.ts";
import type { SentJournal } from "./journal.ts";
import type { JournalEntry } from "./journal-entry.ts";

type CompareServices = Pick<Core, "db" | "vault" | "now" | "log" | "registration" | "vendorsOff">;

/** The clocks of processes differ, and what is written together was not sent at the same moment. */
const SLACK_MS = 60 * 60_000;
/** A processor's calendar may be behind ours, or ahead. */
const DAYS_OF_SLACK = 1;
const DAYS_AHEAD = 31;
const LOOKED_UP_AT_ONCE = 500;

/** What the journal has that this database has not. */
export interface JournalFindings {
  reasons: RecoveryReason[];
  unreadableEntries: number;
}

/**
 * Compares the journal with this database: what was sent since the comparison this database remembers, and is unknown
 * here, is written down as found. A backup remembers one that was made before it was, so that nothing is passed over.
 */
export async function compareJournal(
  { db, vault, now }: CompareServices,
  journal: SentJournal,
  environment: Environment,
): Promise<JournalFindings> {
  if (!(await journal.isThere(environment.id))) {
    if (environment.verifiedInstance !== "") return { reasons: ["NO_JOURNAL"], unreadableEntries: 0 };
    // It never had one.
    await journal.open(environment.id);
  }
  let unreadableEntries = 0;
  let found = 0;
  for await (const entries of unknownEntries(db, journal, environment)) {
    if (entries === null) unreadableEntries++;
    else {
      found += entries.length;
      await writeAsJob({ db, vault, now }, "recovery", async ({ tx, now: foundAt }) => {
        const { count } = await tx.recoveredPayment.createMany({
          data: entries.map(({ key, provider, intentId, userId, kind, amountCents, sentAt }) => ({
            providerKey: key,
            ...{ provider, intentId, userId, kind, amountCents, sentAt, foundAt },
          })),
          skipDuplicates: true,
        });
        const event = { subject: { type: "environment", id: environment.id }, after: { found: count } };
        return {
          result: null,
          audit: count === 0 ? null : { action: "recovery.find", requestId: randomUUID(), events: [event] },
        };
      });
    }
  }
  const reasons: RecoveryReason[] = [];
  if (found > 0) reasons.push("SENT_PAYMENTS");
  if (unreadableEntries > environment.unreadableEntries) reasons.push("UNREADABLE_JOURNAL");
  return { reasons, unreadableEntries };
}

/** What the journal has that was not sent from here as far as this database knows, nor released since; null: unreadable. */
export async function* unknownEntries(
  db: Core["db"],
  journal: SentJournal,
  { id, verifiedAt }: Pick<Environment, "id" | "verifiedAt">,
): AsyncGenerator<JournalEntry[] | null> {
  const since = new Date(verifiedAt.getTime() - SLACK_MS);
  const seen = new Set<string>();
  let chunk: JournalEntry[] = [];
  for await (const entries of journal.read(id, since)) {
    if (entries === null) yield null;
    for (const entry of entries ?? []) {
      if (entry.sentAt < since || seen.has(entry.key)) continue;
      seen.add(entry.key);
      chunk.push(entry);
    }
    if (chunk.length < LOOKED_UP_AT_ONCE) continue;
    yield* await splitUnknown(db, chunk);
    chunk = [];
  }
  yield* await splitUnknown(db, chunk);
}

async function splitUnknown({ read }: Core["db"], entries: JournalEntry[]): Promise<JournalEntry[][]> {
  const providerKey = { in: entries.map(({ key }) => key) };
  const [sent, released] = await Promise.all([
    read.paymentAttempt.findMany({ where: { providerKey }, select: { providerKey: true } }),
    read.recoveredPayment.findMany({
      where: { providerKey, releasedAt: { not: null } },
      select: { providerKey: true },
    }),
  ]);
  const known = new Set([...sent, ...released].map((row) => row.providerKey));
  const unknown = entries.filter(({ key }) => !known.has(key));
  return unknown.length === 0 ? [] : [unknown];
}

/**
 * Asks both processors for everything since the comparison this database remembers, applies what is about a payment that
 * is known here, before anything is sent on what was known without, and puts what nobody here knows, and no entry of the
 * journal explains, on the list of unprocessed reports. Returns how much of that there is. Throws where a processor can
 * not be asked.
 */
export async function askProcessors(
  services: CompareServices,
  ports: ProcessorPorts,
  { verifiedAt }: Pick<Environment, "verifiedAt">,
): Promise<{ rows: number; amountCents: number }> {
  const from = addDays(newYorkDate(verifiedAt), -DAYS_OF_SLACK);
  const to = addDays(newYorkDate(services.now()), DAYS_AHEAD);
  const total = { rows: 0, amountCents: 0 };
  for (const source of Object.values(reportSources(ports, services.vendorsOff, () => ({ from, to })))) {
    for await (const reported of source()) {
      const found = await explain(services, ports, reported, verifiedAt);
      if (found === "EXPLAINED") continue;
      if (found === "NEWS") {
        total.rows++;
        total.amountCents += reported.amountCents;
      }
      await applyReport(services, reported, { findKey: (reference) => ports.ach.findKey(reference), record });
    }
  }
  return total;
}

/** Only of a payment whose outcome is known here something is applied. */
const record = (): never => {
  throw new Error("An unknown report was matched in the meantime.");
};

/**
 * Whether a report is about a payment whose outcome is known here, is explained by one of this database or of the journal
 * that is still asked about, or says nothing of a payment; or whether it is news. What was on the list before this
 * database was last compared is none.
 */
async function explain(
  services: CompareServices,
  ports: ProcessorPorts,
  reported: Reported,
  verifiedAt: Date,
): Promise<"TO_APPLY" | "EXPLAINED" | "NEWS"> {
  const { read } = services.db;
  const { provider, eventKey, kind } = reported;
  if (kind === "OTHER") return "EXPLAINED";
  const event = await read.processorEvent.findUnique({
    where: { provider_eventKey: { provider, eventKey }, receivedAt: { lte: verifiedAt } },
    select: { id: true },
  });
  if (event !== null) return "EXPLAINED";
  let reportedKey = reported.key;
  const readKey = async (reference: string): Promise<string | null> => {
    reportedKey = await ports.ach.findKey(reference);
    return reportedKey;
  };
  const attempt = await findAttempt(services, reported, { findKey: readKey }, null);
  // What says that a payment was taken whose answer was lost is left to those who read reports all the time.
  if (attempt !== null)
    return attempt.outcome === null || attempt.outcome === "FAILED" ? "EXPLAINED" : "TO_APPLY";
  if (reportedKey === null) return "NEWS";
  const where = { providerKey: keyAsTold(reportedKey) };
  return (await read.recoveredPayment.findFirst({ where })) === null ? "NEWS" : "EXPLAINED";
}
