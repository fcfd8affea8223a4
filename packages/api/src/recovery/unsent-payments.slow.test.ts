import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import { moveIntent } from "../payments/state.ts";
import { lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, startOn } from "../testing/recovery.ts";

const CANCELLED =
  "The payment was started before the console was released from recovery and was not sent. Start it again if it is still needed.";

let before: TestApi;
let processors: TestProcessors;
let after: TestApi;
beforeEach(async () => {
  ({ api: before, processors } = await openPayments({
    roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"],
    passcodes: true,
  }));
});
afterEach(async () => {
  await after.close();
  await before.close();
});

const readIntent = (api: TestApi, id: string) =>
  api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });

/** Begins the like of a payment, as somebody does who presses while the database is still being compared. */
async function beginLike(
  payment: Awaited<ReturnType<typeof readIntent>>,
  businessKey: string,
): Promise<string> {
  const { state: _state, updatedAt: _updatedAt, ...data } = payment;
  const id = randomUUID();
  const again = { id, businessKey, failureMessage: "", postFundedAt: null, dueAt: after.clock.now() };
  await after.database.unsafeTransaction(async (tx) => {
    await tx.paymentIntent.create({ data: { ...data, ...again } });
    await moveIntent(tx, id, "CREATED", ["READY"]);
  });
  return id;
}

/** Sends a payment, goes back to before it, and begins the like of it there. */
async function pressedAgain(mode: "SALE" | "FUND"): Promise<{ sent: string; again: string }> {
  const customer = await payableCustomer(before);
  const backup = await backUp(before);
  const { paymentId: sent } = await run(before, order(customer, mode));
  const payment = await readIntent(before, sent);
  after = await startOn(backup, before, processors);
  const key = mode === "FUND" ? payment.businessKey : `sale:again:${randomUUID()}`;
  return { sent, again: await beginLike(payment, key) };
}

const book = async () => (await after.as("SUPERADMIN")).recovery.book({ requestId: randomUUID() });

async function release(): Promise<void> {
  after.clock.advance({ minutes: 3 });
  await after.services.payments.drain();
  const input = { requestId: randomUUID(), word: "RELEASE", reason: "Restored this morning" } as const;
  await (await after.as("SUPERADMIN")).recovery.release(input);
  await after.services.payments.drain();
}

it.each(["SALE", "FUND"] as const)(
  "a %s that was sent is booked, and the same one that was begun meanwhile is cancelled and never sent",
  async (mode) => {
    const { sent, again } = await pressedAgain(mode);
    expect(await book()).toEqual({ booked: 1, waiting: 0, refused: 0 });
    expect(await lastAuditEvent(after, "recovery.booked")).toMatchObject({ after: { cancelled: [again] } });
    await release();
    expect(await readIntent(after, sent)).toMatchObject({ state: "SUCCEEDED" });
    expect(await readIntent(after, again)).toMatchObject({ state: "CANCELLED", failureMessage: CANCELLED });
    expect(processors.books).toHaveLength(1);
  },
);

it("what anybody else began before the release is told, and cancelled by it", async () => {
  const { sent } = await pressedAgain("SALE");
  const other = await payableCustomer(after);
  const { userId, cardId } = { userId: other.userId, cardId: other.cardId };
  const payment = await readIntent(before, sent);
  const waiting = await beginLike({ ...payment, userId, cardId }, `sale:other:${randomUUID()}`);
  await book();
  expect(await (await after.as("ADMIN")).recovery.status()).toMatchObject({
    unsent: { count: 1, amountCents: 1000 },
  });
  await release();
  expect(await readIntent(after, waiting)).toMatchObject({ state: "CANCELLED", failureMessage: CANCELLED });
  expect(await lastAuditEvent(after, "recovery.release")).toMatchObject({ after: { cancelled: [waiting] } });
  expect(processors.books).toHaveLength(1);
});
