import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { notByItself } from "@countinghouse/validators/approvals/rules";
import {
  type NextRun,
  pastTimedRuns,
  TIMED_RUN_GRACE_MS,
  TIMED_RUN_WORDS,
  TIMER_TEXTS,
  whyNotByItself,
} from "@countinghouse/validators/automation/timer";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkTimeOfDay } from "@countinghouse/validators/new-york";
import { can, ROLES } from "@countinghouse/validators/roles";
import { reasonsToWait } from "../approval-gate/facts.ts";
import type { AuditDraft } from "../audit.ts";
import { emailDraft } from "../auth/message.ts";
import type { WithBulkJobs } from "../bulk-jobs/engine/bulk-engine.ts";
import type { Core } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { writeAsJob } from "../job-writes.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { readSetting } from "../settings/service.ts";
import { toIsoDay } from "../stored-values.ts";
import { openAutomation, runSize } from "./run.ts";
import { lockTimer } from "./timer.ts";

type Services = Pick<Core, "db" | "vault" | "now" | "vendorsOff"> & WithBulkJobs;

const JOB = "automation-timer";

/**
 * Begins the run whose time has come, in the name of who set the timer; says of those that nobody was there for that they were
 * missed; and mails what came of each. One process does so at a time, and each day has one row: none runs twice.
 */
export async function tendAutomationTimer(services: Services): Promise<void> {
  const batchId = await runWhatIsPlanned(services);
  if (batchId !== null) {
    services.bulkJobs.announce({ batchId, kind: "AUTOMATION" });
    services.bulkJobs.wake("AUTOMATION");
  }
  await tellWhatCame(services);
}

function runWhatIsPlanned(services: Services): Promise<string | null> {
  return writeAsJob(services, JOB, async ({ tx, now, vendorsOff }) => {
    const nothing = { result: null, audit: null };
    const timer = await lockTimer(tx, { wait: false });
    if (timer === null) return nothing;
    const events: AuditDraft[] = [];
    let batchId: string | null = null;
    for (const run of pastTimedRuns(now, timer)) {
      const day = new Date(run.day);
      const known = await tx.timedRun.findUnique({ where: { day }, select: { state: true } });
      if (known !== null && known.state !== "PLANNED" && known.state !== "HELD") continue;
      const order = { now, requestedById: timer.setById, vendorsOff };
      const ended = known?.state === "HELD" ? HELD : await begin(tx, order, run);
      await tx.timedRun.upsert({
        where: { day },
        create: { day, plannedFor: run.plannedFor, ...ended },
        update: ended,
      });
      batchId = ended.batchId ?? batchId;
      events.push({ subject: { type: "timed-run", id: run.day }, after: { ...ended } });
    }
    if (events.length === 0) return nothing;
    const audit = { action: "automation.timedRun", requestId: batchId ?? randomUUID(), events } as const;
    return { result: batchId, audit };
  });
}

interface Ended {
  state: "RUN" | "REFUSED" | "MISSED" | "CANCELLED";
  message: string;
  batchId: string | null;
}

/** Nobody asks for a run that begins by itself, so nobody could approve it: it is begun by hand, and then it waits. */
async function refuseToWait(tx: Tx, { now, requestedById }: Order, amountCents: number): Promise<void> {
  const facts = { matters: ["AUTOMATION"] as const, title: "", userId: null, amountCents };
  const { reasons } = await reasonsToWait(tx, now, requestedById, facts);
  if (reasons.length > 0) throw new DomainError("RULE", notByItself(reasons));
}

const HELD: Ended = { state: "CANCELLED", message: TIMER_TEXTS.heldTooLong, batchId: null };

type Order = Parameters<typeof openAutomation>[1];

