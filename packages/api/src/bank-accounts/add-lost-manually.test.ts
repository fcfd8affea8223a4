import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../testing/accounts.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;
let lostId: number;
/** One that no other test uses. */
let number: string;
let count = 0;

beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
  number = `6000${++count}0444`;
  ({ id: lostId } = await addAccount(api, userId, { number, isActive: false }));
});
afterAll(() => api.close());

const add = async ({ id = lostId, role = "EMPLOYEE" }: { id?: number; role?: Role } = {}) =>
  (await api.as(role)).bankAccounts.addLostManually({ requestId: randomUUID(), accountId: id });
const list = async (active: boolean) =>
  (await (await api.as("VIEWER")).bankAccounts.list({ userId, active })).accounts;
const stored = (id: number) => api.database.read.bankAccount.findUniqueOrThrow({ where: { id } });

describe("adding an account of a lost link by hand", () => {
  it("makes it one of the active accounts, added by hand, with the number it has", async () => {
    const { bankLinkId, numberSealed } = await stored(lostId);
    expect(await add()).toEqual({ id: lostId, sharedWith: 0, message: "Update details successfully!" });
    expect(await list(false)).toEqual([]);
    expect(await list(true)).toMatchObject([
      { id: lostId, last4: "0444", source: "manual", isManuallyAdded: true, enabled: true, isPrimary: false },
    ]);
    const now = await stored(lostId);
    expect(now.bankLinkId).not.toBe(bankLinkId);
    expect(Buffer.compare(now.numberSealed, numberSealed)).toBe(0);
  });

  it("keeps the primary account the primary one", async () => {
    const { id } = await addAccount(api, userId, { isActive: false, isPrimary: true });
    await add({ id });
    expect(await list(true)).toMatchObject([{ id, isPrimary: true }]);
  });

  it("tells the ledger sheet of a new account", async () => {
    await add();
    const where = { dedupeKey: `ledger-sheet:account:${lostId}` };
    expect(await api.database.read.outboxMessage.count({ where })).toBe(1);
  });

  it("tells how many other customers have the account", async () => {
    const { id: other } = await api.user();
    await addAccount(api, other, { number });
    expect(await add()).toMatchObject({ sharedWith: 1 });
  });

  it("is refused when the customer has the same account in use, and where its link works", async () => {
    const { id: sameId } = await addAccount(api, userId, { number });
    await expectRefusal(add(), "RULE", "The customer has this account already.");
    await expectRefusal(add({ id: sameId }), "CONFLICT");
    await expectRefusal(add({ id: 999_999 }), "NOT_FOUND", "There is no such account.");
    expect(await stored(lostId)).toMatchObject({ isManuallyAdded: false, source: "plaid" });
  });

  it("by two admins at once does it once", async () => {
    const outcomes = await Promise.allSettled([add(), add({ role: "ADMIN" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await list(true)).toHaveLength(1);
  });
});
