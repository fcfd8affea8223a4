import type { Tx } from "@countinghouse/db";
import { LOOKED_UP_STATES } from "@countinghouse/validators/payments/states";
import { RECOVERY_TEXTS, whyNotRelease } from "@countinghouse/validators/recovery/rules";
import type { ConfirmRefused, ReleaseRecovery } from "@countinghouse/validators/recovery/schemas";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { readGate, recoveryStanding } from "../environment/gate.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { WithPayments } from "../payments/engine/payments-engine.ts";
import type { Booked } from "./book.ts";
import type { WithRecovery } from "./recovery.ts";
import { settleWaiting } from "./settle.ts";

/**
 * Writes again what the journal of sent payments has and this database has not; the processors are asked what became of
 * each. May be done as often as one likes. Throws RULE where the database is not in recovery.
 */
export async function bookRecovery(
  ctx: Ctx<Actor, WithRecovery & WithPayments>,
  input: { requestId: string },
): Promise<Booked> {
  const spec = { action: "recovery.book", capability: "recovery.release", input } as const;
  await ctx.command(spec, async ({ tx }) => {
    const gate = await readGate(tx);
    if (recoveryStanding(gate) !== "RECOVERY") throw new DomainError("RULE", RECOVERY_TEXTS.notInRecovery);
    const waiting = await tx.recoveredPayment.count({
      where: { releasedAt: null, state: { not: "BOOKED" } },
    });
    return {
      result: null,
      audit: { subject: environmentSubject(gate), after: { payments: waiting } },
    };
  });
  const { recovery, payments } = ctx.services;
  return recovery.book((kind) => payments.leftAloneMs(kind));
}

/**
 * Keeps of one payment that can not be booked that somebody has seen to it, and what was done. Throws RULE where it is
 * not such a one.
 */
export async function confirmRefused(
  ctx: Ctx<Actor, WithRecovery>,
  input: ConfirmRefused & { requestId: string },
): Promise<null> {
  const spec = { action: "recovery.confirm", capability: "recovery.release", input } as const;
  const { key, note } = input;
  return ctx.command(spec, async ({ tx, now }) => {
    const where = { providerKey: key, state: "REFUSED", releasedAt: null } as const;
    const row = await tx.recoveredPayment.findFirst({ where });
    if (row === null) throw new DomainError("RULE", RECOVERY_TEXTS.notRefused);
    const confirmedById = ctx.actor.kind === "admin" ? ctx.actor.id : null;
    const data = { confirmedAt: now, confirmedById, confirmation: note };
    const { count } = await tx.recoveredPayment.updateMany({ where: { ...where, reason: row.reason }, data });
    if (count === 0) throw new DomainError("RULE", RECOVERY_TEXTS.notRefused);
    const amountCents = Number(row.amountCents);
    return {
      result: null,
      audit: {
        subject: { type: "user", id: row.userId },
        after: { key, kind: row.kind, amountCents, reason: row.reason, note },
      },
    };
  });
}

/**
 * Lets payments go out again. What waits for delivery counts as tried before: it is looked for before it is sent; payments
 * that wait are cancelled, and bulk jobs that charge are paused. Throws RULE where the database is not in recovery, was not compared as it is now, or holds a payment that nobody asked about, or that can not be booked and nobody has seen to.
 */
export async function releaseRecovery(
  ctx: Ctx<Actor, WithRecovery>,
  input: ReleaseRecovery & { requestId: string },
) {
  const { recovery, wakeOutbox } = ctx.services;
  const spec = { action: "recovery.release", capability: "recovery.release", input } as const;
  const { reason } = input;
  const released = await ctx.command(spec, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT 1 FROM environment FOR UPDATE`;
    const environment = found(await tx.environment.findFirst(), RECOVERY_TEXTS.notInRecovery);
    const gate = await readGate(tx);
    const figures = await countOpen(tx);
    const isVerified = gate?.isVerified === true;
    refuseWhen(whyNotRelease({ standing: recoveryStanding(gate), isVerified, ...figures }));
    const by = ctx.actor.kind === "admin" ? ctx.actor.id : null;
    await tx.environment.update({
      where: { id: environment.id },
      data: {
        state: "NORMAL",
        reasons: [],
        recoverySince: null,
        address: recovery.surroundings.address,
        verifiedAt: now,
        releasedAt: now,
        releasedById: by,
        releaseReason: reason,
      },
    });
    await tx.recoveredPayment.updateMany({ where: { releasedAt: null }, data: { releasedAt: now } });
    const settled = await settleWaiting(tx, now);
    const { reasons, recoverySince, address } = environment;
    return {
      result: { releasedAt: now, environmentId: environment.id },
      audit: {
        subject: environmentSubject(gate),
        before: { state: "RECOVERY", reasons, recoverySince, address },
        after: {
          state: "NORMAL",
          address: recovery.surroundings.address,
          reason,
          ...settled,
        },
      },
    };
  });
  // A journal that was lost begins anew; where that fails, the next start is in recovery once more.
  const { journal } = recovery;
  if (!(await journal.isThere(released.environmentId))) await journal.open(released.environmentId);
  wakeOutbox();
  return released;
}

const environmentSubject = (gate: { environmentId: string } | null) => ({
  type: "environment",
  id: gate?.environmentId ?? "",
});

interface OpenPayments {
  found: number;
  unasked: number;
  unconfirmed: number;
}

/** What keeps a recovery from being released: what is not booked, was not asked about, or was not seen to. */
async function countOpen(tx: Tx): Promise<OpenPayments> {
  const [row] = await tx.$queryRaw<OpenPayments[]>`
    SELECT count(*) FILTER (WHERE r.state = 'FOUND')::int AS found,
      count(*) FILTER (WHERE r.state = 'REFUSED' AND r.confirmed_at IS NULL)::int AS unconfirmed,
      count(*) FILTER (WHERE r.state = 'BOOKED' AND p.look_ups = 0 AND p.state::text = ANY(${[...LOOKED_UP_STATES]}))::int AS unasked
    FROM recovered_payment r LEFT JOIN payment_intent p ON p.id = r.intent_id WHERE r.released_at IS NULL`;
  return row ?? { found: 0, unasked: 0, unconfirmed: 0 };
}
