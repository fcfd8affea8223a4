import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../index.ts";
import { askPayliance, PAYMENT, retrievePayment, TUESDAY } from "../testing/payliance-calls.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

const ask = (path: string, request: object, headers?: Record<string, string>) =>
  askPayliance(sandbox, path, request, headers);
const retrieve = (uniqueTranId: string) => retrievePayment(sandbox, uniqueTranId);

test.each(["", "Bearer wrong", "Basic cGF5bGlhbmNl"])(
  "no call goes through with %j",
  async (authorization) => {
    expect(await ask("debit", PAYMENT, { authorization })).toMatchObject({
      status: 401,
      body: { title: "Unauthorized", status: 401 },
    });
    expect(await books()).toEqual([]);
  },
);

test("a payment that is taken has an id of 18 digits, and is pending", async () => {
  expect(await ask("debit", PAYMENT)).toEqual({
    status: 200,
    body: {
      AuthorizationId: expect.stringMatching(/^\d{18}$/),
      ValidationCode: 1,
      successful: true,
      message: "",
    },
  });
  expect(await retrieve("R7f3c2a1b")).toEqual({
    authorizationId: expect.stringMatching(/^\d{18}$/),
    status: 2,
    returnCode: null,
    amount: 125,
    uniqueTranId: "R7f3c2a1b",
    tranCode: 1,
    accountNumber: "******0000",
    firstName: "Ana",
    lastName: "Diaz",
  });
});

