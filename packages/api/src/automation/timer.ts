import type { Tx } from "@countinghouse/db";
import type { DecideTimedRun, SetAutomationTimer } from "@countinghouse/validators/automation/schemas";
import {
  isTimedRunOver,
  nextTimedRun,
  TIMER_TEXTS,
  type TimedRunState,
  whyNotDecide,
} from "@countinghouse/validators/automation/timer";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { toIsoDay } from "../stored-values.ts";

const SHOWN_RUNS = 10;
const OFF = { isOn: false, runAt: "09:00", version: 0 } as const;

/** When payment automation runs by itself, how the next run stands, and what became of the last ones. */
export async function getAutomationTimer(ctx: AdminCtx) {
  const [timer, runs] = await Promise.all([
    ctx.db.automationTimer.findUnique({
      where: { id: 1 },
      select: { isOn: true, runAt: true, version: true, setBy: { select: { fullName: true } } },
    }),
    ctx.db.timedRun.findMany({
      orderBy: { day: "desc" },
      take: SHOWN_RUNS,
      select: {
        day: true,
        plannedFor: true,
        state: true,
        message: true,
        decidedBy: { select: { fullName: true } },
        batch: { select: { requestedAt: true } },
      },
    }),
  ]);
  const { isOn, runAt, version } = timer ?? OFF;
  const told = runs.map(({ day, decidedBy, batch, ...run }) => ({
    ...run,
    day: toIsoDay(day),
    decidedBy: decidedBy?.fullName ?? null,
    /** Of its batch. */
    requestedAt: batch?.requestedAt ?? null,
  }));
  const next = nextTimedRun(ctx.now(), { isOn, runAt }, overDays(told));
  return {
    isOn,
    runAt,
    version,
    setBy: timer?.setBy.fullName ?? null,
    next: next && { ...next, state: told.find(({ day }) => day === next.day)?.state ?? ("PLANNED" as const) },
    runs: told.filter(({ day }) => day !== next?.day),
  };
}

/** Turns timed runs on, off, or to another time. Throws CONFLICT where they are not as they were read. */
export function setAutomationTimer(ctx: AdminCtx, input: SetAutomationTimer & { requestId: string }) {
  const { isOn, runAt, version } = input;
  const spec = { action: "automation.setTimer", capability: "automation.setTimer", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const before = await tx.automationTimer.findUnique({ where: { id: 1 } });
    const facts = { isOn, runAt, version: version + 1, setById: ctx.actor.id, setAt: now };
    const { count } =
      version === 0
        ? await tx.automationTimer.createMany({ data: facts, skipDuplicates: true })
        : await tx.automationTimer.updateMany({ where: { id: 1, version }, data: facts });
    if (count === 0) throw new DomainError("CONFLICT", TIMER_TEXTS.changed);
    return {
      result: { version: version + 1, message: TIMER_TEXTS.saved },
      audit: {
        subject: { type: "setting", id: "automationTimer" },
        before: before && { isOn: before.isOn, runAt: before.runAt },
        after: { isOn, runAt },
      },
    };
  });
}

/** Holds, releases or cancels the next run. Throws RULE where that is another by now, or stands otherwise. */
export function decideTimedRun(ctx: AdminCtx, input: DecideTimedRun & { requestId: string }) {
  const { day, decision } = input;
  const spec = { action: "automation.decideTimedRun", capability: "automation.run", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const timer = await lockTimer(tx, { wait: true });
    if (timer === null || !timer.isOn) throw new DomainError("RULE", TIMER_TEXTS.isOff);
    const runs = await tx.timedRun.findMany({
      orderBy: { day: "desc" },
      take: SHOWN_RUNS,
      select: { day: true, state: true },
    });
    const known = runs.map((run) => ({ ...run, day: toIsoDay(run.day) }));
    const next = nextTimedRun(now, timer, overDays(known));
    if (next === null || next.day !== day) throw new DomainError("RULE", TIMER_TEXTS.changed);
    const where = { day: new Date(day) };
    const before = known.find((run) => run.day === day)?.state ?? "PLANNED";
    refuseWhen(whyNotDecide(before, decision));
    const state = STATES[decision];
    const facts = { state, plannedFor: next.plannedFor, decidedById: ctx.actor.id };
    await tx.timedRun.upsert({ where, create: { ...where, ...facts }, update: facts });
    return {
      result: { state, message: TIMER_TEXTS.decided[decision] },
      audit: { subject: { type: "timed-run", id: day }, before: { state: before }, after: { state } },
    };
  });
}

const overDays = (runs: readonly { day: string; state: TimedRunState }[]): string[] =>
  runs.flatMap(({ day, state }) => (isTimedRunOver(state) ? [day] : []));

const STATES = { hold: "HELD", release: "PLANNED", cancel: "CANCELLED" } as const;

interface LockedTimer {
  isOn: boolean;
  runAt: string;
  setAt: Date;
  setById: string;
}

/** The timer, held until the end of the transaction: one process runs it, and nobody decides meanwhile. Null where there is none. */
export async function lockTimer(tx: Tx, { wait }: { wait: boolean }): Promise<LockedTimer | null> {
  const rows = wait
    ? await tx.$queryRaw<LockedTimer[]>`
        SELECT is_on AS "isOn", run_at AS "runAt", set_at AS "setAt", set_by_id::text AS "setById"
        FROM automation_timer FOR UPDATE`
    : await tx.$queryRaw<LockedTimer[]>`
        SELECT is_on AS "isOn", run_at AS "runAt", set_at AS "setAt", set_by_id::text AS "setById"
        FROM automation_timer FOR UPDATE SKIP LOCKED`;
  return rows[0] ?? null;
}
