import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import {
  ACCOUNT,
  answering,
  paylianceBooks,
  payment,
  SHORT_DEADLINE_MS,
  sandboxAch,
  TUESDAY,
} from "../testing/payliance.ts";
import type { PaylianceConfig } from "./payliance.ts";
import type { Ach } from "./port.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("it says that no key is replayed, and how long a look-up may lag behind", () => {
  expect(ach({ effectWindowMs: 30_000 }).capability).toEqual({
    idempotencyKey: false,
    lookUp: true,
    effectWindowMs: 30_000,
  });
});

test.each([
  ["DEBIT", "personalChecking", "debit", "WEB"],
  ["DEBIT", "businessChecking", "debit", "CCD"],
  ["CREDIT", "personalSavings", "credit", "PPD"],
  ["CREDIT", "businessSavings", "credit", "CCD"],
  ["RECREDIT", "personalChecking", "credit", "PPD"],
  ["RCC", "businessChecking", "debit", "RCC"],
] as const)("%s on an account that is %s is a %s of class %s", async (mode, accountType, kind, secCode) => {
  const outcome = await ach().send(mode, payment({ accountType }));
  expect(outcome).toMatchObject({ kind: "accepted", reference: expect.stringMatching(/^\d{18}$/) });
  expect(await books()).toMatchObject([{ uniqueTranId: "i1-1", kind, secCode, amountCents: 12_500 }]);
});

test.each([
  [{ amountCents: 12_501 }, "5", "Transaction declined."],
  [{ amountCents: 12_506 }, "6", ""],
  [{ amountCents: 2_500_006 }, "4", "Amount is over the limit."],
  [{ routing: "011401534" }, "3", "Invalid routing number."],
])("%j is rejected with Payliance's code and words, and nothing is there", async (changes, code, message) => {
  expect(await ach().send("DEBIT", payment(changes))).toEqual({
    kind: "rejected",
    code,
    message,
    raw: { authorizationid: "", validationcode: Number(code), message, successful: false },
  });
  expect(await ach().lookUp("i1-1")).toBeNull();
});

test("fields that Payliance does not take are a rejection that names them", async () => {
  expect(await ach().send("DEBIT", payment({ routing: "1", lastName: "" }))).toMatchObject({
    kind: "rejected",
    code: "INVALID_REQUEST",
    message: "The field Routing is not valid. The field LastName is not valid.",
    raw: { errors: { routing: ["The field Routing is not valid."] } },
  });
  expect(await books()).toEqual([]);
});

test("a key used before is neither taken nor rejected: the first payment stands", async () => {
  await ach().send("DEBIT", payment());
  expect(await ach().send("DEBIT", payment({ amountCents: 900 }))).toMatchObject({ kind: "repeated" });
  expect(await ach().send("CREDIT", payment())).toMatchObject({ kind: "repeated" });
  expect(await ach().lookUp("i1-1")).toMatchObject({ amountCents: 12_500 });
  expect(await books()).toHaveLength(1);
});

test.each([
  [200, { successful: false, ValidationCode: 31, message: "Duplicate transaction." }],
  [400, { successful: false, message: "This UniqueTranId was used before." }],
  [400, { title: "Wrong.", status: 400, errors: { UniqueTranId: ["UniqueTranId must be unique."] } }],
])("a key used before is told by a %i with words like %j", async (status, answer) => {
  const vendor = await answering(status, JSON.stringify(answer));
  expect(await ach({ baseUrl: vendor.url }).send("DEBIT", payment())).toMatchObject({ kind: "repeated" });
  vendor.close();
});

test.each([
  { key: "" },
  { key: "x".repeat(51) },
  { key: "a b" },
  { amountCents: 0 },
  { amountCents: -100 },
  { amountCents: 10.5 },
  { amountCents: Number.NaN },
])("%j is no payment, and nothing is sent for it", async (changes) => {
  expect(await failure(ach().send("DEBIT", payment(changes)))).toMatchObject({ kind: "refused" });
  expect(sandbox.calls.list()).toEqual([]);
});

test.each([
  ["timeoutBeforeEffect", false],
  ["timeoutAfterEffect", true],
  ["resetBeforeEffect", false],
  ["resetAfterEffect", true],
  ["invalidJson", true],
  ["html", true],
  ["statusAfterEffect", true],
] as const)("after %s a payment is unknown, sent once, and a look-up tells", async (kind, there) => {
  sandbox.faults.add({ provider: "payliance", kind });
  const hurried = ach({ deadlineMs: SHORT_DEADLINE_MS });
  expect(await failure(hurried.send("DEBIT", payment()))).toMatchObject({ kind: "unknown" });
  expect((await ach().lookUp("i1-1")) !== null).toBe(there);
  expect(await books()).toHaveLength(there ? 1 : 0);
});