test("names of fields are read in any case, and amounts as numbers too", async () => {
  const fields = Object.entries({ ...PAYMENT, CheckAmount: 64.1 });
  const inCamelCase = Object.fromEntries(
    fields.map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
  expect(await ask("credit", { ...inCamelCase, secCode: "CCD" })).toMatchObject({
    body: { successful: true },
  });
  expect(await books()).toMatchObject([{ kind: "credit", secCode: "CCD", amountCents: 6410 }]);
});

test.each([
  ["debit", { UniqueTranId: undefined }, "UniqueTranId", "The UniqueTranId field is required."],
  ["debit", { UniqueTranId: "x".repeat(51) }, "UniqueTranId", "The field UniqueTranId is not valid."],
  ["debit", { Routing: "01140153" }, "Routing", "The field Routing is not valid."],
  ["debit", { AccountNumber: "12-34" }, "AccountNumber", "The field AccountNumber is not valid."],
  ["debit", { CheckAmount: "1.005" }, "CheckAmount", "The field CheckAmount is not valid."],
  ["debit", { CheckAmount: "0.00" }, "CheckAmount", "The field CheckAmount is not valid."],
  ["debit", { CheckAmount: "-5" }, "CheckAmount", "The field CheckAmount is not valid."],
  ["debit", { SecCode: "XYZ" }, "SecCode", "The field SecCode is not valid."],
  ["debit", { WebType: undefined }, "WebType", "The WebType field is required."],
  ["credit", { SecCode: "RCC" }, "SecCode", "The field SecCode is not valid."],
  ["debit", { AccountType: "Checking" }, "AccountType", "The field AccountType is not valid."],
])("a %s with %j is refused, and nothing is taken", async (path, changes, field, sentence) => {
  expect(await ask(path, { ...PAYMENT, ...changes })).toMatchObject({
    status: 400,
    body: {
      type: "https://tools.ietf.org/html/rfc7231#section-6.5.1",
      title: "One or more validation errors occurred.",
      status: 400,
      errors: { [field]: [sentence] },
    },
  });
  expect(await books()).toEqual([]);
});

test("a body that is no JSON is refused", async () => {
  const answer = await fetch(`${sandbox.payliance.baseUrl}/debit`, {
    method: "POST",
    headers: { authorization: `Bearer ${sandbox.payliance.secretKey}` },
    body: "{",
  });
  expect(answer.status).toBe(400);
});

test.each([
  [{ Routing: "011401534" }, 3],
  [{ Routing: "000000000" }, 3],
  [{ CheckAmount: "25000.06" }, 4],
  [{ CheckAmount: "125.01" }, 5],
])(
  "a payment with %j is rejected in an answer of status 200, and leaves nothing behind",
  async (changes, code) => {
    expect(await ask("debit", { ...PAYMENT, ...changes })).toMatchObject({
      status: 200,
      body: { AuthorizationId: "", ValidationCode: code, successful: false },
    });
    expect(await books()).toEqual([]);
    expect(await ask("debit", PAYMENT)).toMatchObject({ body: { successful: true } });
  },
);

test("a key is taken once, whatever is asked under it the second time", async () => {
  await ask("debit", PAYMENT);
  for (const path of ["debit", "credit"])
    expect(await ask(path, { ...PAYMENT, CheckAmount: "9.00" })).toMatchObject({
      status: 200,
      body: { ValidationCode: 2, successful: false, message: "UniqueTranId already exists." },
    });
  expect(await books()).toMatchObject([{ uniqueTranId: "R7f3c2a1b", amountCents: 12_500 }]);
});

test("a payment is sent on the next bank day and settles two bank days later", async () => {
  await ask("debit", PAYMENT);
  expect(await statusesByDay(8)).toEqual([2, 4, 4, 16, 16, 16, 16, 16]);
});

test("on a Friday, the bank is off until Monday", async () => {
  sandbox.clock.advance(3 * 86_400);
  await ask("debit", PAYMENT);
  expect(await statusesByDay(6)).toEqual([2, 2, 2, 4, 4, 16]);
});

test.each([
  ["125.03", [2, 4, 8, 8, 8, 8, 8, 8], "R01"],
  ["125.04", [2, 4, 4, 16, 16, 16, 16, 24], "R01"],
  ["125.05", [2, 4, 4, 16, 16, 16, 16, 16], null],
])("an amount of %s comes to the statuses %j", async (CheckAmount, statuses, returnCode) => {
  await ask("debit", { ...PAYMENT, CheckAmount });
  expect(await statusesByDay(8)).toEqual(statuses);
  expect(await retrieve(PAYMENT.UniqueTranId)).toMatchObject({ returnCode });
});

test("the answer to an amount of .02 is lost, the payment is not", async () => {
  await expect(ask("debit", { ...PAYMENT, CheckAmount: "125.02" })).rejects.toThrow("fetch failed");
  expect(await retrieve(PAYMENT.UniqueTranId)).toMatchObject({ amount: 125.02, status: 2 });
  expect(sandbox.calls.list().at(-1)).toMatchObject({ path: "/payliance/api/v1/echeck/debit", status: null });
});

test("a payment is found by either id, and one there is not is said not to be found", async () => {
  await ask("debit", PAYMENT);
  const { authorizationId } = await retrieve(PAYMENT.UniqueTranId);
  expect(await ask("retrieve", { AuthorizationId: authorizationId })).toMatchObject({
    body: { transaction: { uniqueTranId: PAYMENT.UniqueTranId } },
  });
  expect(await ask("retrieve", { UniqueTranId: "other" })).toEqual({
    status: 200,
    body: { successful: false, message: "Not found", transaction: null },
  });
  expect(await ask("retrieve", {})).toMatchObject({ status: 400 });
});

test("a payment can be voided until it is sent, and once", async () => {
  await ask("debit", PAYMENT);
  const { authorizationId: AuthorizationId } = await retrieve(PAYMENT.UniqueTranId);
  expect(await ask("void", { AuthorizationId })).toMatchObject({ status: 200, body: { successful: true } });
  sandbox.clock.advance(9 * 86_400);
  expect(await retrieve(PAYMENT.UniqueTranId)).toMatchObject({ status: 32 });
  expect(await ask("void", { AuthorizationId })).toEqual({
    status: 400,
    body: { successful: false, message: "Transaction was already voided." },
  });
  await ask("debit", { ...PAYMENT, UniqueTranId: "late" });
  sandbox.clock.advance(86_400);
  const late = await retrieve("late");
  expect(await ask("void", { AuthorizationId: late.authorizationId })).toEqual({
    status: 400,
    body: { successful: false, message: "Cannot void. Transaction is already processed" },
  });
});

test("a settled debit is refunded once, by a credit without a key of ours", async () => {
  await ask("debit", PAYMENT);
  const { authorizationId: AuthorizationId } = await retrieve(PAYMENT.UniqueTranId);
  expect(await ask("refund", { AuthorizationId })).toEqual({
    status: 400,
    body: {
      successful: false,
      message: "Failed to refund the transaction. Transaction waiting to be processed or was sent to bank.",
    },
  });
  sandbox.clock.advance(3 * 86_400);
  const { body } = await ask("refund", { AuthorizationId });
  expect(body).toEqual({ successful: true, message: "", authorizationId: expect.stringMatching(/^\d{18}$/) });
  expect(await books()).toMatchObject([
    { uniqueTranId: null, kind: "refund", amountCents: 12_500, status: "pending" },
    { uniqueTranId: PAYMENT.UniqueTranId, kind: "debit", amountCents: 12_500, status: "refunded" },
  ]);
  expect(await ask("refund", { AuthorizationId })).toMatchObject({ status: 400 });
});

test("a path there is not is said not to be there", async () => {
  expect(await ask("tokenizeddebit", PAYMENT)).toMatchObject({ status: 404, body: { title: "Not Found" } });
});

test("the control page shows the books, without accounts or names, and a reset empties them", async () => {
  await ask("debit", PAYMENT);
  const page = await (await fetch(sandbox.origin)).text();
  expect(page).toContain("Books of payliance");
  expect(page).toContain("R7f3c2a1b");
  expect(page).toContain("$125.00");
  expect(page).not.toMatch(/Diaz|0000|Acme/);
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  expect(await books()).toEqual([]);
  expect(await (await fetch(sandbox.origin)).text()).toContain("Nothing taken yet.");
});

/** The status today and on the days after it. */
async function statusesByDay(days: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let day = 0; day < days; day++) {
    statuses.push((await retrieve(PAYMENT.UniqueTranId)).status);
    sandbox.clock.advance(86_400);
  }
  return statuses;
}

async function books(): Promise<unknown> {
  return (await fetch(`${sandbox.origin}/__sandbox/payliance/transactions`)).json();
}
