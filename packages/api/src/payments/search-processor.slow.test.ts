import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";

type Search = RouterInputs["payments"]["searchProcessor"];

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments());
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const search = async (what: Search = {}) => (await api.as("VIEWER")).payments.searchProcessor(what);
const found = async (what: Search) => (await search(what)).transactions.map(({ paymentId }) => paymentId);

const confirmed = { ...JUST_LOOKED, balance: true, funded: false };
const charge = (customer: Payable, mode: "SALE" | "DEBIT") => run(api, order(customer, mode, { confirmed }));

/** Sets the time at which a payment was sent. */
const sentAt = (paymentId: string, at: string) =>
  api.database.unsafeTransaction((tx) =>
    tx.paymentAttempt.updateMany({ where: { intentId: paymentId }, data: { sentAt: new Date(at) } }),
  );

it("returns each call with its user, processor, key, reference, amount and payment state", async () => {
  const customer = await payableCustomer(api);
  const { paymentId } = await charge(customer, "SALE");
  const [moved] = processors.books;
  expect((await search({ userId: customer.userId })).transactions).toEqual([
    {
      id: expect.any(String),
      paymentId,
      sentAt: api.clock.now(),
      provider: "tabapay",
      key: moved?.key,
      reference: `txn-${moved?.key}`,
      userId: customer.userId,
      userName: "Maria Delgado",
      kind: "SALE",
      paymentType: "DEBIT",
      amountCents: 1000,
      movedCents: null,
      attempt: 1,
      attempts: 1,
      state: "SUCCEEDED",
    },
  ]);
});

it("finds the calls of all users, the latest first, but no manual payments", async () => {
  const [one, two] = [await payableCustomer(api), await payableCustomer(api)];
  const first = await charge(one, "SALE");
  const second = await charge(two, "DEBIT");
  const byHand = await record(api, payment(one.userId), "SUPERADMIN");
  await sentAt(first.paymentId, "2027-01-02T15:00:00Z");
  await sentAt(second.paymentId, "2027-01-01T15:00:00Z");
  const all = await found({});
  expect(all.slice(0, 2)).toEqual([first.paymentId, second.paymentId]);
  expect(all).not.toContain(byHand.paymentId);
});

describe("a transaction is found by", () => {
  it("its whole key in any case, its whole reference, and its whole payment id", async () => {
    const { paymentId } = await charge(await payableCustomer(api), "DEBIT");
    const key = processors.books[0]?.key ?? "";
    for (const reference of [key, key.toUpperCase(), `auth-${key}`, ` ${key} `, paymentId])
      expect(await found({ reference })).toEqual([paymentId]);
    for (const reference of [key.slice(1), `auth-${key}x`, "00000000-0000-7000-8000-000000000000"])
      expect(await found({ reference })).toEqual([]);
  });

  it("the state of its payment", async () => {
    const customer = await payableCustomer(api);
    processors.next("declined");
    const declined = await charge(customer, "DEBIT");
    processors.next("lostAfter");
    const lost = await charge(customer, "SALE");
    const { userId } = customer;
    expect(await found({ userId, state: "UNKNOWN" })).toEqual([lost.paymentId]);
    expect(await found({ userId, state: "FAILED" })).toEqual([declined.paymentId]);
    expect(await found({ userId, state: "SETTLED" })).toEqual([]);
  });

  it("the New York days of sending, both included, in winter and in summer", async () => {
    const customer = await payableCustomer(api);
    const { userId } = customer;
    const { paymentId } = await charge(customer, "SALE");
    const isFoundOn = async (from: string | null, to: string | null) =>
      (await found({ userId, from, to })).includes(paymentId);
    await sentAt(paymentId, "2026-11-21T04:59:59.999Z");
    expect(await isFoundOn("2026-11-20", "2026-11-20")).toBe(true);
    expect(await isFoundOn("2026-11-21", null)).toBe(false);
    expect(await isFoundOn(null, "2026-11-19")).toBe(false);
    await sentAt(paymentId, "2026-07-02T04:00:00Z");
    expect(await isFoundOn("2026-07-02", "2026-07-02")).toBe(true);
    expect(await isFoundOn(null, "2026-07-01")).toBe(false);
  });

  it("all filters at once", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await charge(customer, "SALE");
    const all = {
      userId: customer.userId,
      reference: processors.books[0]?.key ?? "",
      from: "2026-11-20",
      to: "2026-11-20",
      state: "SUCCEEDED",
    } as const;
    expect(await found(all)).toEqual([paymentId]);
    expect(await found({ ...all, state: "FAILED" })).toEqual([]);
    expect(await found({ ...all, userId: customer.userId + 1 })).toEqual([]);
  });
});

it("refuses days in the wrong order and days that do not exist", async () => {
  await expect(search({ from: "2026-11-21", to: "2026-11-20" })).rejects.toThrow(
    "The first day is after the last one.",
  );
  await expect(search({ from: "2026-02-30" })).rejects.toThrow("This is not a day.");
});

it("pages without a gap or a repeat, even among calls of the same moment", async () => {
  const customer = await payableCustomer(api);
  const { userId } = customer;
  for (let made = 0; made < 5; made++) await charge(customer, made % 2 === 0 ? "SALE" : "DEBIT");
  const seen: string[] = [];
  const sizes: number[] = [];
  let cursor: Search["cursor"] = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ userId, cursor, limit: 2 });
    seen.push(...page.transactions.map(({ id }) => id));
    sizes.push(page.transactions.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(sizes).toEqual([2, 2, 1]);
  expect(new Set(seen).size).toBe(5);
});
