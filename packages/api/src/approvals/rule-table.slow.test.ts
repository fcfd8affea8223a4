import { randomUUID } from "node:crypto";
import { STANDARD_RULES, APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearing, paymentPostings, postLedgerTransaction } from "../ledger/post.ts";
import { approve, expectToWait, look, setRules, withdraw } from "../testing/approvals.ts";
import { processorBooks } from "../testing/books.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
    fourEyes: true,
  }));
});
beforeEach(async () => {
  withProcessors(api);
  await setRules(api, { MANUAL_POSTING: { overCents: 50_000 }, PAY_OUT: { always: true } });
});
afterAll(() => api.close());

describe("the rules", () => {
  const rule = { always: false, overCents: 123_400, dayOverCents: null, atRisk: true, newAccount: false };
  const set = async (changed: object = {}, role: Role = "SUPERADMIN") => {
    const { version } = await (await api.as("VIEWER")).approvals.rules();
    const input = { requestId: randomUUID(), matter: "PAY_OUT" as const, rule, version, ...changed };
    return (await api.as(role)).approvals.setRule(input);
  };

  it("are changed by two people, in a new version, with both people in the audit", async () => {
    const before = await (await api.as("VIEWER")).approvals.rules();
    const shown = await expectToWait(api, set());
    expect(shown.title).toBe("Pay out: Needs approval: over $1,234.00; the customer is at risk.");
    expect((await (await api.as("VIEWER")).approvals.rules()).version).toBe(before.version);
    await approve(api, shown);
    const after = await (await api.as("VIEWER")).approvals.rules();
    expect(after.version).toBe(before.version + 1);
    expect(after.rules.PAY_OUT).toEqual(rule);
    expect(after.versions[0]?.setBy).toBe("Test SUPERADMIN");
    expect(await lastAuditEvent(api, "approvals.done")).toMatchObject({
      after: { approvedBy: (await api.admin("ADMIN")).id },
    });
    await expect(api.asOwner("UPDATE approval_rules SET rules = '{}'")).rejects.toThrow("append-only");
  });

  it("are changed only by a SUPERADMIN, and only from the current version", async () => {
    await expectRefusal(set({}, "ADMIN"), "FORBIDDEN", "Only SUPERADMIN can do this.");
    await expectRefusal(set({ version: 9_999 }), "CONFLICT", TEXT.rulesChanged);
  });

  it("take the first of two waiting changes, and void the second", async () => {
    const [one, other] = [
      await expectToWait(api, set()),
      await expectToWait(api, set({ matter: "COLLECT" })),
    ];
    await approve(api, one);
    await expectRefusal(approve(api, other), "CONFLICT", TEXT.rulesChanged);
    expect((await look(api, other.id)).state).toBe("VOIDED");
  });

  it("stop an admin over the limit of the day, and do not count approved payments", async () => {
    await setRules(api, { PAY_OUT: { dayOverCents: 200_000 } });
    const fund = async () => run(api, order(await payableCustomer(api), "FUND"), "ADMIN");
    await fund();
    await fund();
    const third = await expectToWait(api, fund());
    expect(third.reasons).toEqual(["Pay out: more than $2,000.00 sent by one admin in a day."]);
    await approve(api, third, "SUPERADMIN");
    await setRules(api, { PAY_OUT: { dayOverCents: 270_000 } });
    await fund();
    expect((await expectToWait(api, fund())).reasons).toHaveLength(1);
  });

  it("stop a payout to a new account, and let one to an older account through", async () => {
    await setRules(api, { PAY_OUT: { newAccount: true, atRisk: true } });
    const customer = await payableCustomer(api);
    const addedAt = async (createdAt: Date) =>
      api.database.unsafeTransaction((tx) =>
        tx.card.update({ where: { id: customer.cardId }, data: { createdAt } }),
      );
    await addedAt(api.clock.in({ hours: -24 * 6 }));
    const shown = await expectToWait(api, run(api, order(customer, "FUND")));
    expect(shown.reasons).toEqual(["Pay out: the card or account was added within 7 days."]);
    await addedAt(api.clock.in({ hours: -24 * 8 }));
    await withdraw(api, shown.id);
    expect((await run(api, order(customer, "FUND"))).state).toBe("SUCCEEDED");
  });

  it("stop a payout after a return within 180 days, by the day of the return and not of the last change of its row", async () => {
    await setRules(api, { PAY_OUT: { newAccount: false, atRisk: true } });
    const customer = await payableCustomer(api);
    await addReturn(customer, -24 * 181);
    expect((await run(api, order(customer, "FUND"))).state).toBe("SUCCEEDED");
    const other = await payableCustomer(api);
    await addReturn(other, -24 * 179);
    const shown = await expectToWait(api, run(api, order(other, "FUND")));
    expect(shown.reasons).toEqual([
      "Pay out: a payment of this customer was charged back or returned within 180 days.",
    ]);
  });

  it("make second fundings, loan returns, Manual Approve, ends of bans and limits wait by default", () => {
    for (const matter of [
      "SECOND_FUNDING",
      "LOAN_RETURN",
      "MANUAL_APPROVE",
      "LIFT_BAN",
      "OVER_CEILING",
      "LIMITS",
    ] as const)
      expect(STANDARD_RULES[matter].always).toBe(true);
    expect(STANDARD_RULES.PAY_OUT).toMatchObject({ always: false, overCents: 1_000_000, newAccount: true });
    expect(STANDARD_RULES.BULK.overCents).toBe(5_000_000);
    expect(STANDARD_RULES.AUTOMATION.overCents).toBe(5_000_000);
    expect(STANDARD_RULES.COLLECT).toMatchObject({ always: false, overCents: null });
  });

  it("require a reason for a Manual Approve that waits", async () => {
    await setRules(api, { MANUAL_APPROVE: { always: true } });
    const { id: userId } = await api.user();
    const silent = (await api.as("ADMIN")).users.markManuallyApproved({ userId, requestId: randomUUID() });
    await expectRefusal(silent, "RULE", TEXT.reasonMissing);
  });
});

/** Adds a debit of $50.00 that the bank returned at a time in `hours` from now. */
const addReturn = ({ userId, accountId }: Payable, hours: number) =>
  api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.paymentIntent.create({
      data: {
        userId,
        kind: "DEBIT",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 5_000,
        bankAccountId: accountId,
      },
    });
    for (const state of ["READY", "SENDING", "SUBMITTED", "RETURNED"])
      await tx.$executeRaw`UPDATE payment_intent SET state = ${state}::"PaymentState" WHERE id = ${id}::uuid`;
    const books = processorBooks(tx, api);
    const effectiveOn = new Date(newYorkDate(api.clock.in({ hours })));
    const [owed, bank] = paymentPostings(userId, "DEBIT", 5_000, clearing("ACH"));
    const paid = { intentId: id, kind: "payment", effectiveOn };
    const reversesId = await postLedgerTransaction(books, paid, [owed, bank], null);
    const back = paymentPostings(userId, "CREDIT", 5_000, clearing("ACH"));
    await postLedgerTransaction(books, { ...paid, kind: "return", reversesId }, back, null);
  });