async function begin(tx: Tx, order: Order, { plannedFor }: NextRun): Promise<Ended> {
  if (order.now.getTime() - plannedFor.getTime() > TIMED_RUN_GRACE_MS)
    return { state: "MISSED", message: TIMER_TEXTS.missed(plannedFor), batchId: null };
  try {
    refuseWhen((await readSetter(tx, order.requestedById)).isThere ? null : TIMER_TEXTS.setterGone);
    const { id } = await openAutomation(tx, order, async (due) => {
      const limitCents = await readSetting(tx, "typedTotalFromCents");
      const { totalCents } = runSize(due);
      refuseWhen(whyNotByItself(totalCents, limitCents));
      await refuseToWait(tx, order, totalCents);
    });
    return { state: "RUN", message: "", batchId: id };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { state: "REFUSED", message: error.message, batchId: null };
  }
}

/** In whose name it runs, and whether that is still somebody who may have it run. */
async function readSetter(tx: Tx, id: string): Promise<{ email: string; isThere: boolean }> {
  const { email, role, status } = await tx.admin.findUniqueOrThrow({
    where: { id },
    select: { email: true, role: true, status: true },
  });
  return { email, isThere: status === "ACTIVE" && can(role, "automation.setTimer") };
}

/** Who is told of it: who set the timer, or where that is nobody any more, everybody who could. */
async function whomToTell(tx: Tx, setById: string): Promise<string[]> {
  const setter = await readSetter(tx, setById);
  if (setter.isThere) return [setter.email];
  const able = ROLES.filter((role) => can(role, "automation.setTimer"));
  const admins = await tx.admin.findMany({
    where: { status: "ACTIVE", role: { in: able } },
    orderBy: { email: "asc" },
    select: { email: true },
  });
  return admins.map(({ email }) => email);
}

/** Mails what came of each run, once it is known. */
function tellWhatCame(services: Services): Promise<void> {
  return writeAsJob(services, JOB, async ({ tx, now, vendorsOff }) => {
    const nothing = { result: undefined, audit: null };
    const timer = await lockTimer(tx, { wait: false });
    if (timer === null) return nothing;
    const open = await tx.timedRun.findMany({
      where: {
        toldAt: null,
        OR: [
          { state: { in: ["MISSED", "REFUSED"] } },
          { state: "CANCELLED", message: { not: "" } },
          { batch: { state: { in: ["COMPLETED", "CANCELLED"] } } },
        ],
      },
      orderBy: { day: "asc" },
      select: { day: true, plannedFor: true, state: true, message: true, batchId: true },
    });
    if (open.length === 0) return nothing;
    const receivers = await whomToTell(tx, timer.setById);
    for (const { day, plannedFor, state, message, batchId } of open) {
      const text = batchId === null ? message : await describeRun(tx, batchId);
      const subject = `Payment automation of ${toIsoDay(day)}: ${TIMED_RUN_WORDS[state].toLowerCase()}`;
      const drafts = receivers.map((to) =>
        emailDraft(`timed-run:${toIsoDay(day)}:${to}`, {
          to,
          subject,
          text: `Planned for ${newYorkTimeOfDay(plannedFor)}. ${text}`,
        }),
      );
      await queueOutbox(tx, services.vault, now, drafts, vendorsOff);
      await tx.timedRun.update({ where: { day }, data: { toldAt: now } });
    }
    return nothing;
  });
}

/** What a batch that is over came to. */
async function describeRun(tx: Tx, batchId: string): Promise<string> {
  const [came] = await tx.$queryRaw<
    { taken: number; cents: number; failed: number; left: number; unknown: number }[]
  >`
    SELECT count(*) FILTER (WHERE i.state = 'DONE')::int AS taken,
      coalesce(sum(coalesce(p.moved_cents, p.amount_cents)) FILTER (WHERE i.state = 'DONE'), 0)::float8 AS cents,
      count(*) FILTER (WHERE i.state = 'FAILED')::int AS failed,
      count(*) FILTER (WHERE i.state = 'CANCELLED')::int AS left,
      count(*) FILTER (WHERE i.state NOT IN ('DONE', 'FAILED', 'CANCELLED'))::int AS unknown
    FROM bulk_item i LEFT JOIN payment_intent p ON p.id = i.intent_id WHERE i.batch_id = ${batchId}::uuid`;
  if (came === undefined) return "";
  const { taken, cents, failed, left, unknown } = came;
  return `${taken} collected (${formatCents(cents)}), ${failed} failed, ${left} not processed, ${unknown} without an outcome.`;
}
