import { randomUUID } from "node:crypto";
import { STANDARD_RULES, APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payloadPlace } from "../outbox/queue.ts";
import { approve, expectToWait, look, setRules } from "../testing/approvals.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  lookedAtOrder,
  openPayments,
  order,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({
    roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
    fourEyes: true,
  }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  await setRules(api, { MANUAL_POSTING: { overCents: 50_000 }, PAY_OUT: { always: true } });
});
afterAll(() => api.close());

/** A manual payment of six hundred dollars that an employee has recorded and that waits. */
async function waiting(role: Role = "EMPLOYEE") {
  const { userId, applicationId } = await payableCustomer(api, { owesCents: 100_000 });
  const input = payment(userId, { amountCents: 60_000 });
  const shown = await expectToWait(api, record(api, input, role));
  return { userId, applicationId, input, shown };
}

const press = {
  approve: async ({ id, effectHash }: Shown, role: Role, requestId: string) =>
    (await api.as(role)).approvals.approve({ approvalId: id, effectHash, requestId }),
  deny: async ({ id }: Shown, role: Role, requestId: string) =>
    (await api.as(role)).approvals.deny({ approvalId: id, note: "It is another customer's.", requestId }),
  withdraw: async ({ id }: Shown, role: Role, requestId: string) =>
    (await api.as(role)).approvals.withdraw({ approvalId: id, requestId }),
};
type Shown = Awaited<ReturnType<typeof look>>;

const VERBS = [
  { verb: "approve", by: "ADMIN", state: "DONE", never: "VIEWER" },
  { verb: "deny", by: "ADMIN", state: "DENIED", never: "EMPLOYEE" },
  { verb: "withdraw", by: "EMPLOYEE", state: "WITHDRAWN", never: "VIEWER" },
] as const;

describe.each(VERBS)("to $verb", ({ verb, by, state, never }) => {
  it("is done once however often it is pressed, and leaves who did it in the customer's audit", async () => {
    const { userId, shown } = await waiting();
    const requestId = randomUUID();
    await press[verb](shown, by, requestId);
    await press[verb](shown, by, requestId);
    expect((await look(api, shown.id)).state).toBe(state);
    const event = await lastAuditEvent(api, `approvals.${verb}`);
    expect(event).toMatchObject({
      actor: `admin:${(await api.admin(by)).id}`,
      requestId,
      subjectType: "user",
      subjectId: String(userId),
      after: { approvalId: shown.id },
    });
    const { cachedCents } = await readBalances(api, userId);
    expect(cachedCents).toBe(state === "DONE" ? 40_000 : 100_000);
  });

  it("is refused where it does not wait any more", async () => {
    const { shown } = await waiting();
    await press.withdraw(shown, "EMPLOYEE", randomUUID());
    await expectRefusal(press[verb](shown, by, randomUUID()), "RULE", TEXT.notWaiting);
  });

  it("is refused once it has expired", async () => {
    const { shown } = await waiting();
    api.clock.advance({ hours: 24 * 3 });
    await expectRefusal(press[verb](shown, by, randomUUID()), "RULE", TEXT.notWaiting);
    api.clock.advance({ hours: -24 * 3 });
  });

  it("is refused to the role that may not", async () => {
    const { shown } = await waiting();
    const events = await countAuditEvents(api, `approvals.${verb}`);
    await expectRefusal(press[verb](shown, never, randomUUID()), "FORBIDDEN", /^Only /);
    expect((await look(api, shown.id)).state).toBe("WAITING");
    expect(await countAuditEvents(api, `approvals.${verb}`)).toBe(events);
  });
});

