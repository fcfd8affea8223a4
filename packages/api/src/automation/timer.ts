import type { Tx } from "@countinghouse/db";
import type { DecideTimedRun, SetAutomationTimer } from "@countinghouse/validators/automation/schemas";
import { nextTimedRun, TIMER_TEXTS, whyNotDecide } from "@countinghouse/validators/automation/timer";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";

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
  const next = nextTimedRun(ctx.now(), { isOn, runAt });
  const told = runs.map(({ day, decidedBy, batch, ...run }) => ({
    ...run,
    day: toIsoDay(day),
    decidedBy: decidedBy?.fullName ?? null,
    /** Of its batch. */
    requestedAt: batch?.requestedAt ?? null,
  }));
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
    const next = nextTimedRun(now, timer);
    if (next === null || next.day !== day) throw new DomainError("RULE", TIMER_TEXTS.changed);
    const where = { day: new Date(day) };
    const run = await tx.timedRun.findUnique({ where, select: { state: true } });
    const before = run?.state ?? "PLANNED";
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

/** YYYY-MM-DD of a DATE. */
export const toIsoDay = (day: Date): string => day.toISOString().slice(0, 10);
