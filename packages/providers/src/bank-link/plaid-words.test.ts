import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { type AlteringProxy, type Place, startAlteringProxy, withValue } from "../testing/altering-proxy.ts";
import { createPlaidBankLink } from "./plaid.ts";
import type { BankLink } from "./port.ts";

const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259.acc-8:savings:6000000123";
const OUT_OF_RANGE = 1e15 + 0.5;

let sandbox: Sandbox;
let proxy: AlteringProxy;
let plaid: BankLink;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  proxy = await startAlteringProxy(sandbox.origin);
  const baseUrl = sandbox.plaid.baseUrl.replace(sandbox.origin, proxy.url);
  plaid = createPlaidBankLink({ ...sandbox.plaid, baseUrl, deadlineMs: 60_000, now: () => new Date() });
});
afterEach(() => proxy.alter(null));
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});

const answerHas = (place: Place, value: unknown): void =>
  proxy.alter((told) => withValue(told, place, value as never));

const LOGINS = ["institution", "status", "item_logins"];

test("a bank whose health is a word of tomorrow stands as its sign-ins do", async () => {
  proxy.alter((told) =>
    withValue(withValue(told, [...LOGINS, "status"], "FAIR"), [...LOGINS, "breakdown"], { success: 0.5 }),
  );
  expect(await plaid.institution("ins_109508")).toMatchObject({ health: "DEGRADED" });
  proxy.alter((told) =>
    withValue(withValue(told, [...LOGINS, "status"], "FAIR"), [...LOGINS, "breakdown"], undefined),
  );
  expect(await plaid.institution("ins_109508")).toMatchObject({ health: null, name: "First Platypus Bank" });
});

test("a date-time without a zone is read as UTC, and one that is none is not told", async () => {
  const place = [...LOGINS, "last_status_change"];
  answerHas(place, "2026-11-02T10:11:12");
  const healthChangedAt = new Date("2026-11-02T10:11:12Z");
  expect(await plaid.institution("ins_109508")).toMatchObject({ healthChangedAt });
  answerHas(place, "2026-11-02T10:11:12-05:00");
  expect(await plaid.institution("ins_109508")).toMatchObject({
    healthChangedAt: new Date("2026-11-02T15:11:12Z"),
  });
  answerHas(place, "last week");
  expect(await plaid.institution("ins_109508")).toMatchObject({ healthChangedAt: null });
  answerHas(["item", "consent_expiration_time"], "never");
  expect(await plaid.itemState(LINK)).toMatchObject({ consentExpiresAt: null, error: null });
});

test("a balance out of range is not told, and the others are", async () => {
  answerHas(["accounts", 0, "balances", "current"], OUT_OF_RANGE);
  const [first, second] = await plaid.balances(LINK);
  expect(first).toMatchObject({ accountId: "acc-7", currentCents: null, availableCents: expect.any(Number) });
  expect(second).toMatchObject({ accountId: "acc-8", currentCents: expect.any(Number) });
  expect(await plaid.auth(LINK)).toHaveLength(2);
});

test("an account that can not be read is left out, and a list that is none is not taken for no accounts", async () => {
  answerHas(["accounts", 0, "account_id"], null);
  expect(await plaid.balances(LINK)).toMatchObject([{ accountId: "acc-8" }]);
  expect(await plaid.auth(LINK)).toMatchObject([{ accountId: "acc-8" }]);
  answerHas(["accounts"], undefined);
  await expect(plaid.balances(LINK)).rejects.toMatchObject({ kind: "unavailable" });
});

test("a transaction of an amount out of range keeps no other from coming", async () => {
  const whole = await plaid.transactionsSync(LINK, null);
  answerHas(["added", 0, "amount"], OUT_OF_RANGE);
  const altered = await plaid.transactionsSync(LINK, null);
  expect(altered.cursor).toBe(whole.cursor);
  expect(altered.added.length).toBeGreaterThan(0);
  expect(altered.added.length).toBeLessThan(whole.added.length);
});

test("a link that is in an error without words is in an error", async () => {
  answerHas(["item", "error"], { error_code: "ITEM_LOGIN_REQUIRED" });
  expect(await plaid.itemState(LINK)).toMatchObject({ error: { code: "ITEM_LOGIN_REQUIRED", message: "" } });
});
