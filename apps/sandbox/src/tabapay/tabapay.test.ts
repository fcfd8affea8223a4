import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";

const CARD = "x7Gq_2Zk-90aBcDeFgHiJk";
const SETTLEMENT = "SettlementAccountID_22";
const DAY_SECONDS = 86_400;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each(["", "Bearer invented", `Basic ${"x".repeat(8)}`])(
  "no call goes through with %j, and the error has TabaPay's form",
  async (authorization) => {
    const answer = await call("GET", "/transactions?referenceID=a", { authorization });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      SC: 401,
      EC: expect.stringMatching(/^[0-9A-F]{8}$/),
      EM: "Unauthorized",
    });
  },
);

test("another client's resources are not found", async () => {
  const { baseUrl, bearer } = sandbox.tabapay;
  const answer = await fetch(`${baseUrl}/v1/clients/${"x".repeat(22)}/transactions?referenceID=a`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  expect(answer.status).toBe(404);
});

test.each([
  ["not packed", JSON.stringify(pull(), null, 1), "JSON NOT PACKED"],
  ["no JSON", '{"referenceID":', "JSON"],
  ["a reference that is too long", packed({ referenceID: "x".repeat(16) }), "referenceID"],
  ["an amount that is a number", packed({ amount: 5 }), "amount"],
  ["an amount with one decimal", packed({ amount: "5.0" }), "amount"],
  ["an amount of nothing", packed({ amount: "0.00" }), "amount"],
  ["another type", packed({ type: "sale" }), "type"],
  [
    "a token that is none",
    packed({ accounts: { sourceAccountID: "4111111111111111", destinationAccountID: SETTLEMENT } }),
    "accounts.sourceAccountID",
  ],
  [
    "a card for settlement account",
    packed({ accounts: { sourceAccountID: CARD, destinationAccountID: CARD } }),
    "accounts.destination",
  ],
])("a transaction with %s is a bad request that names it", async (_case, body, EM) => {
  const answer = await call("POST", "/transactions", { body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ SC: 400, EM });
  expect(await books()).toEqual([]);
});

test("space inside a text is no space between the parts", async () => {
  const body = JSON.stringify({ ...pull(), memo: 'for  "you" and\n me' });
  expect((await call("POST", "/transactions", { body })).status).toBe(200);
});

test("a body that is not said to be JSON is not read", async () => {
  const answer = await call("POST", "/transactions", { body: packed({}), type: "text/plain" });
  expect(answer.status).toBe(415);
});

test.each([
  ["0.01", 200, { status: "ERROR", networkRC: "ZZ" }, "ERROR"],
  ["0.02", 207, { status: "UNKNOWN" }, "UNKNOWN"],
  ["0.04", 207, { status: "UNKNOWN" }, "PENDING"],
  ["0.09", 200, { status: "PARTIAL_COMPLETED", networkRC: "00", partialAmount: "0.04" }, "PARTIAL_COMPLETED"],
  ["0.10", 200, { status: "COMPLETED", networkRC: "00", approvalCode: "000001" }, "COMPLETED"],
])("$%s is answered with %i as TabaPay's own sandbox does", async (amount, SC, told, status) => {
  const answer = await call("POST", "/transactions", { body: packed({ amount }) });
  expect(answer.status).toBe(SC);
  expect(await answer.json()).toMatchObject({
    SC,
    transactionID: expect.stringMatching(/^[\w-]{22}$/),
    ...told,
  });
  expect(await books()).toMatchObject([{ referenceID: "ref1", status }]);
});

test("how long the slow amounts take can be set", async () => {
  await control("POST", "settings", { delaySeconds: 60 });
  await call("POST", "/transactions", { body: packed({ amount: "0.04" }) });
  sandbox.clock.advance(59);
  expect(await books()).toMatchObject([{ status: "PENDING" }]);
  sandbox.clock.advance(1);
  expect(await books()).toMatchObject([{ status: "COMPLETED" }]);
});

test("a reference is used once, in whatever case, even by what was declined", async () => {
  await call("POST", "/transactions", { body: packed({ referenceID: "abc", amount: "0.01" }) });
  const again = await call("POST", "/transactions", { body: packed({ referenceID: "ABC" }) });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ SC: 409, EM: "ReferenceID" });
  const found = await call("GET", "/transactions?referenceID=aBc");
  expect(await found.json()).toMatchObject({ status: "ERROR", amount: "0.01" });
});

