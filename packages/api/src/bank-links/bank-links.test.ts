import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lockUser } from "../locks.ts";
import { accessToken, addBankLink, CHECKING, connectBankLink } from "../testing/bank-links.ts";
import { type Delivery, HURRIED_MS, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  connectBankLink(api, delivery);
});
beforeEach(async () => {
  ({ id: userId } = await api.user());
});
afterEach(() => {
  delivery.sandbox.faults.clear();
  connectBankLink(api, delivery);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const reAuth = async () => (await api.as("EMPLOYEE")).bankLinks.reAuth({ requestId: randomUUID(), userId });
const fetchBalances = async () =>
  (await api.as("EMPLOYEE")).bankLinks.fetchBalances({ requestId: randomUUID(), userId });
const isAnyWaiting = async () => {
  const { rowCount } = await api.database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount !== 0;
};
const list = async () => (await api.as("EMPLOYEE")).bankLinks.list({ userId });
const balances = async () => (await api.as("VIEWER")).bankLinks.balances({ userId });

describe("the bank links of a user", () => {
  it("are listed with what the screen shows, active ones first", async () => {
    const { id: lost } = await addBankLink(api, userId, accessToken(), {
      isActive: false,
      bankStatus: "DOWN",
      errorCode: "ITEM_LOGIN_REQUIRED",
    });
    const { id: active } = await addBankLink(api, userId, null, { institutionName: "Tartan Bank" });
    expect(await list()).toEqual([
      {
        id: active,
        institutionId: "ins_109508",
        institutionName: "Tartan Bank",
        bankStatus: "HEALTHY",
        isActive: true,
        authIsDone: false,
        errorCode: "",
        canBeAsked: false,
        accounts: [],
      },
      expect.objectContaining({ id: lost, bankStatus: "DOWN", isActive: false, canBeAsked: true }),
    ]);
  });
});

describe("re-auth", () => {
  it("keeps the transfer numbers sealed, and shows all but the account number", async () => {
    await addBankLink(api, userId);
    expect(await reAuth()).toEqual({ done: 1, failures: [] });
    const [link] = await list();
    expect(link?.authIsDone).toBe(true);
    const [account] = link?.accounts ?? [];
    expect(account).toMatchObject({
      providerAccountId: CHECKING.accountId,
      mask: "0259",
      routing: expect.stringMatching(/^\d{9}$/),
      wireRouting: expect.stringMatching(/^\d{9}$/),
    });
    const { id, numberSealed, numberIndex } = await api.database.read.bankAccount.findFirstOrThrow({
      where: { id: account?.id ?? 0 },
    });
    const place = { table: "bank_account", column: "number_sealed", rowId: id };
    expect(api.vault.open(place, numberSealed)).toBe(CHECKING.number);
    expect(Buffer.compare(numberIndex, api.vault.blindIndex("bankAccountNumber", CHECKING.number))).toBe(0);
  });

  it("keeps that the bank made the number for this link alone", async () => {
    await addBankLink(api, userId, "access-sandbox-ins_56.acc-1:checking:4000000259");
    await reAuth();
    expect((await list())[0]?.accounts).toMatchObject([{ isTokenized: true }]);
  });

  it("again changes the account that is known instead of adding it a second time", async () => {
    await addBankLink(api, userId);
    await reAuth();
    await reAuth();
    expect((await list())[0]?.accounts).toHaveLength(1);
  });

  it.each([
    ["ITEM_LOGIN_REQUIRED", "We have lost user's plaid connection", false],
    ["INSTITUTION_NOT_RESPONDING", "The banking institution is not responding", true],
    ["INTERNAL_SERVER_ERROR", "Plaid is experiencing internal system issues", true],
  ])(
    "of a link in %s says so, and only a lost login takes the link out of use",
    async (code, text, isActive) => {
      const { id: bankLinkId } = await addBankLink(api, userId, accessToken(code));
      const { done, failures } = await reAuth();
      expect([done, failures]).toEqual([
        0,
        [{ bankLinkId, institutionName: "First Platypus Bank", message: text }],
      ]);
      expect((await list())[0]).toMatchObject({ errorCode: code, isActive, authIsDone: false });
    },
  );

  it("tells a failure that has no words here in the provider's", async () => {
    await addBankLink(api, userId, "access-sandbox-not.a.token");
    const { failures } = await reAuth();
    expect(failures[0]?.message).toMatch(/access.token/i);
    expect(failures[0]?.message).not.toMatch(/access-sandbox|^plaid/);
  });

  it("falls back to the product's sentence when the provider said nothing", async () => {
    await addBankLink(api, userId);
    delivery.sandbox.faults.add({ provider: "plaid", kind: "resetBeforeEffect", path: "/auth/get" });
    expect((await reAuth()).failures[0]?.message).toBe("Something went wrong while re-auth!");
  });

  it("waits for who changes the customer's accounts, and keeps one disabled that was disabled meanwhile", async () => {
    await addBankLink(api, userId, `access-sandbox-ins_56.${CHECKING.accountId}:checking:4000000333`);
    await reAuth();
    await api.asOwner(`UPDATE bank_account SET routing = '021000021' WHERE user_id = ${userId}`);
    const asked: ReturnType<typeof reAuth>[] = [];
    await api.database.unsafeTransaction(async (tx) => {
      await lockUser(tx, userId);
      asked.push(reAuth());
      await expect.poll(isAnyWaiting, { timeout: 30_000 }).toBe(true);
      await tx.bankAccount.updateMany({ where: { userId }, data: { enabled: false } });
    });
    await Promise.all(asked);
    const versions = await api.database.read.bankAccount.findMany({ where: { userId } });
    expect(versions.map(({ enabled }) => enabled)).toEqual([false, false]);
  });

  it("of two links keeps the one that answered when the other did not", async () => {
    await addBankLink(api, userId, accessToken("ITEM_LOGIN_REQUIRED"));
    await addBankLink(api, userId, accessToken());
    const { done, failures } = await reAuth();
    expect([done, failures.length]).toEqual([1, 1]);
  });

  it("brings a lost link back that answers again", async () => {
    const lost = { isActive: false, errorCode: "ITEM_LOGIN_REQUIRED" };
    await addBankLink(api, userId, accessToken(), lost);
    await reAuth();
    expect((await list())[0]).toMatchObject({ isActive: true, errorCode: "" });
  });

  it("refuses a customer without a link, and an unknown one", async () => {
    await addBankLink(api, userId, null);
    await expectRefusal(reAuth(), "RULE", "This customer has no bank link.");
    const admin = await api.as("ADMIN");
    const unknown = { requestId: randomUUID(), userId: 999_999 };
    await expectRefusal(admin.bankLinks.reAuth(unknown), "NOT_FOUND", "There is no customer 999999.");
  });
});

describe("asking for balances", () => {
  it("keeps what each bank said, newest first, with the last digits of the number where we know it", async () => {
    await addBankLink(api, userId);
    expect(await fetchBalances()).toEqual({ records: 1, failures: [] });
    api.clock.advance({ seconds: 5 });
    await reAuth();
    await fetchBalances();
    const records = await balances();
    expect(records.map(({ createdAt }) => createdAt)).toEqual([
      api.clock.now(),
      api.clock.in({ seconds: -5 }),
    ]);
    const account = { accountId: CHECKING.accountId, name: "Plaid Checking", mask: "0259", currency: "USD" };
    expect(records[0]?.accounts[0]).toMatchObject({ ...account, last4: "0259" });
    expect(records[1]?.accounts[0]).toMatchObject({ ...account, last4: "" });
    expect(Number.isInteger(records[0]?.accounts[0]?.availableCents)).toBe(true);
    expect(JSON.stringify(records)).not.toContain(CHECKING.number);
  });

  it("of a lost link keeps no balance, and says so", async () => {
    await addBankLink(api, userId, accessToken("ITEM_LOGIN_REQUIRED"));
    const { records, failures } = await fetchBalances();
    expect([records, failures[0]?.message]).toEqual([0, "We have lost user's plaid connection"]);
    expect(await balances()).toEqual([]);
  });

  it("that time out are a failure of the link, not of the call", async () => {
    await addBankLink(api, userId);
    connectBankLink(api, delivery, HURRIED_MS);
    delivery.sandbox.faults.add({ provider: "plaid", kind: "timeoutAfterEffect", path: "/balance/get" });
    const { records, failures } = await fetchBalances();
    expect([records, failures.length]).toEqual([0, 1]);
    expect((await list())[0]?.isActive).toBe(true);
  });

  it("refuses a customer without a link", async () => {
    await expectRefusal(fetchBalances(), "RULE", "This customer has no bank link.");
  });
});
