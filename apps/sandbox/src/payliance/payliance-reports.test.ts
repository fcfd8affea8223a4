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

test("returns come in pages with a cursor, and the report ends with a page that has none", async () => {
  for (let number = 0; number < 7; number++)
    await ask("debit", { ...PAYMENT, UniqueTranId: `r${number}`, CheckAmount: "5.03" });
  sandbox.clock.advance(2 * 86_400);
  const days = { Start: "2026-03-05", End: "2026-03-05" };
  const first = await report("queryreturns", days);
  expect(first.returns).toHaveLength(5);
  expect(first.returns[0]).toEqual({
    authorizationId: expect.any(String),
    uniqueTranId: "r0",
    amount: 5.03,
    returnAmount: 5.03,
    returnReason: "R01",
    addenda: "",
    dateReturned: "2026-03-05",
    tranStatus: 2,
    accountNumber: "******0000",
    name: "Ana Diaz",
  });
  const second = await report("queryreturns", { ...days, PageId: first.pageId });
  expect(second.returns).toMatchObject([{ uniqueTranId: "r5" }, { uniqueTranId: "r6" }]);
  expect(await report("queryreturns", { ...days, PageId: second.pageId })).toMatchObject({
    returns: [],
    pageId: null,
  });
  expect(await report("queryreturns", { Start: "2026-03-06", End: "2026-03-09" })).toMatchObject({
    returns: [],
    pageId: null,
  });
});

test("what is voided does not come back", async () => {
  await ask("debit", { ...PAYMENT, CheckAmount: "5.03" });
  const { authorizationId: AuthorizationId } = await retrieve(PAYMENT.UniqueTranId);
  await ask("void", { AuthorizationId });
  sandbox.clock.advance(10 * 86_400);
  expect(await report("queryreturns", { Start: "2026-03-01", End: "2026-03-31" })).toMatchObject({
    returns: [],
  });
});

test("a notification of change returns no money, and says what is right", async () => {
  await ask("debit", { ...PAYMENT, CheckAmount: "5.05" });
  sandbox.clock.advance(2 * 86_400);
  const { returns } = await report("queryreturns", { Start: "2026-03-05", End: "2026-03-05" });
  expect(returns).toMatchObject([
    { tranStatus: 3, returnReason: "C01", amount: 5.05, returnAmount: 0, addenda: "1111222233330001" },
  ]);
});

test("settlements name the vendor's id twice and leave out what came back, if asked to", async () => {
  await ask("debit", { ...PAYMENT, UniqueTranId: "stays" });
  await ask("debit", { ...PAYMENT, UniqueTranId: "comes-back", CheckAmount: "5.04" });
  sandbox.clock.advance(7 * 86_400);
  const { authorizationId } = await retrieve("stays");
  const days = { Start: "2026-03-01", End: "2026-03-31", ExcludeReturnedItems: true };
  const first = await report("querysettlements", days);
  expect(first.settlements).toEqual([
    {
      authorizationId,
      uniqueTranId: authorizationId,
      amount: 125,
      transactionCode: "D",
      settleDate: "2026-03-06",
      returnDate: null,
      accountNumber: "******0000",
      name: "Ana Diaz",
    },
  ]);
  expect(await report("querysettlements", { ...days, PageId: first.pageId })).toMatchObject({
    settlements: [],
    pageId: null,
  });
});

test("with returned items the settlements never end", async () => {
  await ask("debit", { ...PAYMENT, UniqueTranId: "stays" });
  await ask("debit", { ...PAYMENT, UniqueTranId: "comes-back", CheckAmount: "5.04" });
  sandbox.clock.advance(7 * 86_400);
  const days = { Start: "2026-03-01", End: "2026-03-31" };
  const first = await report("querysettlements", days);
  const second = await report("querysettlements", { ...days, PageId: first.pageId });
  const third = await report("querysettlements", { ...days, PageId: second.pageId });
  expect(first.settlements).toMatchObject([{ returnDate: null }, { returnDate: "2026-03-10" }]);
  expect(second.settlements).toMatchObject([{ returnDate: "2026-03-10" }]);
  expect(third).toEqual(first);
});

test.each([
  { Start: "2026-03-01" },
  { Start: "3/1/2026", End: "3/2/2026" },
  { Start: "2026-03-01", End: "2026-03-02", PageId: "eyJ4IjoxfQ==" },
  { Start: "2026-03-01", End: "2026-03-02", PageId: "no cursor" },
])("a report of %j is refused", async (asked) => {
  expect(await ask("queryreturns", asked)).toMatchObject({
    status: 400,
    body: { errors: expect.anything() },
  });
});

interface Page {
  returns: object[];
  settlements: object[];
  pageId: string | null;
}

async function report(path: string, asked: object): Promise<Page> {
  return (await ask(path, asked)).body as Page;
}
