import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addAccount } from "../testing/accounts.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;
let primaryId: number;
let otherId: number;

beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
  ({ id: primaryId } = await addAccount(api, userId, { isPrimary: true }));
  ({ id: otherId } = await addAccount(api, userId, { number: "5000000333", name: "Plaid Saving" }));
});
afterAll(() => api.close());

const stored = (id: number) => api.database.read.bankAccount.findUniqueOrThrow({ where: { id } });
const readPrimaries = async (id: number) =>
  (await api.database.read.bankAccount.findMany({ where: { userId: id, isPrimary: true } })).map(
    (account) => account.id,
  );
const setEnabled = async (
  enabled: boolean,
  { id = otherId, role = "EMPLOYEE" }: { id?: number; role?: Role } = {},
) => (await api.as(role)).bankAccounts.setEnabled({ requestId: randomUUID(), accountId: id, enabled });
const makePrimary = async (
  id: number,
  { insteadOf = primaryId, role = "EMPLOYEE" }: { insteadOf?: number | null; role?: Role } = {},
) => (await api.as(role)).bankAccounts.makePrimary({ requestId: randomUUID(), accountId: id, insteadOf });

describe("the accounts of a user", () => {
  it("are listed apart: those in use, the primary one first, and those of links that are lost", async () => {
    const { id: lostId } = await addAccount(api, userId, { number: "6000000444", isActive: false });
    const viewer = await api.as("VIEWER");
    const inUse = await viewer.bankAccounts.list({ userId, active: true });
    expect(inUse.accounts.map(({ id }) => id)).toEqual([primaryId, otherId]);
    const lost = await viewer.bankAccounts.list({ userId, active: false });
    expect(lost.accounts.map(({ id }) => id)).toEqual([lostId]);
    expect([inUse.primaryId, lost.primaryId]).toEqual([primaryId, primaryId]);
  });

  it("show the last four digits of the number, and never more of it", async () => {
    const answer = await (await api.as("SUPERADMIN")).bankAccounts.list({ userId, active: true });
    expect(answer.accounts[0]).toMatchObject({
      last4: "0259",
      routing: "021000021",
      type: "depository",
      subtype: "checking",
      source: "plaid",
      verification: "PENDING",
      isManuallyAdded: false,
      institutionName: "Chase",
    });
    expect(JSON.stringify(answer)).not.toContain("4000000259");
  });

  it("are nobody else's, and a user who does not exist has no name", async () => {
    const { id: stranger } = await api.user();
    const viewer = await api.as("VIEWER");
    expect(await viewer.bankAccounts.list({ userId: stranger, active: true })).toEqual({
      primaryId: null,
      accounts: [],
    });
    expect(await viewer.bankAccounts.owner({ userId })).toMatchObject({ id: userId, firstname: "Maria" });
    await expectRefusal(
      viewer.bankAccounts.owner({ userId: 999_999 }),
      "NOT_FOUND",
      "There is no customer 999999.",
    );
  });
});

describe("switching an account", () => {
  it("disables it and enables it again, and says so", async () => {
    expect(await setEnabled(false)).toEqual({
      accountId: otherId,
      enabled: false,
      message: "Account enable/disable successfully",
    });
    expect((await stored(otherId)).enabled).toBe(false);
    await setEnabled(true);
    expect((await stored(otherId)).enabled).toBe(true);
  });

  it("is refused for the primary account, and for one that is not there", async () => {
    await expectRefusal(setEnabled(false, { id: primaryId }), "RULE", /^This is the primary account/);
    expect((await stored(primaryId)).enabled).toBe(true);
    await expectRefusal(setEnabled(false, { id: 2e9 }), "NOT_FOUND", "There is no such account.");
  });

  it("by two admins at once happens once, and the second is told", async () => {
    const outcomes = await Promise.allSettled([setEnabled(false), setEnabled(false, { role: "ADMIN" })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(setEnabled(false), "CONFLICT", /^Someone else changed this/);
  });
});

describe("making an account primary", () => {
  it("takes it from the one that was, and says so", async () => {
    expect(await makePrimary(otherId)).toEqual({
      accountId: otherId,
      message: "Mark account primary successfully",
    });
    expect(await readPrimaries(userId)).toEqual([otherId]);
  });

  it("is done for a user who has no primary account yet, and leaves those of others alone", async () => {
    const { id: first } = await api.user();
    const { id } = await addAccount(api, first);
    await makePrimary(id, { insteadOf: null });
    expect(await readPrimaries(first)).toEqual([id]);
    expect(await readPrimaries(userId)).toEqual([primaryId]);
  });

  it("is refused for a disabled account, for the one that is primary, and for one that is not there", async () => {
    await setEnabled(false);
    await expectRefusal(makePrimary(otherId), "RULE", "A disabled account cannot be made primary.");
    await expectRefusal(makePrimary(primaryId), "RULE", "This is the primary account.");
    await expectRefusal(makePrimary(2e9), "NOT_FOUND", "There is no such account.");
    expect(await readPrimaries(userId)).toEqual([primaryId]);
  });

  it("by two admins at once leaves one primary account, and the slower one is told", async () => {
    const { id: thirdId } = await addAccount(api, userId, { number: "6000000555" });
    const outcomes = await Promise.allSettled([
      makePrimary(otherId),
      makePrimary(thirdId, { role: "ADMIN" }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await readPrimaries(userId)).toEqual([outcomes[0].status === "fulfilled" ? otherId : thirdId]);
    await expectRefusal(makePrimary(thirdId), "CONFLICT", /^Someone else changed this/);
  });

  it("while it is being disabled ends with a primary account that is enabled, whoever was first", async () => {
    await Promise.allSettled([makePrimary(otherId), setEnabled(false, { role: "ADMIN" })]);
    const [primary = 0, ...more] = await readPrimaries(userId);
    expect(more).toEqual([]);
    expect((await stored(primary)).enabled).toBe(true);
  });

  it("can not leave two of them, even past this code: the database refuses", async () => {
    const second = api.database.unsafeTransaction((tx) =>
      tx.bankAccount.update({ where: { id: otherId }, data: { isPrimary: true } }),
    );
    await expect(second).rejects.toThrow(/Unique constraint/);
    expect(await readPrimaries(userId)).toEqual([primaryId]);
  });
});
