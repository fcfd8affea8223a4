import { randomUUID } from "node:crypto";
import { APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payloadPlace } from "../outbox/queue.ts";
import { approve, expectToWait, look, setRules, waitingPayment } from "../testing/approvals.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, readBalances, record } from "../testing/payments.ts";

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

const waiting = (role?: Role) => waitingPayment(api, role);

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
  { verb: "approve", by: "ADMIN", state: "DONE" },
  { verb: "deny", by: "ADMIN", state: "DENIED" },
  { verb: "withdraw", by: "EMPLOYEE", state: "WITHDRAWN" },
] as const;

describe.each(VERBS)("$verb", ({ verb, by, state }) => {
  it("runs once for a repeated request, and the customer's audit has the admin", async () => {
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

  it("is refused for a request that no longer waits", async () => {
    const { shown } = await waiting();
    await press.withdraw(shown, "EMPLOYEE", randomUUID());
    await expectRefusal(press[verb](shown, by, randomUUID()), "RULE", TEXT.notWaiting);
  });

  it("is refused for an expired request", async () => {
    const { shown } = await waiting();
    api.clock.advance({ hours: 24 * 3 });
    await expectRefusal(press[verb](shown, by, randomUUID()), "RULE", TEXT.notWaiting);
    api.clock.advance({ hours: -24 * 3 });
  });
});

describe("the maker", () => {
  it("never decides the own request, not even as a SUPERADMIN", async () => {
    const { shown } = await waiting("SUPERADMIN");
    await expectRefusal(press.approve(shown, "SUPERADMIN", randomUUID()), "RULE", TEXT.own);
    await expectRefusal(press.deny(shown, "SUPERADMIN", randomUUID()), "RULE", TEXT.own);
    expect((await look(api, shown.id, "SUPERADMIN")).whyNotDecide).toBe(TEXT.own);
  });

  it("does not decide it after a promotion, and the database refuses it too", async () => {
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

  it("is the only admin who withdraws the request", async () => {
    const { shown } = await waiting();
    await expectRefusal(press.withdraw(shown, "ADMIN", randomUUID()), "FORBIDDEN", "Only the requester");
  });

  it("receives a mail with the outcome, and admins who may decide receive one without customer data", async () => {
    const { shown } = await waiting();
    const mailed = async (to: string) => {
      const dedupeKey = `approval:${shown.id}:${to}`;
      const mail = await api.database.read.outboxMessage.findUnique({ where: { dedupeKey } });
      return mail && api.vault.open(payloadPlace(mail.id), mail.payload);
    };
    const admin = await mailed((await api.admin("ADMIN")).id);
    expect(admin).toContain("admin@countinghouse.test");
    expect(admin).not.toContain("Delgado");
    expect(await mailed((await api.admin("SUPERADMIN")).id)).toContain("is waiting for your approval");
    expect(await mailed((await api.admin("EMPLOYEE")).id)).toBeNull();
    expect(await mailed((await api.admin("VIEWER")).id)).toBeNull();
    await approve(api, shown);
    expect(await mailed("outcome")).toContain("The request was approved and completed.");
  });

  it("receives the denial when the same request is sent again", async () => {
    const { input, shown } = await waiting();
    await press.deny(shown, "ADMIN", randomUUID());
    await expectRefusal(record(api, input), "CONFLICT", "The request was denied. It is another customer's.");
  });
});

describe("several approvals at once", () => {
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

  it("run once each with an outcome each, and a failure does not stop the others", async () => {
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

  it("are refused with a wrong number, with two kinds, and to an EMPLOYEE", async () => {
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
