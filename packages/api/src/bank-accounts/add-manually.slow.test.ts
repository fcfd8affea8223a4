import { randomUUID } from "node:crypto";
import { LEDGER_SHEET_COLUMNS } from "@countinghouse/validators/ledger-writes/rules";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { payloadPlace } from "../outbox/queue.ts";
import { addAccount } from "../testing/accounts.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const NUMBER = "000987654321";
const TYPED = { account: NUMBER, name: "Business Checking", routing: "021000021" };

let api: TestApi;
let userId: number;

beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const add = async (changed: Partial<typeof TYPED & { userId: number }> = {}, role: Role = "EMPLOYEE") =>
  (await api.as(role)).bankAccounts.addManually({ requestId: randomUUID(), userId, ...TYPED, ...changed });
const list = async () =>
  (await (await api.as("EMPLOYEE")).bankAccounts.list({ userId, active: true })).accounts;
const countAccounts = (id: number) => api.database.read.bankAccount.count({ where: { userId: id } });

const SheetMessage = z.object({
  sheet: z.string(),
  row: z.object({ rowId: z.string(), cells: z.array(z.union([z.string(), z.number()])) }),
});
const queuedRow = async (accountId: number) => {
  const { id, payload } = await api.database.read.outboxMessage.findUniqueOrThrow({
    where: { dedupeKey: `ledger-sheet:account:${accountId}` },
  });
  return SheetMessage.parse(JSON.parse(api.vault.open(payloadPlace(id), payload)));
};

describe("an account added by hand", () => {
  it("is listed as such: enabled, not primary, not verified yet", async () => {
    const { id, sharedWith, message } = await add();
    expect([sharedWith, message]).toEqual([0, "Account added successfully!"]);
    expect(await list()).toEqual([
      {
        id,
        bankLinkId: expect.any(Number),
        providerAccountId: `manual-${id}`,
        last4: "4321",
        name: "Business Checking",
        type: "checking",
        subtype: "depository",
        routing: "021000021",
        source: "manual",
        verification: "PENDING",
        enabled: true,
        isPrimary: false,
        isManuallyAdded: true,
        isImported: false,
        institutionName: "",
      },
    ]);
  });

  it("has its number sealed to its row, and found by its keyed index", async () => {
    const { id } = await add();
    const { numberSealed, numberIndex } = await api.database.read.bankAccount.findUniqueOrThrow({
      where: { id },
    });
    const place = { table: "bank_account", column: "number_sealed", rowId: id };
    expect(api.vault.open(place, numberSealed)).toBe(NUMBER);
    expect(Buffer.compare(numberIndex, api.vault.blindIndex("bankAccountNumber", NUMBER))).toBe(0);
  });

  it("is no bank link: the customer still counts as one without", async () => {
    await add();
    const viewer = await api.as("VIEWER");
    expect(await viewer.bankLinks.list({ userId })).toEqual([]);
    expect(await viewer.users.get({ id: userId })).toMatchObject({ bankLinks: [], bankLinkLost: false });
  });

  it("can be paid from, like any other", async () => {
    const { id } = await add();
    const { accounts } = await (await api.as("VIEWER")).payments.options({ userId });
    expect(accounts).toMatchObject([{ id, enabled: true, isActive: true, isManuallyAdded: true }]);
  });

  it("reaches the ledger sheet as a row of thirty-five cells that holds the last four digits", async () => {
    const { id: applicationId } = await addApplication(api, userId, {
      stage: "contracted",
      approvedAmountCents: 100_050n,
      firstPaymentDate: new Date("2026-12-01"),
    });
    const { id } = await add();
    const { sheet, row } = await queuedRow(id);
    expect([sheet, row.rowId]).toEqual(["New Accounts", `bank-account-${id}`]);
    expect(row.cells).toHaveLength(LEDGER_SHEET_COLUMNS["New Accounts"].length);
    expect(row.cells.slice(0, 5)).toEqual(["2026-11-20", userId, "", "Maria", "Delgado"]);
    expect(row.cells).toEqual(expect.arrayContaining([applicationId, "contracted", 1000.5, "2026-12-01"]));
    expect(row.cells.slice(-6)).toEqual([
      "Business Checking",
      "depository",
      "checking",
      "021000021",
      "4321",
      "Test EMPLOYEE",
    ]);
    expect(JSON.stringify(row)).not.toContain(NUMBER);
  });

  it("reaches the sheet also for a customer without an application", async () => {
    const { id } = await add();
    expect((await queuedRow(id)).row.cells).toHaveLength(LEDGER_SHEET_COLUMNS["New Accounts"].length);
  });
});

describe("adding an account by hand", () => {
  it("is refused when the customer has it, whether from a link or by hand", async () => {
    await addAccount(api, userId, { number: NUMBER, routing: TYPED.routing });
    await expectRefusal(add(), "RULE", "The customer has this account already.");
    const { id: other } = await api.user();
    await add({ userId: other });
    await expectRefusal(add({ userId: other }), "RULE", "The customer has this account already.");
    expect([await countAccounts(userId), await countAccounts(other)]).toEqual([1, 1]);
  });

  it("takes the same number at another bank for another account", async () => {
    await add();
    await add({ routing: "026009593" });
    expect(await countAccounts(userId)).toBe(2);
  });

  it("of an account that others have is done, and told with how many they are", async () => {
    const [one, other] = [await api.user(), await api.user()];
    for (const { id } of [one, other]) await add({ userId: id, account: "555000111" });
    expect(await add({ account: "555000111" })).toMatchObject({ sharedWith: 2 });
    const { users } = await (await api.as("VIEWER")).similarRecords.list({ userId, kind: "accounts" });
    expect(new Set(users.map(({ id }) => id))).toEqual(new Set([one.id, other.id]));
  });

  it("does not call the customer's own renewal another customer", async () => {
    const renewal = await api.user({ refUser: { connect: { id: userId } } });
    const sibling = await api.user({ refUser: { connect: { id: userId } } });
    for (const id of [userId, renewal.id, sibling.id])
      expect(await add({ userId: id, account: "777000222" })).toMatchObject({ sharedWith: 0 });
  });

  it("is refused with a routing number whose check digit is wrong, and for nobody", async () => {
    await expect(add({ routing: "021000022" })).rejects.toThrow("Its check digit is wrong");
    await expectRefusal(add({ userId: 999_999 }), "NOT_FOUND", "There is no customer 999999.");
    expect(await countAccounts(userId)).toBe(0);
  });

  it("by two admins at once adds it once", async () => {
    const outcomes = await Promise.allSettled([add(), add({}, "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await countAccounts(userId)).toBe(1);
  });
});
