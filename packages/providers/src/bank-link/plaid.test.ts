import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { createPlaidBankLink, type PlaidConfig } from "./plaid.ts";
import { institutionHealth } from "./plaid-accounts.ts";
import type { BankLink } from "./port.ts";

const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259.acc-8:savings:6000000123";
const SHORT_DEADLINE_MS = 300;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("balances come in cents, for each account by its id and mask", async () => {
  await control(`items/${LINK}`, { balanceCents: 123_456 });
  const [checking, savings] = await plaid().balances(LINK);
  expect(checking).toEqual({
    accountId: "acc-7",
    name: "Plaid Checking",
    mask: "0259",
    type: "depository",
    subtype: "checking",
    availableCents: 123_456,
    currentCents: 123_456,
    currency: "USD",
  });
  expect(savings).toMatchObject({ accountId: "acc-8", availableCents: expect.any(Number) });
});

test.each([1, 7, 29, 57, 115, 1_005, 819_999, -4_210])(
  "%i cents arrive as they were",
  async (balanceCents) => {
    await control(`items/${LINK}`, { balanceCents });
    expect((await plaid().balances(LINK))[0]?.currentCents).toBe(balanceCents);
  },
);

test("balances of a link with a card at Capital One, which wants to know how old they may be", async () => {
  const link = "access-sandbox-ins_128026.acc-7:checking:4000000259.acc-9:credit:4111000000";
  expect(await plaid().balances(link)).toMatchObject([
    { accountId: "acc-7", type: "depository" },
    { accountId: "acc-9", type: "credit", subtype: "credit card" },
  ]);
  expect((await plaid().auth(link)).map(({ accountId }) => accountId)).toEqual(["acc-7"]);
});

test("a number that the bank made for this link alone is told as such", async () => {
  const atBank = async (bank: string) =>
    (await plaid().auth(`access-sandbox-${bank}.a:checking:4000000259`))[0];
  expect(await atBank("ins_56")).toMatchObject({ isTokenized: true });
  expect(await atBank("ins_109508")).toMatchObject({ isTokenized: false });
});

test("auth gives the full numbers of each account", async () => {
  expect(await plaid().auth(LINK)).toEqual([
    expect.objectContaining({
      accountId: "acc-7",
      account: "4000000259",
      routing: "019991016",
      mask: "0259",
    }),
    expect.objectContaining({ accountId: "acc-8", account: "6000000123", subtype: "savings" }),
  ]);
});

test("a link that works has no error; one that does not says why", async () => {
  expect(await plaid().itemState(LINK)).toMatchObject({
    institutionId: "ins_109508",
    institutionName: "First Platypus Bank",
    error: null,
    transactionsUpdatedAt: expect.any(Date),
  });
  await control(`items/${LINK}`, { error: "ITEM_LOGIN_REQUIRED" });
  expect((await plaid().itemState(LINK)).error).toMatchObject({ code: "ITEM_LOGIN_REQUIRED" });
});

test.each(["HEALTHY", "DEGRADED", "DOWN"])("an institution that is %s is said to be", async (health) => {
  await control("institutions/ins_109510", { status: health });
  expect(await plaid().institution("ins_109510")).toMatchObject({
    name: "Tartan Bank",
    health,
    healthChangedAt: expect.any(Date),
  });
});

test.each([
  [{ status: "DOWN", breakdown: { success: 1 } }, "DOWN"],
  [{ status: null, breakdown: { success: 0.9 } }, "HEALTHY"],
  [{ breakdown: { success: 0.89 } }, "DEGRADED"],
  [{ breakdown: { success: 0.3 } }, "DEGRADED"],
  [{ breakdown: { success: 0.29 } }, "DOWN"],
  [{}, null],
  [null, null],
] as const)("sign-ins of %j mean %s", (logins, health) => {
  expect(institutionHealth(logins)).toBe(health);
});

test("institutions are listed page by page", async () => {
  const all = await plaid().institutions({ count: 500, offset: 0 });
  expect(all.institutions).toHaveLength(all.total);
  const second = await plaid().institutions({ count: 3, offset: 3 });
  expect(second).toEqual({ total: all.total, institutions: all.institutions.slice(3, 6) });
});

test.each([
  ["ITEM_LOGIN_REQUIRED", "refused", 400],
  ["ACCESS_NOT_GRANTED", "refused", 400],
  ["INSTITUTION_NO_LONGER_SUPPORTED", "refused", 400],
  ["INSTITUTION_NOT_RESPONDING", "unavailable", 400],
  ["INSTITUTION_DOWN", "unavailable", 400],
  ["PRODUCT_NOT_READY", "unavailable", 400],
  ["INTERNAL_SERVER_ERROR", "unavailable", 500],
])("%s is %s and keeps its code", async (error, kind, status) => {
  await control(`items/${LINK}`, { error });
  const thrown = await failure(plaid().balances(LINK));
  expect(thrown).toMatchObject({ kind, status, vendorCode: error, provider: "plaid" });
});

test("too many calls are unavailable, with the limit's name", async () => {
  await control("settings", { rateLimits: true });
  const calls = Array.from({ length: 6 }, () => plaid().balances(LINK));
  const refusals = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
  expect(refusals).toMatchObject([
    { reason: { kind: "unavailable", status: 429, vendorCode: "BALANCE_LIMIT" } },
  ]);
});

test("wrong keys are refused, and neither keys nor tokens are anywhere in the error", async () => {
  const stranger = plaid({ secret: "another-secret" });
  const thrown = await failure(stranger.balances(LINK));
  const told = { kind: "refused", vendorCode: "INVALID_API_KEYS", isOfLink: false, cause: undefined };
  expect(thrown).toMatchObject(told);
  await control(`items/${LINK}`, { error: "ITEM_LOCKED" });
  expect(await failure(plaid().balances(LINK))).toMatchObject({ vendorCode: "ITEM_LOCKED", isOfLink: true });
  expect(inspect(thrown, { depth: null })).not.toMatch(/another-secret|access-sandbox/);
});

test.each(["timeoutBeforeEffect", "timeoutAfterEffect", "resetAfterEffect", "invalidJson"] as const)(
  "a reading lost by %s may simply be asked for again",
  async (kind) => {
    sandbox.faults.add({ provider: "plaid", kind });
    const thrown = await failure(plaid({ deadlineMs: SHORT_DEADLINE_MS }).balances(LINK));
    expect(thrown.kind).toBe("unavailable");
    expect(await plaid().balances(LINK)).toHaveLength(2);
  },
);

test("when nobody listens, nothing was done", async () => {
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  const thrown = await failure(
    plaid({ baseUrl: gone.plaid.baseUrl }).createAssetReport({ accessTokens: [LINK], days: 60 }),
  );
  expect(thrown).toMatchObject({ kind: "unavailable", vendorCode: "ECONNREFUSED" });
});

function plaid(changes: Partial<PlaidConfig> = {}): BankLink {
  return createPlaidBankLink({ ...sandbox.plaid, deadlineMs: 60_000, now: () => new Date(), ...changes });
}

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/plaid/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
