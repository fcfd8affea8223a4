import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import type { AccessToken } from "../bearer-access.ts";
import { ProviderError } from "../provider-error.ts";
import { failure } from "../testing/failure.ts";
import { createMemoryTokenStore, type TokenStore } from "../token-store.ts";
import { createZohoAccess, type ZohoAccessConfig } from "./zoho-access.ts";

let sandbox: Sandbox;
let time = Date.now();
const now = () => new Date(time);
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("processes that share a store share one token, also when they begin at once", async () => {
  const tokens = createMemoryTokenStore();
  const used = await Promise.all([1, 2, 3].map(() => access({ tokens }).use(echo)));
  expect(new Set(used).size).toBe(1);
  expect(used[0]).toMatch(/^Zoho-oauthtoken 1000\./);
  expect(tokenRequests()).toBe(1);
});

test("a token is kept until a minute before it expires", async () => {
  const one = access();
  const first = await one.use(echo);
  time += 3_538_000;
  expect(await one.use(echo)).toBe(first);
  time += 2_000;
  expect(await one.use(echo)).not.toBe(first);
});

test("a token that Zoho no longer knows is replaced once, for all processes", async () => {
  const tokens = createMemoryTokenStore();
  const [one, other] = [access({ tokens }), access({ tokens })];
  const worn = await one.use(echo);
  await other.use(echo);
  const known = (authorization: string) =>
    authorization === worn ? Promise.reject(refusal("INVALID_TOKEN")) : Promise.resolve(authorization);
  const successors = await Promise.all([one.use(known), other.use(known)]);
  expect(successors[0]).not.toBe(worn);
  expect(successors[1]).toBe(successors[0]);
  expect(tokenRequests()).toBe(2);
});

test.each([["AUTHENTICATION_FAILURE"], ["INVALID_TOKEN"], ["ANOTHER"], [undefined]])(
  "a 401 with %s has the token replaced, once",
  async (vendorCode) => {
    const asked: string[] = [];
    const refused = access().use((authorization) => {
      asked.push(authorization);
      return Promise.reject(refusal(vendorCode));
    });
    await expect(refused).rejects.toMatchObject({ status: 401 });
    expect(new Set(asked).size).toBe(2);
    expect(asked).toHaveLength(2);
    expect(tokenRequests()).toBe(2);
  },
);

test("a token without the scope is not replaced: another would not have it either", async () => {
  const refused = access().use(() => Promise.reject(refusal("OAUTH_SCOPE_MISMATCH")));
  await expect(refused).rejects.toMatchObject({ vendorCode: "OAUTH_SCOPE_MISMATCH" });
  expect(tokenRequests()).toBe(1);
});

test("no more than ten tokens are asked for within ten minutes, and then one is again", async () => {
  const tokens = createMemoryTokenStore();
  for (const seconds of [0, 0, 5, 15, 30, 60, 90, 90, 90, 90]) {
    time += seconds * 1000;
    await access({ tokens }).use(echo);
    await forgetToken(tokens);
  }
  const eleventh = access({ tokens, now: () => new Date(time + 120_000) });
  expect(await failure(eleventh.use(echo))).toMatchObject({ kind: "unavailable", vendorCode: "TOKEN_LIMIT" });
  expect(tokenRequests()).toBe(10);
  time += 600_001;
  expect(await access({ tokens }).use(echo)).toContain("Zoho-oauthtoken");
});

test("twenty-five reads while no token can be had make two requests, and the next one follows soon after", async () => {
  const tokens = createMemoryTokenStore();
  sandbox.faults.add({ provider: "zoho", kind: "status", status: 503, times: 2 });
  const reads = await Promise.all(Array.from({ length: 25 }, () => failure(access({ tokens }).use(echo))));
  expect(reads.map(({ kind }) => kind)).toEqual(reads.map(() => "unavailable"));
  expect(tokenRequests()).toBe(2);
  expect(reads.at(-1)).toMatchObject({ vendorCode: "TOKEN_LIMIT", retryAfterMs: 5_000 });
  time += 5_000;
  expect(await access({ tokens }).use(echo)).toContain("Zoho-oauthtoken");
});

test("access tokens that Zoho refuses at once do not use up the budget of ten", async () => {
  const tokens = createMemoryTokenStore();
  const dead = () => Promise.reject(refusal("INVALID_TOKEN"));
  for (let read = 0; read < 25; read++) await failure(access({ tokens }).use(dead));
  expect(tokenRequests()).toBe(2);
  for (let minute = 0; minute < 9; minute++) {
    time += 60_000;
    await failure(access({ tokens }).use(dead));
  }
  expect(tokenRequests()).toBeLessThan(10);
  time += 90_000;
  expect(await access({ tokens }).use(echo)).toContain("Zoho-oauthtoken");
});

test("Zoho's own limit, told with status 200, is unavailable", async () => {
  for (let count = 0; count < 10; count++) await access().use(echo);
  const error = await failure(access().use(echo));
  expect(error).toMatchObject({ kind: "unavailable", status: 200, vendorCode: "Access Denied" });
});

test.each([
  [{ refreshToken: "1000.wrong" }, "invalid_code"],
  [{ clientId: "1000.WRONG" }, "invalid_client"],
  [{ clientSecret: "wrong" }, "invalid_client_secret"],
])("wrong credentials, told with status 200, are refused: %j", async (wrong, vendorCode) => {
  const error = await failure(access({ credentials: { ...sandbox.zoho.credentials, ...wrong } }).use(echo));
  expect(error).toMatchObject({ kind: "refused", vendorCode });
  expect(error.message).not.toContain(sandbox.zoho.credentials.clientSecret);
});

test.each(["timeoutAfterEffect", "invalidJson"] as const)(
  "a token lost by %s may be asked for again",
  async (kind) => {
    sandbox.faults.add({ provider: "zoho", kind });
    const one = access({ deadlineMs: 1_500 });
    expect(await failure(one.use(echo))).toMatchObject({ kind: "unavailable" });
    expect(await one.use(echo)).toContain("Zoho-oauthtoken");
  },
);

const echo = (authorization: string) => Promise.resolve(authorization);

function access(changes: Partial<ZohoAccessConfig> = {}) {
  const { accountsUrl, credentials } = sandbox.zoho;
  return createZohoAccess({
    provider: "zoho-crm",
    accountsUrl,
    credentials,
    tokens: createMemoryTokenStore(),
    deadlineMs: 60_000,
    now,
    ...changes,
  });
}

function refusal(vendorCode: string | undefined): ProviderError {
  return new ProviderError({
    kind: "refused",
    provider: "zoho-crm",
    status: 401,
    vendorCode,
    message: "401",
  });
}

async function forgetToken(tokens: TokenStore): Promise<void> {
  const token: AccessToken | null = null;
  await tokens.update(async (kept) => ({ ...kept, token }));
}

function tokenRequests(): number {
  return sandbox.calls.list().filter(({ path }) => path.endsWith("/token")).length;
}
