import { randomUUID } from "node:crypto";
import { APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, look, setRules, waitingPayment } from "../testing/approvals.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule } from "../testing/schedules.ts";
import { addAdmin } from "../testing/signing-in.ts";

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

const waiting = (role?: Role) => waitingPayment(api, role);

describe("a waiting request", () => {
  it("shows the changes of balance, ledger and sheet, and books none of them", async () => {
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

  it("shows ledger, dates and stage of a payout after the processor has taken it", async () => {
    const customer = await payableCustomer(api);
    const { effect } = await expectToWait(api, run(api, order(customer, "FUND")));
    expect(effect.before).toMatchObject({ balanceCents: 50_000, stage: "contracted" });
    expect(effect.after).toMatchObject({ balanceCents: 180_000, stage: "funded" });
    expect(effect.after?.schedule.length).toBeGreaterThan(0);
    expect(effect.ledger.map(({ amountCents }) => amountCents).reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(processors.calls()).toBe(0);
  });

  it("stores no passcode", async () => {
    const customer = await payableCustomer(api);
    const { id } = await expectToWait(api, run(api, order(customer, "FUND")));
    const { input } = await api.database.read.approval.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(input)).not.toMatch(/passcode|4711/);
  });

  it("is not created with a wrong passcode", async () => {
    const customer = await payableCustomer(api);
    const wrong = run(api, order(customer, "FUND", { passcode: "0000" }));
    await expectRefusal(wrong, "RULE", "wrong code");
    expect(await api.database.read.approval.count({ where: { userId: customer.userId } })).toBe(0);
  });
});

describe("an approval", () => {
  it("is void after a change of the customer: the command does not run, and the message has the reason", async () => {
    const { userId, shown } = await waiting();
    await record(api, payment(userId, { amountCents: 1_000 }));
    await expectRefusal(approve(api, shown), "CONFLICT", /.+/);
    const after = await look(api, shown.id);
    expect(after.state).toBe("VOIDED");
    expect(after.message).toContain("$10.00");
    expect((await readBalances(api, userId)).cachedCents).toBe(99_000);
  });

  it("is void when the effect would differ, although every rule still allows the command", async () => {
    const { userId, applicationId, shown } = await waiting();
    await addSchedule(api, { userId, applicationId }, ["2026-12-24"]);
    await expectRefusal(approve(api, shown), "CONFLICT", TEXT.changed);
    expect((await look(api, shown.id)).state).toBe("VOIDED");
    expect((await readBalances(api, userId)).cachedCents).toBe(100_000);
  });

  it("is refused with the hash of another effect", async () => {
    const { shown } = await waiting();
    const other = { ...shown, effectHash: "0".repeat(64) };
    await expectRefusal(approve(api, other), "CONFLICT", TEXT.notAsSeen);
    expect((await look(api, shown.id)).state).toBe("WAITING");
  });

  it("is void when its maker is disabled", async () => {
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

  describe("when a role newly needs a second factor", () => {
    const demand = async (role: Role, isDemanded: boolean) => {
      const { id } = await api.admin("SUPERADMIN");
      const facts = { isDemanded, version: 1, updatedById: id, updatedAt: api.clock.now() };
      await api.database.unsafeTransaction((tx) =>
        tx.factorDemand.upsert({ where: { role }, create: { role, ...facts }, update: facts }),
      );
    };
    const leaveApproved = async (approvalId: string) => {
      const { id: decidedById } = await api.admin("ADMIN");
      const facts = { state: "APPROVED", decidedById, decidedAt: api.clock.now() } as const;
      await api.database.unsafeTransaction((tx) =>
        tx.approval.update({ where: { id: approvalId }, data: facts }),
      );
    };
    afterEach(async () => {
      await demand("EMPLOYEE", false);
      await demand("ADMIN", false);
    });

    it("is refused until its maker has added one", async () => {
      const { userId, shown } = await waiting();
      await demand("EMPLOYEE", true);
      await expectRefusal(approve(api, shown), "RULE", TEXT.makerWithoutFactor);
      expect((await look(api, shown.id)).state).toBe("WAITING");
      const { id: adminId } = await api.admin("EMPLOYEE");
      const expiresAt = api.clock.in({ minutes: 5 });
      const factor = {
        adminId,
        kind: "APP" as const,
        expiresAt,
        secretSealed: new Uint8Array(1),
        name: "Phone",
        confirmedAt: api.clock.now(),
      };
      const { id } = await api.database.unsafeTransaction((tx) => tx.secondFactor.create({ data: factor }));
      expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
      expect((await readBalances(api, userId)).cachedCents).toBe(40_000);
      await api.database.unsafeTransaction((tx) => tx.secondFactor.delete({ where: { id } }));
    });

    it.each(["EMPLOYEE", "ADMIN"] as const)(
      "is void when it was given before and a worker executes it while the %s has none",
      async (role) => {
        const { userId, shown } = await waiting();
        await leaveApproved(shown.id);
        await demand(role, true);
        const why = role === "EMPLOYEE" ? TEXT.makerGone : TEXT.deciderGone;
        await expectRefusal(api.services.approvals.run(shown.id), "CONFLICT", why);
        await demand(role, false);
        expect(await look(api, shown.id)).toMatchObject({ state: "VOIDED", message: why });
        expect((await readBalances(api, userId)).cachedCents).toBe(100_000);
      },
    );

    it("is refused to an admin without one", async () => {
      const { shown } = await waiting();
      const checker = api.callAs({ ...(await api.admin("ADMIN")), mustAddFactor: true });
      const { id: approvalId, effectHash } = shown;
      const press = checker.approvals.approve({ approvalId, effectHash, requestId: randomUUID() });
      await expectRefusal(
        press,
        "FORBIDDEN",
        "Your role needs a second factor. Add one under Profile first.",
      );
      expect((await look(api, shown.id)).state).toBe("WAITING");
    });
  });

  it("is void when its approver was disabled before the execution", async () => {
    const { userId, shown } = await waiting();
    const { id: decidedById } = await addAdmin(api, { role: "ADMIN" });
    const facts = { state: "APPROVED", decidedById, decidedAt: api.clock.now() } as const;
    await api.database.unsafeTransaction(async (tx) => {
      await tx.approval.update({ where: { id: shown.id }, data: facts });
      await tx.admin.update({ where: { id: decidedById }, data: { status: "DISABLED" } });
    });
    await expectRefusal(api.services.approvals.run(shown.id), "CONFLICT", TEXT.deciderGone);
    expect((await look(api, shown.id)).state).toBe("VOIDED");
    expect((await readBalances(api, userId)).cachedCents).toBe(100_000);
  });

  it("never changes its facts, even for the owner of the database", async () => {
    const { shown } = await waiting();
    const change = (set: string) => api.asOwner(`UPDATE approval SET ${set} WHERE id = $1`, [shown.id]);
    await expect(change("input = '{}'")).rejects.toThrow("never changes");
    await expect(change("effect_hash = ''")).rejects.toThrow("never changes");
    await expect(change("state = 'DONE'")).rejects.toThrow("may not move");
    await expect(api.asOwner("DELETE FROM approval WHERE id = $1", [shown.id])).rejects.toThrow(
      "append-only",
    );
  });
});
