import type { PaymentKind, PaymentState } from "@countinghouse/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, record } from "../testing/payments.ts";
import { moveIntent } from "./state.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

interface Made {
  kind?: PaymentKind;
  path?: PaymentState[];
  outcomes?: (PaymentState | null)[];
  sentAt?: Date;
}

let keys = 0;

/** Creates a payment with one attempt for each outcome, a minute apart. */
async function pay(userId: number, made: Made = {}): Promise<string> {
  const { kind = "SALE", path = ["READY", "SENDING", "SUCCEEDED"], outcomes = ["SUCCEEDED"] } = made;
  const sentAt = made.sentAt ?? new Date("2026-11-20T15:00:00Z");
  return api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.paymentIntent.create({
      data: { userId, kind, paymentType: "DEBIT", businessKey: `test:${++keys}`, amountCents: 1_250n },
      select: { id: true },
    });
    for (const [index, outcome] of outcomes.entries()) {
      const key = `test-${keys}-${index + 1}`;
      await tx.paymentAttempt.create({
        data: {
          intentId: id,
          sequence: index + 1,
          provider: "tabapay",
          providerKey: key,
          providerReference: `ref-${key}`,
          outcome,
          sentAt: new Date(sentAt.getTime() + index * 60_000),
        },
      });
    }
    await moveIntent(tx, id, "CREATED", path);
    return id;
  });
}

const list = async (userId: number, page: object = {}) =>
  (await api.as("VIEWER")).payments.processorTransactions({ userId, ...page });

it("lists nothing for a customer without calls", async () => {
  const { id } = await api.user();
  expect(await list(id)).toEqual({ transactions: [], total: 0, nextCursor: null });
});

it("lists each call to a processor, the latest first, with the state of the payment", async () => {
  const { id } = await api.user();
  await pay(id, { outcomes: ["FAILED", "SUCCEEDED"] });
  const { transactions, total } = await list(id);
  expect(total).toBe(2);
  expect(transactions).toEqual([
    {
      id: expect.any(String),
      sentAt: new Date("2026-11-20T15:01:00Z"),
      provider: "tabapay",
      reference: `ref-test-${keys}-2`,
      kind: "SALE",
      paymentType: "DEBIT",
      amountCents: 1_250,
      movedCents: null,
      attempt: 2,
      attempts: 2,
      state: "SUCCEEDED",
    },
    expect.objectContaining({ attempt: 1, attempts: 2, state: "FAILED", reference: `ref-test-${keys}-1` }),
  ]);
});

it("shows an attempt without an answer as unknown, and the last attempt with the state of the payment", async () => {
  const { id } = await api.user();
  await pay(id, { outcomes: [null], path: ["READY", "SENDING", "UNKNOWN"] });
  expect((await list(id)).transactions[0]?.state).toBe("UNKNOWN");
  await pay(id, {
    kind: "DEBIT",
    outcomes: ["SUBMITTED"],
    path: ["READY", "SENDING", "SUBMITTED", "SETTLED"],
  });
  const states = (await list(id)).transactions.map(({ state }) => state).sort();
  expect(states).toEqual(["SETTLED", "UNKNOWN"]);
});

it("leaves out manual payments and the calls of other customers", async () => {
  const [{ id }, { id: other }] = [await api.user(), await api.user()];
  await record(api, payment(id), "SUPERADMIN");
  await pay(other);
  expect((await list(id)).total).toBe(0);
});

it("pages without a gap or a repeat, even among calls of the same moment", async () => {
  const { id } = await api.user();
  for (let made = 0; made < 7; made++) await pay(id);
  const seen: string[] = [];
  let cursor: Awaited<ReturnType<typeof list>>["nextCursor"] = null;
  const sizes: number[] = [];
  do {
    const page = await list(id, { cursor, limit: 3 });
    seen.push(...page.transactions.map((each) => each.id));
    sizes.push(page.transactions.length);
    expect(page.total).toBe(7);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(sizes).toEqual([3, 3, 1]);
  expect(new Set(seen).size).toBe(7);
});
