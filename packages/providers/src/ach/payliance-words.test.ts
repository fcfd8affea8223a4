import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import {
  all,
  answering,
  DAY_SECONDS,
  paylianceBooks,
  payment,
  sandboxAch,
  TUESDAY,
} from "../testing/payliance.ts";
import type { PaylianceConfig } from "./payliance.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("each payment has a check number of its own, and every call for it the same", async () => {
  const checkNumber = expect.stringMatching(/^[1-9]\d{9}$/) as unknown;
  await ach().send("DEBIT", payment({ key: "one" }));
  await ach().send("RCC", payment({ key: "two", accountType: "businessChecking" }));
  const [two, one] = (await paylianceBooks(sandbox)) as { checkNumber: string }[];
  expect([one, two]).toMatchObject([{ checkNumber }, { checkNumber }]);
  expect(one?.checkNumber).not.toBe(two?.checkNumber);
  await fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" });
  await ach().send("DEBIT", payment({ key: "one", amountCents: 900 }));
  expect(await paylianceBooks(sandbox)).toMatchObject([{ checkNumber: one?.checkNumber }]);
});

test.each([
  ["Account is already closed", 9],
  ["Routing number already retired: use another", "12"],
  ["Customer is not enabled", null],
  ["Duplicate account", null],
])("%j refuses the payment for what it uses: a rejection with its reason", async (message, code) => {
  await control(sandbox, "payliance/reject", { message, ValidationCode: code });
  expect(await ach().send("DEBIT", payment())).toMatchObject({
    kind: "rejected",
    code: String(code ?? "INVALID_REQUEST"),
    message,
  });
  expect(await paylianceBooks(sandbox)).toEqual([]);
});

test.each([
  "UniqueTranId already exists.",
  "This transaction was already submitted for account 1.",
  "Already used.",
  "Duplicate",
])("%j says that the key was used before, and is kept", async (message) => {
  await control(sandbox, "payliance/reject", { message });
  expect(await ach().send("DEBIT", payment())).toMatchObject({ kind: "repeated", message });
});

test("codes written as text, and a transaction told among the fields of the answer, are read the same", async () => {
  await control(sandbox, "payliance/settings", { codesAsText: true, answersFlat: true });
  const sent = await ach().send("DEBIT", payment());
  expect(sent).toMatchObject({ kind: "accepted" });
  const reference = sent.kind === "accepted" ? sent.reference : "";
  expect(await ach().lookUp("i1-1")).toMatchObject({ status: "pending", reference, amountCents: 12_500 });
  expect(await ach().findKey(reference)).toBe("i1-1");
  expect(await ach().lookUp("never")).toBeNull();
});

test("a key that Payliance does not know is told flat as well", async () => {
  const vendor = await answering(200, JSON.stringify({ successful: true, Status: 0, UniqueTranId: "i1-1" }));
  expect(await ach({ baseUrl: vendor.url }).lookUp("i1-1")).toBeNull();
  vendor.close();
});

test.each([
  '{"successful":true,"ValidationCode":null,"AuthorizationId":"639245942322405169"}',
  '{"Successful":true,"AuthorizationID":"639245942322405169"}',
  '{"successful":true,"ValidationCode":1,"AuthorizationId":639245942322405169}',
])("%s takes the payment", async (answer) => {
  const vendor = await answering(200, answer);
  expect(await ach({ baseUrl: vendor.url }).send("DEBIT", payment())).toMatchObject({
    kind: "accepted",
    reference: "639245942322405169",
  });
  vendor.close();
});

test.each([
  '{"successful":true,"ValidationCode":7,"AuthorizationId":"1"}',
  '{"successful":true,"ValidationCode":1,"AuthorizationId":""}',
  '{"successful":false,"ValidationCode":1,"message":""}',
])("%s contradicts itself, or names no transaction: the outcome is unknown", async (answer) => {
  const vendor = await answering(200, answer);
  const sent = ach({ baseUrl: vendor.url }).send("DEBIT", payment());
  expect(await failure(sent)).toMatchObject({ kind: "unknown" });
  vendor.close();
});

const USED = "The UniqueTranId has already been used.";
test.each([
  [400, { title: "Wrong.", errors: { UniqueTranId: [USED] } }],
  [400, { title: "Wrong.", status: 400, detail: USED }],
  [409, { successful: false, message: USED }],
  [422, { title: "Wrong.", status: 422, errors: { UniqueTranId: [USED] } }],
])("HTTP %i with %j says that the key was used before, and is kept", async (status, body) => {
  const vendor = await answering(status, JSON.stringify(body));
  const sent = await ach({ baseUrl: vendor.url }).send("DEBIT", payment());
  expect(sent).toMatchObject({ kind: "repeated", message: expect.stringContaining(USED) as unknown });
  vendor.close();
});

test.each([
  [409, "unknown"],
  [422, "refused"],
])("HTTP %i in other words is %s", async (status, kind) => {
  const vendor = await answering(status, '{"successful":false,"message":"Customer is not enabled"}');
  const sent = ach({ baseUrl: vendor.url }).send("DEBIT", payment());
  expect(await failure(sent)).toMatchObject({ kind, status });
  vendor.close();
});

test("a report with its days month first and its numbers as text tells the same", async () => {
  await control(sandbox, "payliance/settings", { daysMonthFirst: true, codesAsText: true });
  await ach().send("DEBIT", payment({ key: "back", amountCents: 503 }));
  await ach().send("DEBIT", payment({ key: "stays" }));
  sandbox.clock.advance(14 * DAY_SECONDS);
  expect(await all(ach().returnsBetween("2026-03-01", "2026-03-31"))).toMatchObject([
    { key: "back", kind: "returnedBeforeSettlement", returnedOn: "2026-03-05" },
  ]);
  expect(await all(ach().settlementsBetween("2026-03-01", "2026-03-31"))).toMatchObject([
    { settledOn: "2026-03-06" },
  ]);
});

test.each([
  ["R10", "returnedBeforeSettlement", 12_500],
  ["Q", "returnedBeforeSettlement", 12_500],
  ["C02", "notificationOfChange", 0],
])("%s of a bank is told as %s", async (code, kind, returnedCents) => {
  await ach().send("RCC", payment({ accountType: "businessChecking" }));
  await control(sandbox, "payliance/notice", { uniqueTranId: "i1-1", code });
  const [told] = await all(ach().returnsBetween("2026-03-03", "2026-03-03"));
  expect(told).toMatchObject({ key: "i1-1", code, kind, amountCents: 12_500, returnedCents });
});

const ach = (changes: Partial<PaylianceConfig> = {}) => sandboxAch(sandbox, changes);
