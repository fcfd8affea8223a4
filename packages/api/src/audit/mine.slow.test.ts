import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { expectToWait, setRules, withdraw } from "../testing/approvals.ts";
import { endRunning, linkedAccount, withBanks } from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { takenBatch } from "../testing/reverts.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterEach(() => endRunning(api, "BULK_DEBIT"));
afterAll(() => api.close());

type Role = "EMPLOYEE" | "ADMIN" | "VIEWER";
const mine = async (role: Role = "EMPLOYEE", asked = {}) => (await api.as(role)).audit.mine(asked);
/** The newest thing that was done of an action. */
const last = async (action: string, role: Role = "EMPLOYEE") => {
  const { events } = await mine(role);
  const found = events.find((event) => event.action === action);
  if (found === undefined) throw new Error(`Nobody did ${action}.`);
  return found;
};

it("tells what I did and nobody else did, the newest first, narrowed by area, customer and day", async () => {
  const { id: userId } = await api.user();
  const employee = await api.as("EMPLOYEE");
  await employee.notes.create({ requestId: randomUUID(), userId, note: "Called." });
  await (await api.as("ADMIN")).notes.create({ requestId: randomUUID(), userId, note: "Wrote." });
  const flag = { userId, version: 1, flag: "runPaymentAutomation", on: true } as const;
  await employee.users.setFlag({ ...flag, requestId: randomUUID() });
  const { events } = await mine("EMPLOYEE", { userId });
  expect(events.map(({ action }) => action)).toEqual(["users.setFlag", "notes.create"]);
  expect(events.map(({ user }) => user?.id)).toEqual([userId, userId]);
  expect((await mine("EMPLOYEE", { userId, what: "notes" })).events).toHaveLength(1);
  expect((await mine("EMPLOYEE", { userId, from: "2026-11-21" })).events).toEqual([]);
  const first = await mine("EMPLOYEE", { limit: 1 });
  const second = await mine("EMPLOYEE", { limit: 1, cursor: first.nextCursor });
  expect([...first.events, ...second.events].map(({ action }) => action)).toEqual([
    "users.setFlag",
    "notes.create",
  ]);
  expect((await mine("VIEWER")).events.filter(({ action }) => !action.startsWith("users.read"))).toEqual([]);
});

it("a deleted note comes back by what it says, and then nothing is left to undo", async () => {
  const { id: userId } = await api.user();
  const { notes } = await api.as("EMPLOYEE");
  const { id } = await notes.create({ requestId: randomUUID(), userId, note: "Once." });
  await notes.delete({ requestId: randomUUID(), id });
  const { undo } = await last("notes.delete");
  expect(undo).toEqual({ by: "notes.restore", input: { id } });
  await notes.restore({ requestId: randomUUID(), id });
  expect((await last("notes.delete")).undo).toBeNull();
});

it("a switch goes back while nobody has changed it since", async () => {
  const { id: userId } = await api.user();
  const { users } = await api.as("EMPLOYEE");
  const flag = { userId, flag: "runPaymentAutomation" } as const;
  await users.setFlag({ ...flag, version: 1, on: true, requestId: randomUUID() });
  const { undo } = await last("users.setFlag");
  if (undo?.by !== "users.setFlag") throw new Error("It can not be undone.");
  expect(undo.input).toEqual({ ...flag, version: 2, on: false });
  await users.setFlag({ ...undo.input, requestId: randomUUID() });
  const { events } = await mine("EMPLOYEE", { userId, what: "users.setFlag" });
  expect(events.map((event) => event.undo?.input)).toEqual([{ ...flag, version: 3, on: true }, undefined]);
});

it("what is held is cancelled, and what waits for a second person withdrawn", async () => {
  const superadmin = await api.as("SUPERADMIN");
  await superadmin.payments.setHold({ requestId: randomUUID(), minutes: 5, runMinutes: 0, version: 0 });
  const { paymentId } = await run(api, order(await payableCustomer(api), "FUND"));
  const { undo } = await last("payments.run");
  expect(undo).toEqual({ by: "payments.cancelHeld", input: { paymentId } });
  await (await api.as("EMPLOYEE")).payments.cancelHeld({ requestId: randomUUID(), paymentId });
  expect((await last("payments.run")).undo).toBeNull();
  await setRules(api, { COLLECT: { always: true } });
  const shown = await expectToWait(api, run(api, order(await payableCustomer(api), "SALE")));
  expect((await last("approvals.request")).undo).toEqual({
    by: "approvals.withdraw",
    input: { approvalId: shown.id },
  });
  await withdraw(api, shown.id);
  expect((await last("approvals.request")).undo).toBeNull();
  await setRules(api, {});
});

it("a batch that is over is given back", async () => {
  const { batchId } = await takenBatch(api);
  expect((await last("bulkJobs.start.BULK_DEBIT")).undo).toEqual({ by: "reverts.start", input: { batchId } });
});