test("a transaction is had by reference for a day and by its id for good", async () => {
  const transactionID = await paid("125.00");
  const byReference = await (await call("GET", "/transactions?referenceID=ref1")).json();
  expect(byReference).toMatchObject({ transactionID, amount: "125.00", last4: expect.any(String) });
  sandbox.clock.advance(DAY_SECONDS + 1);
  const late = await call("GET", "/transactions?referenceID=ref1");
  expect([late.status, await late.json()]).toEqual([
    421,
    expect.objectContaining({ SC: 421, EM: "ReferenceID" }),
  ]);
  const byId = await (await call("GET", `/transactions/${transactionID}`)).json();
  expect(byId).toMatchObject({ referenceID: "ref1", status: "COMPLETED" });
  expect((await call("GET", "/transactions?referenceID=none")).status).toBe(404);
});

const UNDONE = { status: "COMPLETED", reversal: { networkRC: "00" } };
const NOT_THIS_WAY = { SC: 422, EM: "Reverse" };
test.each([
  ["void", 0, UNDONE, "REVERSED"],
  ["reversal", 0, NOT_THIS_WAY, undefined],
  ["void", DAY_SECONDS, NOT_THIS_WAY, undefined],
  ["reversal", DAY_SECONDS, UNDONE, "REVERSED"],
])("a %s %i seconds after the sale is answered with %o", async (way, seconds, told, reversalStatus) => {
  const transactionID = await paid("125.00");
  sandbox.clock.advance(seconds);
  const answer = await call("DELETE", `/transactions/${transactionID}?${way}`);
  expect(await answer.json()).toMatchObject(told);
  const found: unknown = await (await call("GET", `/transactions/${transactionID}`)).json();
  expect(found).toMatchObject({ status: "COMPLETED" });
  expect(z.looseObject({}).parse(found).reversalStatus).toBe(reversalStatus);
});

test("nothing is undone twice, nor a push, nor without saying how", async () => {
  const transactionID = await paid("125.00");
  expect((await call("DELETE", `/transactions/${transactionID}`)).status).toBe(400);
  expect((await call("DELETE", `/transactions/${transactionID}?void`)).status).toBe(200);
  expect((await call("DELETE", `/transactions/${transactionID}?void`)).status).toBe(422);
  const push = { type: "push", accounts: { sourceAccountID: SETTLEMENT, destinationAccountID: CARD } };
  const pushed = await paid("5.00", { ...push, referenceID: "ref2" });
  expect((await call("DELETE", `/transactions/${pushed}?void`)).status).toBe(422);
  expect((await call("DELETE", "/transactions/none?void")).status).toBe(404);
});

test("a card becomes an account of 22 characters that can be paid from, and its number is not kept", async () => {
  const card = { accountNumber: "4111111111111111", expirationDate: "203012", securityCode: "123" };
  const body = JSON.stringify({
    referenceID: "card1",
    card,
    owner: { name: { first: "Ana", last: "Diaz" } },
  });
  const made = accountSchema.parse(await (await call("POST", "/accounts", { body })).json());
  const wanted = { accountID: made.accountID, card: { last4: "1111" }, owner: { name: { first: "Ana" } } };
  expect(await (await call("GET", `/accounts/${made.accountID}`)).json()).toMatchObject(wanted);
  expect(await (await call("GET", "/accounts?referenceID=card1")).json()).toMatchObject(wanted);
  const accounts = { sourceAccountID: made.accountID, destinationAccountID: SETTLEMENT };
  const answer = await call("POST", "/transactions", { body: packed({ accounts }) });
  expect(await answer.json()).toMatchObject({ status: "COMPLETED", card: { last4: "1111" } });
  const state = await (await fetch(`${sandbox.origin}/__sandbox/state`)).text();
  expect(state).not.toContain("4111111111111111");
  const mistyped = body.replace("4111111111111111", "4111111111111112");
  expect((await call("POST", "/accounts", { body: mistyped })).status).toBe(400);
});

test.each([CARD, "tok_10042123456"])("the token %s is a card that says what it allows", async (accountID) => {
  const query = () =>
    call("POST", "/cards", { body: JSON.stringify({ account: { accountID } }) }).then((a) => a.json());
  expect(await query()).toMatchObject({
    card: {
      last4: expect.stringMatching(/^\d{4}$/),
      pull: { enabled: true },
      push: { enabled: true, availability: "Immediate" },
    },
  });
  await control("PUT", `cards/${accountID}`, { pull: false });
  expect(await query()).toMatchObject({ card: { pull: { enabled: false }, push: { enabled: true } } });
});

