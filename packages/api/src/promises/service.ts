import type { Statement, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  MOST_PROMISES,
  PROMISE_CHANGED,
  PROMISE_ENDED,
  PROMISE_RECORDED,
  type PromiseState,
  whyNotAlterPromise,
  whyNotPromise,
} from "@countinghouse/validators/promises/rules";
import type {
  ChangePromise,
  EndPromise,
  ListPromises,
  RecordPromise,
} from "@countinghouse/validators/promises/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { WORK_TEXTS, whyNotPromiseOf } from "@countinghouse/validators/work/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { PROMISES_SQL } from "./paid.ts";

type Requested<Input> = Input & { requestId: string };

/** $2 is the day in New York. */
const STATE_SQL = `CASE WHEN p.ended_at IS NOT NULL THEN 'ENDED' WHEN paid.cents >= p.amount_cents THEN 'KEPT'
    WHEN p.due_on < $2::date THEN 'BROKEN' ELSE 'OPEN' END`;

const OF_CUSTOMER: Statement = {
  name: "promises.list",
  text: `SELECT p.id::text AS id, p.amount_cents::float8 AS "amountCents", p.due_on::text AS "dueOn", p.made_at AS "madeAt",
      made.full_name AS "madeBy", p.ended_at AS "endedAt", ended.full_name AS "endedBy", p.version,
      paid.cents::float8 AS "paidCents", ${STATE_SQL} AS state
    FROM ${PROMISES_SQL} JOIN admin made ON made.id = p.made_by_id LEFT JOIN admin ended ON ended.id = p.ended_by_id
    WHERE p.user_id = $1 ORDER BY p.made_at DESC, p.id DESC LIMIT ${MOST_PROMISES}`,
};

const ONE = `SELECT ${STATE_SQL} AS state, p.amount_cents::float8 AS "amountCents", p.due_on::text AS "dueOn"
  FROM ${PROMISES_SQL} WHERE p.id = $1::uuid`;

type Listed = {
  id: string;
  amountCents: number;
  dueOn: string;
  madeAt: Date;
  madeBy: string;
  endedAt: Date | null;
  endedBy: string | null;
  version: number;
  paidCents: number;
  state: PromiseState;
};

/** Returns the promises of a customer with their states, the newest first. Cents. */
export const listPromises = (ctx: AdminCtx, { userId }: ListPromises): Promise<Listed[]> =>
  ctx.db.sql<Listed>(OF_CUSTOMER, [userId, newYorkDate(ctx.now())]);

/**
 * Records that a customer promised to pay so much (cents) until a day. Once that is over and less was collected since, it waits in
 * Today. Throws RULE for more than is owed, a day that is over or too far off, and an item that is not about a payment of this
 * customer, NOT_FOUND.
 */
export function recordPromise(ctx: AdminCtx, input: Requested<RecordPromise>) {
  const { userId, amountCents, dueOn, item } = input;
  const spec = { action: "promises.record", capability: "promises.record", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    if (item !== undefined) {
      refuseWhen(whyNotPromiseOf(item.kind));
      const { kind, key } = item;
      const cause = await tx.workCause.findUnique({
        where: { kind_key: { kind, key } },
        select: { customerId: true },
      });
      refuseWhen(found(cause, WORK_TEXTS.gone).customerId === userId ? null : WORK_TEXTS.noPromise);
    }
    const owedCents = await readOwed(tx, userId);
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

/** Changes amount (cents) and day of a promise. Throws RULE for a kept or ended promise and as `recordPromise` does, CONFLICT. */
export function changePromise(ctx: AdminCtx, input: Requested<ChangePromise>) {
  const { promiseId, amountCents, dueOn, version } = input;
  const spec = { action: "promises.change", capability: "promises.record", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { userId, ...before } = await readAlterable(tx, promiseId, now);
    const owedCents = await readOwed(tx, userId);
    refuseWhen(whyNotPromise({ amountCents, dueOn, owedCents, today: newYorkDate(now) }));
    const data = { amountCents: BigInt(amountCents), dueOn: new Date(dueOn), version: { increment: 1 } };
    refuseChanged(await tx.paymentPromise.updateMany({ where: { id: promiseId, version }, data }));
    return {
      result: { version: version + 1, message: PROMISE_CHANGED },
      audit: {
        subject: { type: "user", id: userId },
        before: { promiseId, ...before },
        after: { promiseId, amountCents, dueOn },
      },
    };
  });
}

/** Ends a promise. Payment automation and Today ignore it from then on. Throws RULE for a kept or ended promise, CONFLICT. */
export function endPromise(ctx: AdminCtx, input: Requested<EndPromise>) {
  const { promiseId, version } = input;
  const spec = { action: "promises.end", capability: "promises.record", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { userId, ...before } = await readAlterable(tx, promiseId, now);
    const data = { endedAt: now, endedById: ctx.actor.id, version: { increment: 1 } };
    refuseChanged(await tx.paymentPromise.updateMany({ where: { id: promiseId, version }, data }));
    return {
      result: { version: version + 1, message: PROMISE_ENDED },
      audit: {
        subject: { type: "user", id: userId },
        before: { promiseId, ...before },
        after: { promiseId, ended: true },
      },
    };
  });
}

async function readOwed(tx: Tx, userId: number): Promise<number> {
  const user = found(
    await tx.user.findUnique({
      where: { id: userId },
      select: { balance: { select: { balanceCents: true } } },
    }),
    unknownUser(userId),
  );
  return Number(user.balance?.balanceCents ?? 0);
}

/** Reads a promise and locks its customer. Throws NOT_FOUND, and RULE for a kept or ended promise. */
async function readAlterable(tx: Tx, promiseId: string, now: Date) {
  const { userId } = found(
    await tx.paymentPromise.findUnique({ where: { id: promiseId }, select: { userId: true } }),
    "There is no such promise.",
  );
  await lockUser(tx, userId);
  const [row] = await tx.$queryRawUnsafe<{ state: PromiseState; amountCents: number; dueOn: string }[]>(
    ONE,
    promiseId,
    newYorkDate(now),
  );
  const { state, ...before } = found(row, "There is no such promise.");
  refuseWhen(whyNotAlterPromise(state));
  return { userId, ...before };
}

function refuseChanged({ count }: { count: number }): void {
  if (count === 0)
    throw new DomainError("CONFLICT", "Someone else changed the promise. Reload and try again.");
}