test("an answer that comes after the deadline leaves the payment unknown, and in the books", async () => {
  sandbox.faults.add({ provider: "payliance", kind: "latency", delayMs: 2 * SHORT_DEADLINE_MS });
  const hurried = ach({ deadlineMs: SHORT_DEADLINE_MS });
  expect(await failure(hurried.send("DEBIT", payment()))).toMatchObject({ kind: "unknown" });
  await expect.poll(books).toMatchObject([{ uniqueTranId: "i1-1" }]);
});

test("an answer that comes late but in time is an answer", async () => {
  sandbox.faults.add({ provider: "payliance", kind: "latency", delayMs: 200 });
  expect(await ach().send("DEBIT", payment())).toMatchObject({ kind: "accepted" });
});

test("an amount whose answer gets lost is unknown until it is looked up", async () => {
  const lost = payment({ amountCents: 12_502 });
  expect(await failure(ach().send("DEBIT", lost))).toMatchObject({ kind: "unknown" });
  expect(await ach().lookUp("i1-1")).toMatchObject({ status: "pending", amountCents: 12_502 });
});

test.each([
  [401, "refused"],
  [403, "refused"],
  [404, "refused"],
  [408, "unknown"],
  [429, "unavailable"],
  [500, "unknown"],
  [502, "unknown"],
  [503, "unknown"],
] as const)("a %i on a payment is %s", async (status, kind) => {
  sandbox.faults.add({ provider: "payliance", kind: "status", status });
  expect(await failure(ach().send("DEBIT", payment()))).toMatchObject({ kind, status });
  expect(await books()).toEqual([]);
});

test("a 400 of something that is not Payliance is no rejection", async () => {
  const gateway = await answering(400, "<html>Bad Request</html>");
  expect(await failure(ach({ baseUrl: gateway.url }).send("DEBIT", payment()))).toMatchObject({
    kind: "refused",
    status: 400,
    vendorCode: undefined,
  });
  gateway.close();
});

test.each([
  { successful: true },
  { successful: true, AuthorizationId: "", ValidationCode: 1 },
  { successful: true, AuthorizationId: "639245942322405169", ValidationCode: 7 },
  { AuthorizationId: "639245942322405169", ValidationCode: 1 },
  { successful: false, ValidationCode: 1, message: "" },
  { AuthorizationId: "639245942322405169", errors: {} },
])("an answer of %j contradicts itself, so that the payment is unknown", async (answer) => {
  const vendor = await answering(200, JSON.stringify(answer));
  expect(await failure(ach({ baseUrl: vendor.url }).send("DEBIT", payment()))).toMatchObject({
    kind: "unknown",
  });
  vendor.close();
});

test("when nobody listens, a payment is certainly not made", async () => {
  const gone = await answering(200, "");
  gone.close();
  expect(await failure(ach({ baseUrl: gone.url }).send("DEBIT", payment()))).toMatchObject({
    kind: "unavailable",
    vendorCode: "ECONNREFUSED",
  });
});

test("a wrong key is refused, and not told", async () => {
  const error = await failure(ach({ secretKey: "hunter2" }).send("DEBIT", payment()));
  expect(error).toMatchObject({ kind: "refused", status: 401, vendorCode: "Unauthorized" });
  expect(error.message).not.toContain("hunter2");
});

test("words of Payliance that hold a number do not tell it", async () => {
  const answer = { successful: false, ValidationCode: 9, message: `Account ${ACCOUNT} is closed.` };
  const vendor = await answering(200, JSON.stringify(answer));
  expect(await ach({ baseUrl: vendor.url }).send("DEBIT", payment())).toMatchObject({
    kind: "rejected",
    code: "9",
    message: "Account ••• is closed.",
    raw: { message: "Account ••• is closed." },
  });
  vendor.close();
});

test("every amount goes over the wire and comes back to the cent", async () => {
  const MOST_CENTS = 2_500_000;
  /** Cents of 1 and 6 are those that the sandbox rejects, cents of 2 those that it loses. */
  const amounts = fc.integer({ min: 3, max: MOST_CENTS }).filter((cents) => ![1, 2, 6].includes(cents % 100));
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(amounts, async (amountCents) => {
      const key = `amount-${++sent}`;
      await ach().send("DEBIT", payment({ key, amountCents }));
      expect(await ach().lookUp(key)).toMatchObject({ amountCents });
    }),
    { numRuns: 150, examples: [[3], [10], [1999], [6410], [111_110], [MOST_CENTS]] },
  );
  expect(await books()).toHaveLength(sent);
});

function ach(changes: Partial<PaylianceConfig> = {}): Ach {
  return sandboxAch(sandbox, changes);
}

function books(): Promise<unknown> {
  return paylianceBooks(sandbox);
}
