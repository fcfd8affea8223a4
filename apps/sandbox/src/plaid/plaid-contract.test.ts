import { createServer } from "node:http";
import type { ValidateFunction } from "ajv";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { boundPort } from "../bound-port.ts";
import { type Sandbox, startSandbox } from "../index.ts";
import { plaidValidators } from "../testing/plaid-schemas.ts";
import { ITEM_ERROR_CODES } from "./errors.ts";

const TYPES = [
  "AccountsGetResponse",
  "AuthGetResponse",
  "ItemGetResponse",
  "InstitutionsGetResponse",
  "InstitutionsGetByIdResponse",
  "TransactionsSyncResponse",
  "AssetReportCreateResponse",
  "AssetReportRefreshResponse",
  "AssetReportGetResponse",
  "WebhookVerificationKeyGetResponse",
  "PlaidError",
  "AssetsProductReadyWebhook",
  "AssetsErrorWebhook",
  "ItemErrorWebhook",
  "SyncUpdatesAvailableWebhook",
] as const;

const TOKEN = "access-sandbox-contract-2";
const REPORT = "assets-sandbox-contract-2";
const US = { country_codes: ["US"] };

let sandbox: Sandbox;
let validators: Record<(typeof TYPES)[number], ValidateFunction>;
beforeAll(async () => {
  [sandbox, validators] = await Promise.all([startSandbox({ port: 0, smtpPort: 0 }), plaidValidators(TYPES)]);
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each([
  ["/accounts/balance/get", "AccountsGetResponse", { access_token: TOKEN }, "type"],
  ["/accounts/get", "AccountsGetResponse", { access_token: TOKEN }, "mask"],
  ["/auth/get", "AuthGetResponse", { access_token: TOKEN }, "wire_routing"],
  ["/item/get", "ItemGetResponse", { access_token: TOKEN }, "update_type"],
  ["/institutions/get", "InstitutionsGetResponse", { ...US, count: 5, offset: 0 }, "routing_numbers"],
  [
    "/institutions/get_by_id",
    "InstitutionsGetByIdResponse",
    { ...US, institution_id: "ins_109508", options: { include_status: true } },
    "error_institution",
  ],
  [
    "/transactions/sync",
    "TransactionsSyncResponse",
    { access_token: TOKEN, count: 500, options: { include_original_description: true } },
    "payment_channel",
  ],
  [
    "/asset_report/create",
    "AssetReportCreateResponse",
    { access_tokens: [TOKEN], days_requested: 60 },
    "asset_report_id",
  ],
  [
    "/asset_report/refresh",
    "AssetReportRefreshResponse",
    { asset_report_token: REPORT },
    "asset_report_token",
  ],
  ["/asset_report/get", "AssetReportGetResponse", { asset_report_token: REPORT }, "days_available"],
] as const)(
  "the answer of %s is one of Plaid's, and would not be without a field",
  async (path, type, request, field) => {
    const answer = await ask(path, request);
    expect(answer.status).toBe(200);
    expectOnlyWhole(type, answer.body, field);
  },
);

test.each(ITEM_ERROR_CODES)("the error %s is one of Plaid's", async (code) => {
  await control(`items/${TOKEN}`, { error: code });
  const { status, body } = await ask("/accounts/balance/get", { access_token: TOKEN });
  expect(status).toBe(code === "INTERNAL_SERVER_ERROR" ? 500 : 400);
  expect(body).toMatchObject({ error_code: code });
  expectOnlyWhole("PlaidError", body, "error_type");
  expect(validators.PlaidError({ ...body, error_type: "BANK_ERROR" })).toBe(false);
  expectOnlyWhole("ItemGetResponse", (await ask("/item/get", { access_token: TOKEN })).body, "update_type");
});

test.each([
  ["wrong keys", "/item/get", { access_token: TOKEN, client_id: "x", secret: "y" }, { "plaid-secret": "z" }],
  ["no access token", "/item/get", {}, {}],
  ["an access token of another form", "/item/get", { access_token: "public-sandbox-1" }, {}],
  ["an unknown field", "/item/get", { access_token: TOKEN, verbose: true }, {}],
  ["too long a history", "/asset_report/create", { access_tokens: [TOKEN], days_requested: 900 }, {}],
  ["an unknown institution", "/institutions/get_by_id", { ...US, institution_id: "bank" }, {}],
  ["an unknown key", "/webhook_verification_key/get", { key_id: "none" }, {}],
  ["an unknown address", "/transfer/create", {}, {}],
])("the refusal of %s is one of Plaid's", async (_case, path, request, headers) => {
  const { status, body } = await ask(path, request, headers);
  expect([400, 404]).toContain(status);
  expectOnlyWhole("PlaidError", body, "error_message");
});

test.each([400, 404, 429, 500, 502, 503])(
  "the error of a fault with status %i is one of Plaid's",
  async (status) => {
    sandbox.faults.add({ provider: "plaid", kind: "status", status });
    const answer = await ask("/item/get", { access_token: TOKEN });
    expect(answer.status).toBe(status);
    expectOnlyWhole("PlaidError", answer.body, "display_message");
  },
);

test("the error of a limit is one of Plaid's", async () => {
  await control("settings", { rateLimits: true });
  const answers = [];
  for (let call = 0; call < 6; call += 1)
    answers.push(await ask("/accounts/balance/get", { access_token: TOKEN }));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expectOnlyWhole("PlaidError", answers[5]?.body, "error_code");
});

test("webhooks and the key that signs them are Plaid's", async () => {
  const signatures: string[] = [];
  const receiver = createServer((incoming, outgoing) => {
    signatures.push(String(incoming.headers["plaid-verification"]));
    outgoing.end();
  });
  const port = await boundPort(receiver.listen(0, "127.0.0.1"));
  await control("settings", { webhookUrl: `http://127.0.0.1:${port}/`, assetReportSeconds: 1 });
  await ask("/asset_report/create", { access_tokens: [TOKEN], days_requested: 60 });
  sandbox.clock.advance(1);
  await control(`items/${TOKEN}`, { error: "ITEM_LOGIN_REQUIRED" });
  await ask("/asset_report/create", { access_tokens: [TOKEN], days_requested: 60 });
  sandbox.clock.advance(1);
  await control(`items/${TOKEN}/transactions`, {});
  const [changed, failed, lost, ready] = await sentWebhooks();
  expectOnlyWhole("AssetsProductReadyWebhook", ready, "asset_report_id");
  expectOnlyWhole("ItemErrorWebhook", lost, "item_id");
  expectOnlyWhole("AssetsErrorWebhook", failed, "error");
  expectOnlyWhole("SyncUpdatesAvailableWebhook", changed, "historical_update_complete");
  const key = await ask("/webhook_verification_key/get", {
    key_id: decodeProtectedHeader(signatures[0] ?? "").kid,
  });
  expectOnlyWhole("WebhookVerificationKeyGetResponse", key.body, "expired_at");
  receiver.close();
});

/** Valid as it is, invalid without the field, wherever in it, and with a field that Plaid does not know. */
function expectOnlyWhole(type: (typeof TYPES)[number], body: object | undefined, field: string): void {
  const validate = validators[type];
  validate(body);
  expect(validate.errors).toBeNull();
  const text = JSON.stringify(body);
  expect(text).toContain(`"${field}":`);
  expect(validate(JSON.parse(text.replace(`"${field}":`, `"not_${field}":`)))).toBe(false);
}

async function ask(path: string, request: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.plaid.baseUrl}${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "plaid-client-id": sandbox.plaid.clientId,
      "plaid-secret": sandbox.plaid.secret,
      "plaid-version": "2020-09-14",
      ...headers,
    },
    body: JSON.stringify(request),
  });
  return { status: answer.status, body: (await answer.json()) as object };
}

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/plaid/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

async function sentWebhooks(): Promise<object[]> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/plaid/webhooks`);
  return ((await answer.json()) as { body: object }[]).map(({ body }) => body);
}