describe("who asked for it", () => {
  it("never decides it, a SUPERADMIN either", async () => {
    const { shown } = await waiting("SUPERADMIN");
    await expectRefusal(press.approve(shown, "SUPERADMIN", randomUUID()), "RULE", TEXT.own);
    await expectRefusal(press.deny(shown, "SUPERADMIN", randomUUID()), "RULE", TEXT.own);
    expect((await look(api, shown.id, "SUPERADMIN")).whyNotDecide).toBe(TEXT.own);
  });

  it("does not decide it after a promotion either, and the database itself refuses that", async () => {
    const { shown } = await waiting();
    const maker = await api.admin("EMPLOYEE");
    const promoted = api.callAs({ ...maker, role: "SUPERADMIN" });
    const { id: approvalId, effectHash } = shown;
    await expectRefusal(
      promoted.approvals.approve({ approvalId, effectHash, requestId: randomUUID() }),
      "RULE",
      TEXT.own,
    );
    const decided = api.asOwner(
      "UPDATE approval SET state = 'APPROVED', decided_by_id = maker_id, decided_at = now() WHERE id = $1",
      [approvalId],
    );
    await expect(decided).rejects.toThrow("approval_of_two");
  });

  it("takes back what is their own alone", async () => {
    const { shown } = await waiting();
    await expectRefusal(press.withdraw(shown, "ADMIN", randomUUID()), "FORBIDDEN", "Only who asked for it");
  });

  it("is told by mail what came of it; whoever may decide it is told that it waits, without the customer", async () => {
    const { shown } = await waiting();
    const mailed = async (to: string) => {
      const dedupeKey = `approval:${shown.id}:${to}`;
      const mail = await api.database.read.outboxMessage.findUnique({ where: { dedupeKey } });
      return mail && api.vault.open(payloadPlace(mail.id), mail.payload).toString();
    };
    const admin = await mailed((await api.admin("ADMIN")).id);
    expect(admin).toContain("admin@countinghouse.test");
    expect(admin).not.toContain("Delgado");
    expect(await mailed((await api.admin("SUPERADMIN")).id)).toContain("waits for your approval");
    expect(await mailed((await api.admin("EMPLOYEE")).id)).toBeNull();
    expect(await mailed((await api.admin("VIEWER")).id)).toBeNull();
    await approve(api, shown);
    expect(await mailed("outcome")).toContain("It was approved and done.");
  });

  it("is told that it was denied when the same press comes again", async () => {
    const { input, shown } = await waiting();
    await press.deny(shown, "ADMIN", randomUUID());
    await expectRefusal(record(api, input), "CONFLICT", "It was denied. It is another customer's.");
  });
});

describe("what is shown to whoever decides", () => {
  it("is what it would do to balance, ledger and sheet, and nothing of it is there yet", async () => {
    const { userId, shown } = await waiting();
    expect(shown).toMatchObject({ amountCents: 60_000, reasons: ["Manual payment: more than $500.00."] });
    expect(shown.effect.before?.balanceCents).toBe(100_000);
    expect(shown.effect.after?.balanceCents).toBe(40_000);
    expect(shown.effect.ledger).toContainEqual({ account: `receivable:${userId}`, amountCents: -60_000 });
    expect(shown.effect.outside.map(({ topic }) => topic)).toEqual(["LEDGER_SHEET"]);
    expect((await readBalances(api, userId)).ledgerCents).toBe(100_000);
    const left = await api.database.read.paymentIntent.count({
      where: { userId, kind: "MANUAL", amountCents: 60_000 },
    });
    expect(left).toBe(0);
  });

  it("is of a payout what the ledger will hold once the processor has taken it, dates and stage with it", async () => {
    const customer = await payableCustomer(api);
    const { effect } = await expectToWait(api, run(api, order(customer, "FUND")));
    expect(effect.before).toMatchObject({ balanceCents: 50_000, stage: "contracted" });
    expect(effect.after).toMatchObject({ balanceCents: 180_000, stage: "funded" });
    expect(effect.after?.schedule.length).toBeGreaterThan(0);
    expect(effect.ledger.map(({ amountCents }) => amountCents).reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(processors.calls()).toBe(0);
  });

  it("never has a passcode", async () => {
    const customer = await payableCustomer(api);
    const { id } = await expectToWait(api, run(api, order(customer, "FUND")));
    const { input } = await api.database.read.approval.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(input)).not.toMatch(/passcode|4711/);
  });

  it("is asked for its passcode before anything waits", async () => {
    const customer = await payableCustomer(api);
    const wrong = run(api, order(customer, "FUND", { passcode: "0000" }));
    await expectRefusal(wrong, "RULE", "wrong code");
    expect(await api.database.read.approval.count({ where: { userId: customer.userId } })).toBe(0);
  });
});

