import { randomUUID } from "node:crypto";
import type { Prisma, Tx } from "@countinghouse/db";
import { addDays, formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { RECONCILED_DAYS_TEXTS as TEXT } from "@countinghouse/validators/reconciled-days/rules";
import type { OneDay } from "@countinghouse/validators/reconciled-days/schemas";
import { latestReconciliationDay } from "@countinghouse/validators/reconciliation/rules";
import type { Actor, AdminActor } from "../actor.ts";
import { canonicalJson } from "../canonical-json.ts";
import { type Ctx, createCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { allPaymentsReconciliation } from "../reconciliation/all-payments.ts";
import { explainBreaks } from "./causes.ts";

type Asking = WithPorts<"ach" | "cards" | "ledgerSheet">;
type Report = Awaited<ReturnType<typeof allPaymentsReconciliation>>;

/**
 * Compares all payments of a day in the three systems, and keeps the run with what it found: a break that is there no more is
 * gone, one that was seen to and is another one now is open again. Throws RULE once the day is signed off, CONFLICT where it was
 * compared by somebody else meanwhile: what is newer stays; and what the comparison throws.
 */
export async function runDay(
  ctx: Ctx<AdminActor | Extract<Actor, { kind: "job" }>, Asking>,
  input: OneDay & { requestId: string },
) {
  const { day } = input;
  const askedAt = ctx.now();
  const report = await allPaymentsReconciliation(ctx, { customDate: { start: day, end: day } });
  const spec = { action: "reconciledDays.run", capability: "reconciliation.resolve", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockDay(tx, day);
    const newer = await tx.reconciliationRun.findFirst({
      where: { day: new Date(day), at: { gt: askedAt } },
    });
    if (newer !== null) throw new DomainError("CONFLICT", TEXT.comparedMeanwhile);
    const kept = toKeep(report);
    const { total, open } = await keepBreaks(tx, day, now, report, kept.isWhole);
    const { id: runId } = await tx.reconciliationRun.create({
      select: { id: true },
      data: {
        day: new Date(day),
        at: now,
        byId: ctx.actor.kind === "admin" ? ctx.actor.id : null,
        payments: report.transactions.length,
        breaks: total,
        totals: asJson(report.totals),
        ...kept,
      },
    });
    const result = { runId, payments: report.transactions.length, breaks: total, open };
    return { result, audit: { subject: { type: "reconciled_day", id: day }, after: result } };
  });
}

const asJson = (totals: Report["totals"]): Prisma.InputJsonArray => JSON.parse(JSON.stringify(totals));

/** Holds a day for the rest of the transaction. Throws RULE once it is signed off. */
export async function lockDay(tx: Tx, day: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`reconciled-day:${day}`}, 0))`;
  const signed = await tx.reconciliationCertificate.findUnique({
    where: { day: new Date(day) },
    select: { day: true },
  });
  refuseWhen(signed === null ? null : TEXT.signed);
}

function toKeep({ unanswered, transactions, daysWithoutReport }: Report) {
  // Each message names its system.
  const silent = unanswered.map(({ message }) => message);
  const without = daysWithoutReport.length === 0 ? [] : [NO_REPORT];
  return {
    isWhole: unanswered.length === 0 && transactions.every(({ status }) => status !== null),
    unanswered: [...silent, ...without].join(" "),
  };
}

const NO_REPORT = "The card processor has no report of the day. Payments known only there are not found.";

async function keepBreaks(tx: Tx, day: string, now: Date, report: Report, isWhole: boolean) {
  const on = new Date(day);
  const known = await tx.reconciliationBreak.findMany({ where: { day: on } });
  const byRef = new Map(known.map((each) => [each.ref, each]));
  const broken = report.transactions.filter(({ status }) => status !== null && status !== "Match");
  const explained = explainBreaks(broken);
  const refs = new Set<string>();
  for (const { row, cause, partner } of explained) {
    const ref = transactionRef(row);
    refs.add(ref);
    const facts = {
      status: row.status ?? "",
      cause,
      reason: row.reason ?? "",
      direction: row.direction,
      userId: row.userId,
      paymentId: row.paymentId,
      partnerRef: partner === null ? null : transactionRef(broken[partner] ?? row),
      deltaCents: BigInt(row.deltaCents),
      lines: row.transactions as unknown as object,
      seenAt: now,
      goneAt: null,
    };
    const before = byRef.get(ref);
    const isAnother = before !== undefined && canonicalJson(before.lines) !== canonicalJson(row.transactions);
    // What was repaired and is still there did not help; what was accepted was accepted as it was.
    const reopened = before?.resolution === "REPAIRED" || isAnother || before?.goneAt != null ? OPEN : {};
    await tx.reconciliationBreak.upsert({
      where: { day_ref: { day: on, ref } },
      create: { day: on, ref, ...facts, foundAt: now },
      update: { ...facts, ...reopened },
    });
  }
  if (isWhole)
    await tx.reconciliationBreak.updateMany({
      where: { day: on, goneAt: null, ref: { notIn: [...refs] } },
      data: { goneAt: now },
    });
  const open = await tx.reconciliationBreak.count({ where: { day: on, goneAt: null, resolution: null } });
  return { total: explained.length, open };
}

/** What a break is that nobody has seen to. */
export const OPEN = {
  resolution: null,
  why: "",
  matchId: null,
  resolvedAt: null,
  resolvedById: null,
} as const;

const transactionRef = ({
  paymentId,
  transactions: [first],
}: Pick<Report["transactions"][number], "paymentId" | "transactions">) =>
  paymentId ?? `${first?.sourceSystem}:${first?.uniqueRef}`;

/** In these hours in New York few work. */
const HOURS = { from: 3, to: 6 };
/** Days that were missed, say while nothing ran, are caught up with. */
const CAUGHT_UP_DAYS = 3;

/** Compares the last days that no run is kept of, once it is night. Returns the days that were compared. */
export async function runDaysNightly(services: Core & Asking): Promise<string[]> {
  const { now, db, vendorsOff, log } = services;
  const hour = Number(formatNewYork(now(), "dateTime").slice(11, 13));
  if (hour < HOURS.from || hour >= HOURS.to) return [];
  if (vendorsOff.includes("ledgerSheet") || (vendorsOff.includes("ach") && vendorsOff.includes("cards")))
    return [];
  const latest = latestReconciliationDay(newYorkDate(now()));
  const done: string[] = [];
  for (let back = CAUGHT_UP_DAYS - 1; back >= 0; back--) {
    const day = addDays(latest, -back);
    if (
      (await db.read.reconciliationRun.findFirst({ where: { day: new Date(day) }, select: { id: true } })) !==
      null
    )
      continue;
    try {
      await runDay(createCtx(services, { kind: "job", name: "reconciliation" }, NO_REQUEST), {
        day,
        requestId: randomUUID(),
      });
      done.push(day);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.warn({ day, error: error.message }, "a day was not reconciled");
    }
  }
  return done;
}

const NO_REQUEST = {
  correlationId: "",
  ip: "",
  userAgent: "reconciliation",
  refreshToken: null,
  deviceTokens: [],
  sameSite: true,
  answer: new Headers(),
};
