import { randomUUID } from "node:crypto";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { approve, expectToWait, setRules } from "../testing/approvals.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  await setHold(5);
});
afterAll(() => api.close());

async function setHold(minutes: number, role: Role = "SUPERADMIN", requestId: string = randomUUID()) {
  const { version } = await (await api.as("VIEWER")).payments.hold();
  return (await api.as(role)).payments.setHold({ requestId, minutes, runMinutes: 0, version });
}

const cancel = async (paymentId: string, role: Role = "EMPLOYEE", requestId: string = randomUUID()) =>
  (await api.as(role)).payments.cancelHeld({ requestId, paymentId });

const held = async (userId: number) => (await api.as("VIEWER")).payments.held({ userId });

describe("a payout", () => {
  it("is sent only once the hold is over, even if workers look for work before", async () => {
    const customer = await payableCustomer(api);
    const { paymentId, state, heldUntil } = await run(api, order(customer, "FUND"));
    expect({ state, heldUntil }).toEqual({ state: "READY", heldUntil: api.clock.in({ minutes: 5 }) });
    expect(await held(customer.userId)).toMatchObject([{ id: paymentId, kind: "FUND", amountCents: 90_000 }]);
    api.clock.advance({ minutes: 4 });
    await api.services.payments.drain();
    await api.services.payments.step(paymentId);
    expect(processors.calls()).toBe(0);
    api.clock.advance({ minutes: 1 });
    await Promise.all([api.services.payments.drain(), api.services.payments.drain()]);
    expect(processors.books.map(({ mode }) => mode)).toEqual(["FUND"]);
    expect(await held(customer.userId)).toEqual([]);
    api.clock.advance({ minutes: -5 });
  });

  it("is sent at once without a hold, and a collection is always sent at once", async () => {
    expect((await run(api, order(await payableCustomer(api), "SALE"))).state).toBe("SUCCEEDED");
    await setHold(0);
    expect((await run(api, order(await payableCustomer(api), "FUND"))).state).toBe("SUCCEEDED");
  });

  it("is held after a second person has approved it", async () => {
    await setRules(api, { PAY_OUT: { always: true } });
    const customer = await payableCustomer(api);
    await approve(api, await expectToWait(api, run(api, order(customer, "FUND"))));
    const [payment] = await held(customer.userId);
    await cancel(payment?.id ?? "", "ADMIN");
    expect(processors.calls()).toBe(0);
    await setRules(api, {});
  });
});

describe("cancelling a held payout", () => {
  const begin = async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "FUND"));
    return { customer, paymentId };
  };

  it("sends nothing, happens once per request, and leaves one audit event", async () => {
    const { customer, paymentId } = await begin();
    const requestId = randomUUID();
    expect(await cancel(paymentId, "EMPLOYEE", requestId)).toMatchObject({ message: TEXT.cancelled });
    const events = await countAuditEvents(api, "payments.cancelHeld");
    await cancel(paymentId, "EMPLOYEE", requestId);
    expect(await countAuditEvents(api, "payments.cancelHeld")).toBe(events);
    expect(await lastAuditEvent(api, "payments.cancelHeld")).toMatchObject({
      subjectId: String(customer.userId),
      after: { state: "CANCELLED" },
    });
    api.clock.advance({ minutes: 10 });
    await api.services.payments.drain();
    expect(processors.calls()).toBe(0);
    api.clock.advance({ minutes: -10 });
    expect((await run(api, order(customer, "FUND"))).state).toBe("READY");
  });

  it("is allowed to the requester and to admins who may decide approvals", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "FUND"), "ADMIN");
    await expectRefusal(cancel(paymentId), "FORBIDDEN", TEXT.notYours);
    await cancel(paymentId, "SUPERADMIN");
  });

  it("is refused once the hold is over", async () => {
    const { paymentId } = await begin();
    api.clock.advance({ minutes: 5 });
    await expectRefusal(cancel(paymentId), "RULE", TEXT.notHeld);
    await api.services.payments.drain();
    await expectRefusal(cancel(paymentId), "RULE", TEXT.notHeld);
    api.clock.advance({ minutes: -5 });
  });

  it("never happens together with sending it at the same moment", async () => {
    const begun = await Promise.all(Array.from({ length: 6 }, begin));
    api.clock.advance({ minutes: 5 });
    api.clock.advance({ minutes: -5 });
    const cancels = begun.map(({ paymentId }) => cancel(paymentId));
    api.clock.advance({ minutes: 5 });
    await Promise.allSettled([...cancels, api.services.payments.drain(), api.services.payments.drain()]);
    const states = await api.database.read.paymentIntent.findMany({
      where: { id: { in: begun.map(({ paymentId }) => paymentId) } },
      select: { state: true },
    });
    expect(processors.books).toHaveLength(states.filter(({ state }) => state !== "CANCELLED").length);
    api.clock.advance({ minutes: -5 });
  });
});

describe("the hold", () => {
  it("is set once per request, from the version that was read, with one audit event", async () => {
    const admin = await api.as("SUPERADMIN");
    const stale = admin.payments.setHold({
      requestId: randomUUID(),
      minutes: 10,
      runMinutes: 0,
      version: 9_999,
    });
    await expectRefusal(stale, "CONFLICT", TEXT.changed);
    const { version } = await admin.payments.hold();
    const input = { requestId: randomUUID(), minutes: 10, runMinutes: 7, version };
    const events = await countAuditEvents(api, "payments.setHold");
    expect(await admin.payments.setHold(input)).toEqual(await admin.payments.setHold(input));
    expect(await countAuditEvents(api, "payments.setHold")).toBe(events + 1);
    expect(await lastAuditEvent(api, "payments.setHold")).toMatchObject({
      before: { minutes: 5, runMinutes: 0 },
      after: { minutes: 10, runMinutes: 7 },
    });
  });

  it("accepts only whole minutes, two hours at most", async () => {
    for (const minutes of [-1, 1.5, 121]) await expect(setHold(minutes)).rejects.toThrow(TEXT.wrong);
  });
});