describe("what was approved", () => {
  it("is void where the customer has changed since: nothing is done, and it is said what happened", async () => {
    const { userId, shown } = await waiting();
    await record(api, payment(userId, { amountCents: 1_000 }));
    await expectRefusal(approve(api, shown), "CONFLICT", /.+/);
    const after = await look(api, shown.id);
    expect(after.state).toBe("VOIDED");
    expect(after.message).toContain("$10.00");
    expect((await readBalances(api, userId)).cachedCents).toBe(99_000);
  });

  it("is void where it would do something else, though each of its rules still holds", async () => {
    const { userId, applicationId, shown } = await waiting();
    await addSchedule(api, { userId, applicationId }, ["2026-12-24"]);
    await expectRefusal(approve(api, shown), "CONFLICT", TEXT.changed);
    expect((await look(api, shown.id)).state).toBe("VOIDED");
    expect((await readBalances(api, userId)).cachedCents).toBe(100_000);
  });

  it("is not what another effect is named by", async () => {
    const { shown } = await waiting();
    const other = { ...shown, effectHash: "0".repeat(64) };
    await expectRefusal(approve(api, other), "CONFLICT", TEXT.notAsSeen);
    expect((await look(api, shown.id)).state).toBe("WAITING");
  });

  it("is not done in the name of somebody who has gone since", async () => {
    const { userId, shown } = await waiting("SUPERADMIN");
    const { id } = await api.admin("SUPERADMIN");
    const setStatus = (status: "ACTIVE" | "DISABLED") =>
      api.database.unsafeTransaction((tx) => tx.admin.update({ where: { id }, data: { status } }));
    await setStatus("DISABLED");
    await expectRefusal(approve(api, shown), "CONFLICT", TEXT.makerGone);
    await setStatus("ACTIVE");
    expect((await look(api, shown.id)).state).toBe("VOIDED");
    expect((await readBalances(api, userId)).cachedCents).toBe(100_000);
  });

  it("never changes once it waits, whoever tries", async () => {
    const { shown } = await waiting();
    const change = (set: string) => api.asOwner(`UPDATE approval SET ${set} WHERE id = $1`, [shown.id]);
    await expect(change("input = '{}'")).rejects.toThrow("never changes");
    await expect(change("effect_hash = ''")).rejects.toThrow("never changes");
    await expect(change("state = 'DONE'")).rejects.toThrow();
    await expect(api.asOwner("DELETE FROM approval WHERE id = $1", [shown.id])).rejects.toThrow(
      "append-only",
    );
  });
});

describe("several at once", () => {
  const several = async () => {
    const made = [await waiting(), await waiting(), await waiting()];
    return { made, items: made.map(({ shown }) => ({ approvalId: shown.id, effectHash: shown.effectHash })) };
  };
  const approveAll = async (
    items: { approvalId: string; effectHash: string }[],
    typedCount: number,
    role: Role = "ADMIN",
    requestId: string = randomUUID(),
  ) => (await api.as(role)).approvals.approveMany({ items, typedCount, requestId });

  it("are each done once, with what became of each; one that can not be done stops no other", async () => {
    const { made, items } = await several();
    await record(api, payment(made[1]?.userId ?? 0, { amountCents: 1_000 }));
    const requestId = randomUUID();
    const outcomes = await approveAll(items, 3, "ADMIN", requestId);
    expect(outcomes.map(({ whyNot }) => whyNot === null)).toEqual([true, false, true]);
    const events = await countAuditEvents(api, "payments.recordManual");
    await approveAll(items, 3, "ADMIN", requestId);
    expect(await countAuditEvents(api, "payments.recordManual")).toBe(events);
    for (const [place, { userId }] of made.entries())
      expect((await readBalances(api, userId)).cachedCents).toBe(place === 1 ? 99_000 : 40_000);
  });

  it("are refused where another number was typed, and where they are of two kinds", async () => {
    const { items } = await several();
    await expectRefusal(approveAll(items, 2), "RULE", TEXT.countWrong);
    const other = await expectToWait(api, run(api, order(await payableCustomer(api), "FUND")));
    const unlike = [...items, { approvalId: other.id, effectHash: other.effectHash }];
    await expectRefusal(approveAll(unlike, 4), "RULE", TEXT.unlike);
    await expectRefusal(approveAll(items, 3, "EMPLOYEE"), "FORBIDDEN");
    const states = await Promise.all(
      items.map(async ({ approvalId }) => (await look(api, approvalId)).state),
    );
    expect(states).toEqual(["WAITING", "WAITING", "WAITING"]);
  });
});

