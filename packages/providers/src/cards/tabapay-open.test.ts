import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { CARD, DAY_SECONDS, sandboxCards } from "../testing/tabapay.ts";
import { LOOK_UP_TOO_LATE } from "./port.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("an outcome that is open names the transaction and keeps the answer, and is looked up by that name", async () => {
  await control(sandbox, "tabapay/settings", { timesTold: 1 });
  const open = await failure(cards().pull({ key: "a1", amountCents: 4, cardToken: CARD }));
  expect(open).toMatchObject({
    kind: "unknown",
    reference: expect.stringMatching(/^[\w-]{22}$/),
    answer: { SC: 207, status: "UNKNOWN", transactionID: open.reference },
  });
  // By our key TabaPay answers no client that it has told the id.
  const byKey = cards().lookUp({ key: "a1" });
  expect(await failure(byKey)).toMatchObject({ kind: "unknown", vendorCode: LOOK_UP_TOO_LATE });
  const named = { key: "a1", reference: open.reference ?? null };
  expect(await cards().lookUp(named)).toMatchObject({ state: "pending", reference: open.reference });
  sandbox.clock.advance(2 * DAY_SECONDS);
  expect(await cards().lookUp(named)).toMatchObject({ state: "paid", reference: open.reference });
});

test("an open push to a card in place of a refund is looked up by its name too", async () => {
  await control(sandbox, "tabapay/settings", { timesTold: 1 });
  const open = await failure(
    cards().refund({ key: "back", amountCents: 4, cardToken: CARD, originalReference: null }),
  );
  sandbox.clock.advance(30);
  const named = { key: "back", reference: open.reference ?? null, originalReference: null };
  expect(await cards().lookUpRefund(named)).toMatchObject({ state: "paid", reference: open.reference });
});

test("a key whose answer was lost is still looked up by itself", async () => {
  await control(sandbox, "tabapay/settings", { timesTold: 1 });
  sandbox.faults.add({ provider: "tabapay", kind: "resetAfterEffect", method: "POST" });
  const lost = await failure(cards().pull({ key: "a1", amountCents: 500, cardToken: CARD }));
  expect(lost).toMatchObject({ kind: "unknown", reference: undefined });
  expect(await cards().lookUp({ key: "a1", reference: null })).toMatchObject({ state: "paid" });
});

test.each([
  ["ERROR", "00"],
  ["COMPLETED", null],
  ["COMPLETED", "51"],
  ["COMPLETED", "10"],
])(
  "%s with the network's %j is final and a contradiction: a person sees the answer",
  async (status, networkRC) => {
    await control(sandbox, "tabapay/decline", { status, networkRC });
    const outcome = await cards().pull({ key: "a1", amountCents: 500, cardToken: CARD });
    expect(outcome).toMatchObject({
      kind: "unclear",
      reference: expect.stringMatching(/^[\w-]{22}$/),
      message: expect.stringContaining(status),
      raw: { status, ...(networkRC && { networkRC }) },
    });
    expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "unclear", raw: { status } });
  },
);

test.each(["08", "11", "000"])("the network approves with %s as well", async (networkRC) => {
  await control(sandbox, "tabapay/decline", { status: "COMPLETED", networkRC });
  const paid = await cards().pull({ key: "a1", amountCents: 500, cardToken: CARD });
  expect(paid).toMatchObject({ kind: "paid" });
});

test.each(["ReferenceID", "Duplicate"])("a 409 of %j says that the key was used before", async (EM) => {
  expect(await conflicting(EM)).toEqual({ kind: "repeated" });
});

test.each([
  ["Conflicting request parameters", "refused"],
  ["Something new", "unknown"],
])("a 409 of %j is %s, with its words", async (EM, kind) => {
  expect(await failure(conflicting(EM))).toMatchObject({ kind, message: expect.stringContaining(EM) });
});

async function conflicting(EM: string) {
  const vendor = await answering(409, JSON.stringify({ SC: 409, EC: "3C463000", EM }));
  const order = { key: "a1", amountCents: 500, cardToken: CARD };
  return sandboxCards(sandbox, { baseUrl: vendor.url })
    .pull(order)
    .finally(() => vendor.close());
}

test("what TabaPay's examples leave out or write in another way is read all the same", async () => {
  const answer = {
    SC: 200,
    EC: "0",
    transactionID: "x7Gq_2Zk-90aBcDeFgHiJk",
    status: "COMPLETED",
    networkRC: "00",
    networkID: null,
    approvalCode: null,
    amount: ".25",
    last4: "51111",
    reversal: null,
    added: { later: true },
  };
  const vendor = await answering(200, JSON.stringify(answer));
  const found = await sandboxCards(sandbox, { baseUrl: vendor.url }).lookUp({ key: "a1" });
  expect(found).toMatchObject({ state: "paid", amountCents: 25, raw: { last4: "1111" } });
  expect(JSON.stringify(found)).not.toContain("51111");
  vendor.close();
});

const cards = () => sandboxCards(sandbox);
