import type { Tx } from "@countinghouse/db";
import { RECOVERY_TEXTS, whyNotRelease } from "@countinghouse/validators/recovery/rules";
import type { ReleaseRecovery } from "@countinghouse/validators/recovery/schemas";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { readGate, recoveryStanding } from "../environment/gate.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import type { WithPayments } from "../payments/engine/payments-engine.ts";
import type { Booked } from "./book.ts";
import { cancelUnsent } from "./cancel-unsent.ts";
import type { WithRecovery } from "./recovery.ts";

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
 * Lets payments go out again. What waits for delivery counts as tried before: it is looked for before it is sent; payments
 * that wait are cancelled. Throws RULE where the database is not in recovery, was not compared as it is now, or holds a payment that nobody asked about.
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
    const messages = await countAsTried(tx, now);
    const cancelled = await cancelUnsent(tx, null);
    const { reasons, recoverySince, address } = environment;
    return {
      result: { releasedAt: now, environmentId: environment.id },
      audit: {
        subject: environmentSubject(gate),
        before: { state: "RECOVERY", reasons, recoverySince, address },
        after: { state: "NORMAL", address: recovery.surroundings.address, reason, messages, cancelled },
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

/** What keeps a recovery from being released: what is not booked, and what is booked and was not asked about. */
async function countOpen(tx: Tx): Promise<{ found: number; unasked: number }> {
  const [row] = await tx.$queryRaw<{ found: number; unasked: number }[]>`
    SELECT count(*) FILTER (WHERE r.state = 'FOUND')::int AS found,
      count(*) FILTER (WHERE r.state = 'BOOKED' AND p.look_ups = 0 AND p.state IN ('SENDING', 'UNKNOWN'))::int AS unasked
    FROM recovered_payment r LEFT JOIN payment_intent p ON p.id = r.intent_id WHERE r.released_at IS NULL`;
  return row ?? { found: 0, unasked: 0 };
}

/** An asset report is charged for each time it is ordered: one that may have been is not ordered again. */
const countAsTried = (tx: Tx, now: Date): Promise<number> => tx.$executeRaw`
  UPDATE outbox_message SET attempts = greatest(attempts, 1),
    leased_until = CASE WHEN topic = 'ASSET_REPORT' THEN ${new Date(now.getTime() - 1)} ELSE leased_until END
  WHERE state = 'QUEUED' AND topic <> 'EMAIL'`;