test("the books tell every transaction, newest first, and the control page shows them", async () => {
  await paid("125.00");
  await paid("5.00", { referenceID: "ref2" });
  expect(await books()).toMatchObject([
    { referenceID: "ref2", amountCents: 500, type: "pull", status: "COMPLETED", reversed: false },
    { referenceID: "ref1", amountCents: 12_500, time: "2026-03-03T17:00:00.000Z" },
  ]);
  const page = await (await fetch(sandbox.origin)).text();
  expect(page).toContain("Books of tabapay");
  expect(page).toContain("$125.00");
});

test("the report of a day has thirty columns, and is written as the day begins in New York", async () => {
  await paid("125.13");
  await paid("80.00", { referenceID: "ref2" });
  await control("POST", "chargeback", { referenceID: "REF2", code: "4853" });
  sandbox.clock.advance(12 * 3600 - 1);
  expect(sandbox.files.list()).toEqual([]);
  sandbox.clock.advance(1);
  expect(sandbox.files.list().map(({ path }) => path)).toEqual([
    "/reports/3021_0044_20260303_transactions_v1-0.csv",
    "/reports/3021_0044_20260304_exceptions_v2-5.csv",
  ]);
  const rows = report("20260304");
  expect(rows.map((row) => Object.keys(row).length)).toEqual([30, 30]);
  expect(rows).toMatchObject([
    {
      "Merchant Reference ID": "ref2",
      "Exception type": "CHARGEBACK",
      "Exception Code": "4853",
      "Exception Description": "Cardholder dispute",
      "Exception Date": "2026-03-04",
      "Exception Settled Amount": "80.00",
    },
    { "Merchant Reference ID": "ref1", "Original Creation Date": "2026-03-03 17:00:00" },
  ]);
});

test("each day that passes has its reports, and an exception stands in one of them", async () => {
  await paid("125.13");
  sandbox.clock.advance(10 * DAY_SECONDS);
  expect(sandbox.files.list()).toHaveLength(2 * 10);
  expect(report("20260304")).toHaveLength(1);
  // Summer time begins on the 8th.
  for (const day of ["05", "08", "09", "13"]) expect(report(`202603${day}`)).toEqual([]);
});

test("only a payment that has moved is charged back", async () => {
  await call("POST", "/transactions", { body: packed({ amount: "0.01" }) });
  const body = { referenceID: "ref1" };
  expect((await control("POST", "chargeback", body)).status).toBe(409);
  expect((await control("POST", "chargeback", { referenceID: "none" })).status).toBe(404);
  expect((await control("POST", "chargeback", { referenceID: "ref1", type: "Gift" })).status).toBe(400);
});

test("an armed decline strikes as often as it was ordered", async () => {
  await control("POST", "decline", { networkRC: "51", times: 2 });
  for (const referenceID of ["a", "b", "c"])
    await call("POST", "/transactions", { body: packed({ referenceID }) });
  expect((await books()).map(({ status }) => status)).toEqual(["COMPLETED", "ERROR", "ERROR"]);
});

const accountSchema = z.object({ SC: z.literal(200), accountID: z.string().regex(/^[\w-]{22}$/) });
const bookSchema = z.array(z.looseObject({ status: z.string() }));

function pull(changes: object = {}) {
  return {
    referenceID: "ref1",
    type: "pull",
    accounts: { sourceAccountID: CARD, destinationAccountID: SETTLEMENT },
    amount: "125.00",
    ...changes,
  };
}

function packed(changes: object): string {
  return JSON.stringify(pull(changes));
}

async function paid(amount: string, changes: object = {}): Promise<string> {
  const answer = await call("POST", "/transactions", { body: packed({ amount, ...changes }) });
  return z.object({ transactionID: z.string() }).parse(await answer.json()).transactionID;
}

function call(
  method: string,
  path: string,
  {
    body,
    authorization = `Bearer ${sandbox.tabapay.bearer}`,
    type = "application/json",
  }: { body?: string; authorization?: string; type?: string } = {},
): Promise<Response> {
  const { baseUrl, clientId } = sandbox.tabapay;
  const headers = { authorization, ...(body === undefined ? {} : { "content-type": type }) };
  return fetch(`${baseUrl}/v1/clients/${clientId}${path}`, { method, headers, body: body ?? null });
}

function control(method: string, path: string, body: object): Promise<Response> {
  return fetch(`${sandbox.origin}/__sandbox/tabapay/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function books() {
  const answer = await fetch(`${sandbox.origin}/__sandbox/tabapay/transactions`);
  return bookSchema.parse(await answer.json());
}

function report(date: string): Record<string, string>[] {
  const file = sandbox.files.file(`/reports/3021_0044_${date}_exceptions_v2-5.csv`);
  return parse(file?.bytes ?? "", { columns: true });
}
