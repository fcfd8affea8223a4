import { randomUUID } from "node:crypto";
import type { AchSettlement } from "@countinghouse/providers/ach/port";
import { PAYMENT_EXCEPTION_TEXTS } from "@countinghouse/validators/payment-exceptions/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { replaceAccount } from "../bank-accounts/replace-account.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { addAccount, openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const list = async () => (await api.as("VIEWER")).paymentExceptions.list();

const settlement = (changed: Partial<AchSettlement> = {}): AchSettlement => ({
  direction: "debit",
  reference: `stranger-${randomUUID()}`,
  key: null,
  amountCents: 4321,
  settledOn: "2026-11-20",
  accountLast4: "0007",
  raw: {},
  ...changed,
});

/** Has the processor report it, and returns the row of the list. */
async function reported(told: AchSettlement) {
  processors.report({ settlements: [told] });
  await api.services.payments.pullReports();
  const row = (await list()).unmatched.find(({ reference }) => reference === told.reference);
  if (row === undefined) throw new Error("The settlement is not on the list.");
  return row;
}

const remove = async (reportId: string, role: Role = "ADMIN", requestId: string = randomUUID()) =>
  (await api.as(role)).paymentExceptions.deleteReport({
    requestId,
    reportId,
    note: "It is another lender's.",
  });

describe("to delete a report that matches nothing", () => {
  it("takes it off the list, also told again, once however often it is sent, with who did it and why in the audit", async () => {
    const told = settlement();
    const { id } = await reported(told);
    const { unmatched } = (await list()).counts;
    const requestId = randomUUID();
    expect(await remove(id, "ADMIN", requestId)).toEqual({ reportId: id });
    expect((await list()).counts.unmatched).toBe(unmatched - 1);
    await api.services.payments.pullReports();
    expect((await list()).unmatched.map((row) => row.id)).not.toContain(id);
    expect(await lastAuditEvent(api, "paymentExceptions.deleteReport")).toMatchObject({
      actor: `admin:${(await api.admin("ADMIN")).id}`,
      subjectId: id,
      before: { provider: "payliance", reference: told.reference, amountCents: "4321" },
      after: { deleted: true, note: "It is another lender's." },
    });
    const events = await countAuditEvents(api, "paymentExceptions.deleteReport");
    expect(await remove(id, "ADMIN", requestId)).toEqual({ reportId: id });
    await expectRefusal(remove(id), "CONFLICT", "already matched");
    expect(await countAuditEvents(api, "paymentExceptions.deleteReport")).toBe(events);
  });

  it("is refused for one that was applied", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "DEBIT"));
    const key = processors.books[0]?.key ?? "";
    processors.report({ settlements: [settlement({ reference: `auth-${key}`, key, amountCents: 1000 })] });
    await api.services.payments.pullReports();
    const { id } = await api.database.read.processorEvent.findFirstOrThrow({
      where: { reference: `auth-${key}` },
    });
    await expectRefusal(remove(id), "CONFLICT", "already matched");
  });
});

describe("to undo that", () => {
  const restore = async (reportId: string, role: Role = "ADMIN", requestId: string = randomUUID()) =>
    (await api.as(role)).paymentExceptions.restoreReport({ requestId, reportId });

  it("brings the report back, once however often it is sent, with who did it in the audit", async () => {
    const { id } = await reported(settlement());
    await remove(id);
    const requestId = randomUUID();
    expect(await restore(id, "ADMIN", requestId)).toEqual({ restored: 1 });
    expect(await restore(id, "ADMIN", requestId)).toEqual({ restored: 1 });
    expect((await list()).unmatched.map((row) => row.id)).toContain(id);
    expect(await lastAuditEvent(api, "paymentExceptions.restoreReport")).toMatchObject({
      actor: `admin:${(await api.admin("ADMIN")).id}`,
      subjectId: id,
      after: { deleted: false },
    });
  });

  it("is refused for one on the list, and after 15 minutes", async () => {
    const { id } = await reported(settlement());
    await expectRefusal(restore(id), "CONFLICT", "is back already");
    await remove(id);
    api.clock.advance({ minutes: 16 });
    await expectRefusal(restore(id), "CONFLICT", "15 minutes ago");
    api.clock.advance({ minutes: -16 });
  });
});

describe("a settlement of another amount than was paid", () => {
  it("stands on the list with its payment and the reason, and changes no balance", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    const key = processors.books[0]?.key ?? "";
    const row = await reported(settlement({ reference: `auth-${key}`, key, amountCents: 999 }));
    expect(row).toMatchObject({
      stage: "AMOUNT",
      problem: "The processor's amount does not match our payment.",
      amountCents: 999,
      payments: [{ paymentId, userId: customer.userId, state: "SUBMITTED", sentAt: api.clock.now() }],
      customers: [],
    });
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(49_000);
    const match = (await api.as("ADMIN")).paymentExceptions.match({
      requestId: randomUUID(),
      reportId: row.id,
      paymentId,
    });
    await expectRefusal(match, "CONFLICT", "already matched");
  });
});

describe("a settlement that names nobody", () => {
  it("could belong to the customers who have an account of its digits, five of them and one more", async () => {
    const users: number[] = [];
    for (let index = 0; index < 7; index++) {
      const { userId, accountId } = await payableCustomer(api);
      await api.database.unsafeTransaction((tx) =>
        tx.bankAccount.update({ where: { id: accountId }, data: { mask: "0815" } }),
      );
      users.unshift(userId);
    }
    const { customers } = await reported(settlement({ accountLast4: "0815" }));
    expect(customers.map(({ userId }) => userId)).toEqual(users.slice(0, 6));
    expect((await reported(settlement({ accountLast4: "4242" }))).customers).toEqual([]);
  });

  const book = async (reportId: string, userId: number) =>
    (await api.as("ADMIN")).paymentExceptions.match({ requestId: randomUUID(), reportId, userId });

  it("is booked on the account that stands for its digits now, not on a version that was replaced", async () => {
    const { userId, accountId } = await payableCustomer(api);
    const next = await api.database.unsafeTransaction((tx) =>
      replaceAccount(
        { tx, vault: api.vault, now: api.clock.now() },
        accountId,
        { account: "8888222233336789", routing: "011401533", subtype: "checking" },
        { isTokenized: false },
      ),
    );
    const { id } = await reported(settlement({ accountLast4: "6789" }));
    const { paymentId } = await book(id, userId);
    const booked = await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
    expect(booked.bankAccountId).toBe(next);
  });

  it("is booked on neither of two accounts with its digits, and says so", async () => {
    const { userId } = await payableCustomer(api);
    await addAccount(api, userId, "1111222255556789");
    const { id } = await reported(settlement({ accountLast4: "6789" }));
    await expectRefusal(book(id, userId), "RULE", PAYMENT_EXCEPTION_TEXTS.twoInstruments);
    expect((await readBalances(api, userId)).cachedCents).toBe(50_000);
  });
});
