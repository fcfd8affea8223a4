import type { Tx } from "@countinghouse/db";
import { RECOVERY_TEXTS } from "@countinghouse/validators/recovery/rules";
import type { SettleClock } from "@countinghouse/validators/recovery/schemas";
import type { Ctx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";

/** The clocks of processes differ by less. */
const AHEAD_MS = 60 * 60_000;

/** Returns true for a stored time that is more than an hour ahead of the clock. */
export const isAhead = (written: Date, now: Date): boolean => written.getTime() - now.getTime() > AHEAD_MS;

/**
 * After the server's clock was ahead and was set back: takes the last moment before now at which a payment was sent or a report
 * was received for the last comparison, so that all later days are compared and read again. Throws RULE where no clock was ahead.
 */
export function settleClock(ctx: Ctx, input: SettleClock & { requestId: string }) {
  const spec = { action: "recovery.settleClock", capability: "recovery.release", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT 1 FROM environment FOR UPDATE`;
    const environment = found(await tx.environment.findFirst(), RECOVERY_TEXTS.clockIsRight);
    const { id, verifiedAt } = environment;
    refuseWhen(isAhead(verifiedAt, now) ? null : RECOVERY_TEXTS.clockIsRight);
    const knownAt = (await lastKnown(tx, now)) ?? now;
    await tx.environment.update({ where: { id }, data: { verifiedAt: knownAt, problem: "" } });
    await tx.reportPull.updateMany({ where: { lastGoodAt: { gt: now } }, data: { lastGoodAt: knownAt } });
    return {
      result: { comparedFrom: knownAt },
      audit: {
        subject: { type: "environment", id },
        before: { verifiedAt },
        after: { verifiedAt: knownAt, reason: input.reason },
      },
    };
  });
}

async function lastKnown(tx: Tx, now: Date): Promise<Date | null> {
  const [row] = await tx.$queryRaw<{ at: Date | null }[]>`
    SELECT greatest(
      (SELECT max(sent_at) FROM payment_attempt WHERE provider IN ('payliance', 'tabapay') AND sent_at <= ${now}),
      (SELECT max(received_at) FROM processor_event WHERE received_at <= ${now})) AS at`;
  return row?.at ?? null;
}
