import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import {
  answering,
  DAY_SECONDS,
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

test("accepted is no more than taken: a look-up says pending, with the amount in cents", async () => {
  const outcome = await ach().send("DEBIT", payment());
  expect(await ach().lookUp("i1-1")).toEqual({
    status: "pending",
    reference: "reference" in outcome ? outcome.reference : "",
    amountCents: 12_500,
    returnCode: null,
    raw: expect.any(Object),
  });
});

test.each([
  [12_500, ["pending", "sentToBank", "settled"], null],
  [12_503, ["pending", "sentToBank", "returned"], "R01"],
  [12_504, ["pending", "sentToBank", "settled", "settledThenReturned"], "R01"],
  [12_505, ["pending", "sentToBank", "settled"], null],
])("the way of an amount of %i cents is %j", async (amountCents, way, returnCode) => {
  await ach().send("DEBIT", payment({ amountCents }));
  const seen: unknown[] = [];
  for (let day = 0; day < 9; day++) {
    seen.push((await ach().lookUp("i1-1"))?.status);
    sandbox.clock.advance(DAY_SECONDS);
  }
  expect(seen.filter((status, index) => status !== seen[index - 1])).toEqual(way);
  expect(await ach().lookUp("i1-1")).toMatchObject({ returnCode });
});

test("voided and refunded payments are told apart", async () => {
  await ach().send("DEBIT", payment({ key: "voided" }));
  await ach().send("DEBIT", payment({ key: "refunded" }));
  await undo("void", "voided");
  sandbox.clock.advance(7 * DAY_SECONDS);
  await undo("refund", "refunded");
  expect(await ach().lookUp("voided")).toMatchObject({ status: "voided" });
  expect(await ach().lookUp("refunded")).toMatchObject({ status: "refunded" });
});

test("a key that Payliance does not know is null, which is no error", async () => {
  expect(await ach().lookUp("i1-1")).toBeNull();
});

test.each([
  "timeoutBeforeEffect",
  "timeoutAfterEffect",
  "resetBeforeEffect",
  "resetAfterEffect",
  "invalidJson",
  "html",
  "quota",
  "status",
] as const)(
  "a look-up lost by %s may simply be asked for again, and is never taken for null",
  async (kind) => {
    await ach().send("DEBIT", payment());
    sandbox.faults.add({ provider: "payliance", kind });
    const hurried = ach({ deadlineMs: SHORT_DEADLINE_MS });
    expect(await failure(hurried.lookUp("i1-1"))).toMatchObject({ kind: "unavailable" });
    expect(await hurried.lookUp("i1-1")).toMatchObject({ status: "pending" });
  },
);

test.each([
  ["another payment's", { successful: true, transaction: toTransaction("other", 2) }],
  ["no status there is", { successful: true, transaction: toTransaction("i1-1", 3) }],
  ["a refusal for another reason", { successful: false, message: "Merchant is disabled", transaction: null }],
])("a look-up answered with %s is an error, not null", async (_case, answer) => {
  const vendor = await answering(200, JSON.stringify(answer));
  expect(await failure(ach({ baseUrl: vendor.url }).lookUp("i1-1"))).toMatchObject({ kind: "unavailable" });
  vendor.close();
});

test("status 0 is null, and names of fields are read in any case", async () => {
  const unknown = await answering(200, JSON.stringify({ Successful: true, Transaction: { Status: 0 } }));
  expect(await ach({ baseUrl: unknown.url }).lookUp("i1-1")).toBeNull();
  unknown.close();
  const Transaction = {
    AuthorizationID: "1",
    UniqueTranID: "i1-1",
    Status: 16,
    Amount: "7.10",
    ReturnCode: "",
  };
  const found = await answering(200, JSON.stringify({ Successful: true, Transaction }));
  expect(await ach({ baseUrl: found.url }).lookUp("i1-1")).toMatchObject({
    status: "settled",
    amountCents: 710,
    returnCode: null,
  });
  found.close();
});

function ach(changes: Partial<PaylianceConfig> = {}): Ach {
  return sandboxAch(sandbox, changes);
}

function toTransaction(uniqueTranId: string, status: number) {
  return { authorizationId: "639245942322405169", uniqueTranId, status, amount: 125 };
}

/** Does at Payliance what our port does not. */
async function undo(path: "void" | "refund", key: string): Promise<void> {
  const { baseUrl, secretKey } = sandbox.payliance;
  const { reference } = (await ach().lookUp(key)) ?? {};
  const answer = await fetch(`${baseUrl}/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}` },
    body: JSON.stringify({ AuthorizationId: reference }),
  });
  expect(answer.status).toBe(200);
}
