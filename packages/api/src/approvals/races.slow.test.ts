import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, look, setRules, waitingPayment, withdraw } from "../testing/approvals.ts";
import { countAuditEvents } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  lookedAtOrder,
  openPayments,
  order,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
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

describe("a worker", () => {
  it("executes an approved request that was left, and expires an undecided one", async () => {
    const { userId, shown } = await waiting();
    const other = await waiting();
    const { id } = await api.admin("ADMIN");
    // The process of the approver died right after the commit of the approval.
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

describe("concurrent requests", () => {
  it("pay out once with several approvers, workers and repetitions", async () => {
    const customer = await payableCustomer(api);
    const input = await lookedAtOrder(api, order(customer, "FUND"));
    const shown = await expectToWait(api, run(api, input));
    const { id: otherId } = await addAdmin(api, { role: "ADMIN" });
    const other = api.callAs({ ...(await api.admin("ADMIN")), id: otherId });
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

  it("wait once when they are the same request", async () => {
    const customer = await payableCustomer(api);
    const input = await lookedAtOrder(api, order(customer, "FUND"));
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => run(api, input)));
    expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    expect(await api.database.read.approval.count({ where: { userId: customer.userId } })).toBe(1);
  });

  it("of one admin to several customers do not all stay under the limit of the day", async () => {
    await setRules(api, { PAY_OUT: { dayOverCents: 100_000 } });
    const maker = api.callAs({ ...(await api.admin("VIEWER")), role: "EMPLOYEE" });
    const orders = [await payableCustomer(api), await payableCustomer(api), await payableCustomer(api)].map(
      async (customer) => maker.payments.run(await lookedAtOrder(api, order(customer, "FUND"))),
    );
    const answers = await Promise.allSettled(orders);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(processors.books).toHaveLength(1);
  });

  it("to approve and to withdraw end in one of the two states, never both", async () => {
    const { userId, shown } = await waiting();
    await Promise.allSettled([approve(api, shown), withdraw(api, shown.id)]);
    const { state } = await look(api, shown.id);
    expect(["DONE", "WITHDRAWN"]).toContain(state);
    expect((await readBalances(api, userId)).cachedCents).toBe(state === "DONE" ? 40_000 : 100_000);
  });
});
