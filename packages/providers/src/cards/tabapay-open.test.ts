import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { CARD, cardsOf, DAY_SECONDS } from "../testing/tabapay.ts";
import { LOOK_UP_TOO_LATE } from "./port.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("an outcome that is open names the transaction and keeps the answer, and is looked up by that name", async () => {
  await control("settings", { timesTold: 1 });
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
  await control("settings", { timesTold: 1 });
  const open = await failure(
    cards().refund({ key: "back", amountCents: 4, cardToken: CARD, originalReference: null }),
  );
  sandbox.clock.advance(30);
  const named = { key: "back", reference: open.reference ?? null, originalReference: null };
  expect(await cards().lookUpRefund(named)).toMatchObject({ state: "paid", reference: open.reference });
});

test("a key whose answer was lost is still looked up by itself", async () => {
  await control("settings", { timesTold: 1 });
  sandbox.faults.add({ provider: "tabapay", kind: "resetAfterEffect", method: "POST" });
  const lost = await failure(cards().pull({ key: "a1", amountCents: 500, cardToken: CARD }));
  expect(lost).toMatchObject({ kind: "unknown", reference: undefined });
  expect(await cards().lookUp({ key: "a1", reference: null })).toMatchObject({ state: "paid" });
});

const cards = () => cardsOf(sandbox);

async function control(path: string, body: object): Promise<void> {
  const answer = await fetch(`${sandbox.origin}/__sandbox/tabapay/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}
