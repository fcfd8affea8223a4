import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setRules, waitingPayment } from "../testing/approvals.ts";
import { press } from "../testing/automation.ts";
import { dueCustomer, linkedAccount, withBanks } from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { addLien } from "../testing/lien-rows.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { achReturn, cardException, settlementAt } from "../testing/reports.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
    fourEyes: true,
  }));
  const processors = withProcessors(api);
  const pay = async (mode: "DEBIT" | "SALE") => {
    await run(api, order(await payableCustomer(api), mode));
    return processors.books.at(-1)?.key ?? "";
  };
  const keys = { debit: await pay("DEBIT"), noted: await pay("DEBIT"), sale: await pay("SALE") };
  await pay("SALE");
  processors.report({
    returns: [
      achReturn(keys.debit, { kind: "returnedAfterSettlement" }),
      achReturn(keys.noted, { kind: "notificationOfChange", code: "C01", returnedCents: 0 }),
    ],
    exceptions: [cardException(keys.sale), cardException("nobodys")],
    settlements: [settlementAt("2026-11-20", "nobodys")],
  });
  await api.services.payments.pullReports();
  const customer = await payableCustomer(api);
  await addLien(api, customer, {});
  const { ach } = api.services.ports;
  const none = () => Promise.resolve(null);
  api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
  processors.next("lostBefore");
  const { paymentId } = await run(api, order(customer, "DEBIT"));
  await api.database.unsafeTransaction((tx) =>
    tx.paymentException.create({
      data: {
        kind: "OTHER_AMOUNT",
        intentId: paymentId,
        message: "Less moved.",
        openedAt: api.clock.now(),
      },
    }),
  );
  api.clock.advance({ minutes: 2 });
  withBanks(api, () => [linkedAccount()]);
  await dueCustomer(api);
  await press(api);
  await setRules(api, { MANUAL_POSTING: { overCents: 50_000 } });
  await waitingPayment(api);
});
afterAll(() => api.close());

type Caller = Awaited<ReturnType<TestApi["as"]>>;

/** Each list, its filters as its address has them, and how many rows it says it has by itself. */
const LISTS: [string, Record<string, string>, (as: Caller) => Promise<number>][] = [
  ["approvals", {}, async (as) => (await as.approvals.list({})).total],
  ["approvals", { view: "mine" }, async (as) => (await as.approvals.list({ view: "mine" })).total],
  ["today", {}, async (as) => (await as.work.list({})).total],
  ["today", { kind: "CHARGEBACK" }, async (as) => (await as.work.list({ kind: "CHARGEBACK" })).total],
  ["deadlines", {}, async (as) => (await as.deadlines.list({})).total],
  ["deadlines", { kind: "DISPUTE" }, async (as) => (await as.deadlines.list({ kind: "DISPUTE" })).total],
  ["chargebacks", {}, async (as) => (await as.chargebacks.list({})).sums?.total ?? 0],
  [
    "chargebacks",
    { type: "Card", kind: "Chargeback", period: "Today" },
    async (as) =>
      (await as.chargebacks.list({ transactionType: "Card", chargebackType: "Chargeback", period: "Today" }))
        .sums?.total ?? 0,
  ],
  ["unprocessed-returns-and-chargebacks", {}, async (as) => (await as.chargebacks.unprocessed()).total],
  ["unmatched-reports", {}, async (as) => (await as.paymentExceptions.list()).counts.unmatched],
  ["unknown-outcomes", {}, async (as) => (await as.paymentExceptions.list()).counts.unknown],
  ["booked-otherwise", {}, async (as) => (await as.paymentExceptions.list()).counts.booked],
  ["corrected-accounts", {}, async (as) => (await as.debitControl.corrections()).length],
  ["business-lien", {}, async (as) => (await as.businesses.list({})).count],
  ["loans-ledger", { all: "true" }, async (as) => (await as.ledger.list({ cursor: null })).total ?? 0],
  [
    "payment-processor",
    { state: "CHARGED_BACK", from: "2026-11-20" },
    async (as) =>
      (await as.payments.searchProcessor({ state: "CHARGED_BACK", from: "2026-11-20" })).transactions.length,
  ],
  ["payment-automation", {}, async (as) => (await as.automation.transactions({})).summary?.main.total ?? 0],
];

const countOf = async (list: string, params: Record<string, string>, role: Role) => {
  const { id } = await (await api.as("EMPLOYEE")).lists.saveView({
    requestId: randomUUID(),
    list,
    name: randomUUID(),
    isShared: true,
    content: { version: 1, params, columns: null },
  });
  return (await (await api.as(role)).lists.counts()).find((each) => each.id === id)?.count;
};

it.each(LISTS)("a view of %s by %j counts the rows that the list itself has", async (list, params, total) => {
  const expected = await total(await api.as("EMPLOYEE"));
  expect(expected).toBeGreaterThan(0);
  expect(await countOf(list, params, "EMPLOYEE")).toBe(expected);
});

it("of what one asked for oneself it counts what the reader asked for", async () => {
  expect(await countOf("approvals", { view: "mine" }, "EMPLOYEE")).toBe(1);
  expect(await countOf("approvals", { view: "mine" }, "ADMIN")).toBe(0);
});

it("what was searched for and what no list has is not counted", async () => {
  expect(await countOf("payment-processor", { ref: "auth-1" }, "EMPLOYEE")).toBeUndefined();
  expect(await countOf("deadlines", { kind: "NO_SUCH" }, "EMPLOYEE")).toBeUndefined();
  expect(await countOf("no-such-list", {}, "EMPLOYEE")).toBeUndefined();
});