describe("the rules", () => {
  const rule = { always: false, overCents: 123_400, dayOverCents: null, atRisk: true, newAccount: false };
  const set = async (changed: object = {}, role: Role = "SUPERADMIN") => {
    const { version } = await (await api.as("VIEWER")).approvals.rules();
    const input = { requestId: randomUUID(), matter: "PAY_OUT" as const, rule, version, ...changed };
    return (await api.as(role)).approvals.setRule(input);
  };

  it("are changed by two people, in a version of its own, with both in the audit", async () => {
    const before = await (await api.as("VIEWER")).approvals.rules();
    const shown = await expectToWait(api, set());
    expect(shown.title).toBe("Pay out: Waits: over $1,234.00; the customer is at risk.");
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

  it("are changed by a SUPERADMIN alone, and from what holds", async () => {
    await expectRefusal(set({}, "ADMIN"), "FORBIDDEN", "Only SUPERADMIN can do this.");
    await expectRefusal(set({ version: 9_999 }), "CONFLICT", TEXT.rulesChanged);
  });

  it("are asked of another twice, and only the first change is made", async () => {
    const [one, other] = [
      await expectToWait(api, set()),
      await expectToWait(api, set({ matter: "COLLECT" })),
    ];
    await approve(api, one);
    await expectRefusal(approve(api, other), "CONFLICT", TEXT.rulesChanged);
    expect((await look(api, other.id)).state).toBe("VOIDED");
  });

  it("hold up who has sent too much alone today, and count nothing that another approved", async () => {
    await setRules(api, { PAY_OUT: { dayOverCents: 200_000 } });
    const fund = async () => run(api, order(await payableCustomer(api), "FUND"), "ADMIN");
    await fund();
    await fund();
    const third = await expectToWait(api, fund());
    expect(third.reasons).toEqual(["Pay out: more than $2,000.00 sent alone in a day."]);
    await approve(api, third, "SUPERADMIN");
    await setRules(api, { PAY_OUT: { dayOverCents: 270_000 } });
    await fund();
    expect((await expectToWait(api, fund())).reasons).toHaveLength(1);
  });

  it("look at a new account, and at a customer whose money came back", async () => {
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
    await press.withdraw(shown, "EMPLOYEE", randomUUID());
    expect((await run(api, order(customer, "FUND"))).state).toBe("SUCCEEDED");
  });

  it("that hold by themselves are those of a second funding, a loan return, Manual Approve and the end of a ban", () => {
    for (const matter of [
      "SECOND_FUNDING",
      "LOAN_RETURN",
      "MANUAL_APPROVE",
      "LIFT_BAN",
      "OVER_CEILING",
      "LIMITS",
    ] as const)
      expect(STANDARD_RULES[matter].always).toBe(true);
    expect(STANDARD_RULES.PAY_OUT).toMatchObject({ always: false, overCents: 1_000_000 });
    expect(STANDARD_RULES.BULK.overCents).toBe(5_000_000);
    expect(STANDARD_RULES.AUTOMATION.overCents).toBe(5_000_000);
    expect(STANDARD_RULES.COLLECT).toMatchObject({ always: false, overCents: null });
  });

  it("ask for a reason of a Manual Approve that waits", async () => {
    await setRules(api, { MANUAL_APPROVE: { always: true } });
    const { id: userId } = await api.user();
    const silent = (await api.as("ADMIN")).users.markManuallyApproved({ userId, requestId: randomUUID() });
    await expectRefusal(silent, "RULE", TEXT.reasonMissing);
  });
});

describe("one who left", () => {
  it("that was approved and left is done by a worker, and what nobody decided ends", async () => {
    const { userId, shown } = await waiting();
    const other = await waiting();
    const { id } = await api.admin("ADMIN");
    // Its approver died right after the approval was committed.
    await api.database.unsafeTransaction((tx) =>
      tx.approval.update({
        where: { id: shown.id },
        data: { state: "APPROVED", decidedById: id, decidedAt: api.clock.now() },
      }),
    );
    await api.services.approvals.tend();
    expect((await look(api, shown.id)).state).toBe("APPROVED");
    api.clock.advance({ minutes: 1 });
    await api.services.approvals.tend();
    expect((await look(api, shown.id)).state).toBe("DONE");
    expect((await readBalances(api, userId)).cachedCents).toBe(40_000);
    api.clock.advance({ hours: 24 * 3 });
    await api.services.approvals.tend();
    const stored = await api.database.read.approval.findUniqueOrThrow({ where: { id: other.shown.id } });
    expect(stored.state).toBe("EXPIRED");
    expect(await countAuditEvents(api, "approvals.expire")).toBeGreaterThan(0);
    api.clock.advance({ hours: -24 * 3 });
    api.clock.advance({ minutes: -1 });
  });
});

describe("at once", () => {
  it("two who approve, workers who tend, and the same press again pay out once", async () => {
    const customer = await payableCustomer(api);
    const input = await lookedAtOrder(api, order(customer, "FUND"));
    const shown = await expectToWait(api, run(api, input));
    const other = api.callAs({ ...(await api.admin("VIEWER")), role: "ADMIN" });
    const { id: approvalId, effectHash } = shown;
    const presses = [
      approve(api, shown),
      approve(api, shown, "SUPERADMIN"),
      other.approvals.approve({ approvalId, effectHash, requestId: randomUUID() }),
      run(api, input),
      run(api, input),
      ...Array.from({ length: 4 }, () => api.services.approvals.tend()),
    ];
    await Promise.allSettled(presses);
    await Promise.allSettled([
      api.services.approvals.run(approvalId),
      api.services.approvals.run(approvalId),
    ]);
    expect(processors.books.filter(({ mode }) => mode === "FUND")).toHaveLength(1);
    expect((await look(api, approvalId)).state).toBe("DONE");
    const made = await api.database.read.paymentIntent.count({
      where: { userId: customer.userId, kind: "FUND" },
    });
    expect(made).toBe(1);
    expect(await run(api, input)).toMatchObject({ state: "SUCCEEDED" });
  });

  it("the same press many times waits once", async () => {
    const customer = await payableCustomer(api);
    const input = await lookedAtOrder(api, order(customer, "FUND"));
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => run(api, input)));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    expect(await api.database.read.approval.count({ where: { userId: customer.userId } })).toBe(1);
  });

  it("payouts of one admin to two customers do not both stay under the limit of the day", async () => {
    await setRules(api, { PAY_OUT: { dayOverCents: 100_000 } });
    const maker = api.callAs({ ...(await api.admin("VIEWER")), role: "EMPLOYEE" });
    const orders = [await payableCustomer(api), await payableCustomer(api), await payableCustomer(api)].map(
      async (customer) => maker.payments.run(await lookedAtOrder(api, order(customer, "FUND"))),
    );
    const answers = await Promise.allSettled(orders);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(processors.books).toHaveLength(1);
  });

  it("one approves and the other takes it back: it is either done or not, never both", async () => {
    const { userId, shown } = await waiting();
    await Promise.allSettled([approve(api, shown), press.withdraw(shown, "EMPLOYEE", randomUUID())]);
    const { state } = await look(api, shown.id);
    expect(["DONE", "WITHDRAWN"]).toContain(state);
    expect((await readBalances(api, userId)).cachedCents).toBe(state === "DONE" ? 40_000 : 100_000);
  });
});
