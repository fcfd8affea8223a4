import { newYorkDate } from "@countinghouse/validators/new-york";
import { PROMISE_RECORDED, whyNotPromise } from "@countinghouse/validators/promises/rules";
import type { RecordPromise } from "@countinghouse/validators/promises/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";

/**
 * Records that a customer promised to pay so much (cents) until a day. Once that is over and less was collected since, it waits in
 * Today. Throws RULE for more than is owed and a day that is over or too far off, NOT_FOUND.
 */
export function recordPromise(ctx: AdminCtx, input: RecordPromise & { requestId: string }) {
  const { userId, amountCents, dueOn } = input;
  const spec = { action: "promises.record", capability: "promises.record", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const user = found(
      await tx.user.findUnique({
        where: { id: userId },
        select: { balance: { select: { balanceCents: true } } },
      }),
      unknownUser(userId),
    );
    const owedCents = Number(user.balance?.balanceCents ?? 0);
    refuseWhen(whyNotPromise({ amountCents, dueOn, owedCents, today: newYorkDate(now) }));
    const { id } = await tx.paymentPromise.create({
      data: {
        userId,
        amountCents: BigInt(amountCents),
        dueOn: new Date(dueOn),
        madeById: ctx.actor.id,
        madeAt: now,
      },
      select: { id: true },
    });
    return {
      result: { id, message: PROMISE_RECORDED },
      audit: { subject: { type: "user", id: userId }, after: { promiseId: id, amountCents, dueOn } },
    };
  });
}
