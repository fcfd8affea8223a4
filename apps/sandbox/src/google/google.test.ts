import { generateKeyPairSync } from "node:crypto";
import { importPKCS8, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";

const SCOPE = "https://www.googleapis.com/auth/spreadsheets";
const ROW = ["2026-03-01", 125.5, "ACH"];

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("a signed assertion is traded for a token that opens the spreadsheet", async () => {
  const answer = await append("Payments!A:C", [ROW]);
  expect(answer.status).toBe(200);
});

test("an assertion signed with another key is refused as Google refuses it", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const answer = await askToken(await assertion({ pem }));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    error: "invalid_grant",
    error_description: "Invalid JWT Signature.",
  });
});

test.each([
  ["for another audience", { audience: "https://oauth2.googleapis.com/token" }, "invalid_grant"],
  ["of another account", { issuer: "someone@else.example" }, "invalid_grant"],
  ["long expired", { issuedAt: Date.now() / 1000 - 8000 }, "invalid_grant"],
  ["that would live for two hours", { lifetimeSeconds: 7200 }, "invalid_grant"],
  ["without the scope", { scope: "openid" }, "invalid_scope"],
])("an assertion %s is refused", async (_case, claims, error) => {
  const answer = await askToken(await assertion(claims));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error });
});

test("no call goes through without a valid token", async () => {
  for (const authorization of [undefined, "Bearer ya29.invented"]) {
    const headers = authorization ? { authorization } : {};
    const answer = await fetch(valuesUrl("Payments!A:C"), { headers });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 401, status: "UNAUTHENTICATED" } });
  }
});

test("advancing the clock locks no caller out", async () => {
  const headers = await authorized();
  sandbox.clock.advance(10 * 86_400);
  expect((await fetch(valuesUrl("Payments!A:C"), { headers })).status).toBe(200);
  expect((await askToken(await assertion({}))).status).toBe(200);
});

test("each append tells the range it wrote and the table it wrote below", async () => {
  const first = await append("'New Accounts'!A:C", [ROW]);
  const second = await append("'New Accounts'!A:C", [ROW, ROW]);
  expect(await first.json()).toEqual({
    spreadsheetId: sandbox.google.spreadsheetId,
    updates: {
      spreadsheetId: sandbox.google.spreadsheetId,
      updatedRange: "'New Accounts'!A1:C1",
      updatedRows: 1,
      updatedColumns: 3,
      updatedCells: 3,
    },
  });
  expect(await second.json()).toMatchObject({
    tableRange: "'New Accounts'!A1:C1",
    updates: { updatedRange: "'New Accounts'!A2:C3", updatedRows: 2, updatedCells: 6 },
  });
});

test("RAW keeps a formula as text, USER_ENTERED brings it to life", async () => {
  await append("Payments!A:B", [["=1+1", "7"]], "RAW");
  await append("Payments!A:B", [["=1+1", "7"]], "USER_ENTERED");
  expect(sandbox.sheets.contents().Payments).toEqual([
    ["=1+1", "7"],
    [{ formula: "=1+1" }, 7],
  ]);
  expect(await read("Payments!A:B")).toMatchObject({
    values: [
      ["=1+1", "7"],
      ["2", "7"],
    ],
  });
});

test("a column is read as one list, with gaps as empty text", async () => {
  await append("Payments!A:C", [ROW, ["2026-03-02"], ROW]);
  expect(await read("Payments!C:C", "COLUMNS")).toEqual({
    range: "Payments!C1:C1000",
    majorDimension: "COLUMNS",
    values: [["ACH", "", "ACH"]],
  });
});

test("an empty range has no values", async () => {
  expect(await read("Upcoming!A:B")).toEqual({ range: "Upcoming!A1:B1000", majorDimension: "ROWS" });
});

test.each([
  ["a sheet there is not", "Refunds!A:C", "RAW", [["x"]], 400, "Unable to parse range: Refunds!A:C"],
  ["no input option", "Payments!A:C", "", [["x"]], 400, "'valueInputOption' is required but not specified"],
  ["values that are no rows", "Payments!A:C", "RAW", ["x"], 400, "Invalid value at 'values.0'"],
])("an append with %s is refused in Google's words", async (_case, range, input, values, status, words) => {
  const answer = await append(range, values, input);
  expect(answer.status).toBe(status);
  const { error } = z.object({ error: z.object({ message: z.string() }) }).parse(await answer.json());
  expect(error.message).toContain(words);
});

test("another spreadsheet is not found", async () => {
  const url = `${sandbox.google.baseUrl}/other/values/Payments`;
  const answer = await fetch(url, { headers: await authorized() });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { status: "NOT_FOUND" } });
});

interface Claims {
  pem?: string;
  audience?: string;
  issuer?: string;
  scope?: string;
  issuedAt?: number;
  lifetimeSeconds?: number;
}

async function assertion(claims: Claims): Promise<string> {
  const { credentials } = sandbox.google;
  const issuedAt = Math.floor(claims.issuedAt ?? Date.now() / 1000);
  return new SignJWT({ scope: claims.scope ?? SCOPE })
    .setProtectedHeader({ alg: "RS256" })
    .setIssuer(claims.issuer ?? credentials.client_email)
    .setAudience(claims.audience ?? credentials.token_uri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.lifetimeSeconds ?? 3600))
    .sign(await importPKCS8(claims.pem ?? credentials.private_key, "RS256"));
}

function askToken(signed: string): Promise<Response> {
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: signed };
  return fetch(sandbox.google.credentials.token_uri, { method: "POST", body: new URLSearchParams(grant) });
}

async function authorized(): Promise<{ authorization: string }> {
  const answer = await askToken(await assertion({}));
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json());
  return { authorization: `Bearer ${access_token}` };
}

function valuesUrl(range: string): string {
  return `${sandbox.google.baseUrl}/${sandbox.google.spreadsheetId}/values/${encodeURIComponent(range)}`;
}

async function append(range: string, values: unknown[], input = "RAW"): Promise<Response> {
  const query = new URLSearchParams({ valueInputOption: input, insertDataOption: "INSERT_ROWS" });
  return fetch(`${valuesUrl(range)}:append?${query.toString()}`, {
    method: "POST",
    headers: { ...(await authorized()), "content-type": "application/json" },
    body: JSON.stringify({ values }),
  });
}

async function read(range: string, majorDimension = "ROWS"): Promise<unknown> {
  const answer = await fetch(`${valuesUrl(range)}?majorDimension=${majorDimension}`, {
    headers: await authorized(),
  });
  return answer.json();
}
