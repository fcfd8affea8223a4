import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { CARD, DAY_SECONDS, sandboxCards, tabapayBooks } from "../testing/tabapay.ts";
import { ALREADY_REFUNDED, type CardOutcome, type CardRefund, REVERSAL_OPEN } from "./port.ts";
import type { TabaPayConfig } from "./tabapay.ts";

const NEVER_MADE = "aaaaaaaaaaaaaaaaaaaaaa";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each([
  ["the day of the sale", 0],
  ["days after the sale", 3 * DAY_SECONDS],
])("%s the sale itself is undone, and nothing is sent to the card", async (_when, seconds) => {
  const originalReference = await sale(12_500);
  sandbox.clock.advance(seconds + 1);
  const outcome = await cards().refund(refund({ originalReference }));
  expect(outcome).toMatchObject({ kind: "paid", reference: `reversal:${originalReference}` });
  expect(books()).toMatchObject([{ key: "sale", status: "REVERSED" }]);
  expect(await cards().lookUpRefund({ key: "back", originalReference })).toMatchObject({
    state: "paid",
    reference: `reversal:${originalReference}`,
    amountCents: 12_500,
  });
});

test("a second refund of a sale that was undone moves nothing", async () => {
  const originalReference = await sale(12_500);
  await cards().refund(refund({ originalReference }));
  const second = cards().refund(refund({ key: "back2", originalReference }));
  expect(await failure(second)).toMatchObject({ kind: "refused", vendorCode: ALREADY_REFUNDED });
  const third = cards().refund(refund({ key: "back3", amountCents: 100, originalReference }));
  expect(await failure(third)).toMatchObject({ kind: "refused", vendorCode: ALREADY_REFUNDED });
  expect(books()).toHaveLength(1);
});

test("of two refunds of a sale at the same moment one undoes it, and nothing is sent to the card", async () => {
  const originalReference = await sale(12_500);
  const both = await Promise.allSettled(
    ["back1", "back2"].map((key) => cards().refund(refund({ key, originalReference }))),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(books()).toMatchObject([{ key: "sale", status: "REVERSED" }]);
});

test("a part of a sale is sent to the card, and the sale stays", async () => {
  const originalReference = await sale(12_500);
  const outcome = await cards().refund(refund({ amountCents: 2_500, originalReference }));
  expect(outcome).toMatchObject({ kind: "paid", reference: expect.stringMatching(/^[\w-]{22}$/) });
  expect(books()).toMatchObject([
    { key: "back", kind: "push", amountCents: 2_500 },
    { key: "sale", kind: "pull", status: "COMPLETED" },
  ]);
  expect(await cards().lookUpRefund({ key: "back", originalReference })).toMatchObject({
    state: "paid",
    amountCents: 2_500,
  });
});

test("when it is too late to undo the sale, the amount is sent to the card", async () => {
  const originalReference = await sale(8);
  expect(await cards().refund(refund({ amountCents: 8, originalReference }))).toMatchObject({ kind: "paid" });
  expect(books()).toMatchObject([
    { key: "back", kind: "push", amountCents: 8 },
    { key: "sale", status: "COMPLETED" },
  ]);
});

test.each([NEVER_MADE, "", null])(
  "when nobody knows the sale (%j), the amount is sent to the card",
  async (originalReference) => {
    expect(await cards().lookUpRefund({ key: "back", originalReference })).toBeNull();
    await cards().refund(refund({ originalReference }));
    expect(books()).toMatchObject([{ key: "back", kind: "push" }]);
    const found = await cards().lookUpRefund({ key: "back", originalReference });
    expect(found).toMatchObject({ state: "paid", amountCents: 12_500 });
  },
);

test("an issuer that declines to undo the sale is a decline, and nothing is sent in its place", async () => {
  const originalReference = await sale(7);
  expect(await cards().refund(refund({ amountCents: 7, originalReference }))).toMatchObject({
    kind: "declined",
    code: "ZZ",
    raw: { reversal: { networkRC: "ZZ" } },
  });
  expect(books()).toHaveLength(1);
});

test("a sale whose undoing was declined is given back by a push to the card the next time, and not for ever refused", async () => {
  const originalReference = await sale(7);
  const first = { key: "back", originalReference };
  await cards().refund(refund({ amountCents: 7, originalReference }));
  expect(await cards().lookUpRefund(first)).toMatchObject({ state: "declined", code: "ZZ", reference: "" });
  const second = refund({ key: "back2", amountCents: 7, originalReference });
  expect(await cards().refund(second)).toMatchObject({ kind: "paid" });
  expect(await cards().lookUpRefund({ key: "back2", originalReference })).toMatchObject({ state: "paid" });
  expect(books()).toMatchObject([{ key: "back2", kind: "push" }, { key: "sale" }]);
});

test.each(["ERROR", "FAILED"])("an earlier try that ended in %s gave nothing back", async (status) => {
  const originalReference = await sale(12_500);
  await told({ status, amountCents: 12_500 });
  expect(await cards().refund(refund({ originalReference }))).toMatchObject({ kind: "paid" });
});

test.each(["REVERSAL", "UNKNOWN", "A word of tomorrow"])(
  "an earlier try that stands at %s may have given back: nothing moves, and a look-up says pending",
  async (status) => {
    const originalReference = await sale(12_500);
    await told({ status, amountCents: 12_500 });
    const refused = cards().refund(refund({ originalReference }));
    expect(await failure(refused)).toMatchObject({ kind: "refused", vendorCode: REVERSAL_OPEN });
    const found = await cards().lookUpRefund({ key: "back", originalReference });
    expect(found).toMatchObject({ state: "pending", reference: "" });
    expect(books()).toHaveLength(1);
  },
);

test("what was given back in part is not the whole: the rest is sent to the card, and no more than that", async () => {
  const originalReference = await sale(12_500);
  for (const amountCents of [500, 300, 200]) await told({ status: "REVERSED", networkRC: "00", amountCents });
  expect(await cards().lookUpRefund({ key: "back", originalReference })).toBeNull();
  const tooMuch = cards().refund(refund({ amountCents: 11_501, originalReference }));
  expect(await failure(tooMuch)).toMatchObject({ kind: "refused", vendorCode: ALREADY_REFUNDED });
  expect(await cards().refund(refund({ amountCents: 11_500, originalReference }))).toMatchObject({
    kind: "paid",
  });
  expect(books()).toMatchObject([
    { key: "back", kind: "push", amountCents: 11_500 },
    { status: "COMPLETED" },
  ]);
});

test("more than was paid is not given back, nor what was never paid", async () => {
  const originalReference = await sale(12_500);
  const tooMuch = cards().refund(refund({ amountCents: 12_501, originalReference }));
  expect(await failure(tooMuch)).toMatchObject({ kind: "refused", vendorCode: "NOT_PAID" });
  await cards().pull({ key: "declined", amountCents: 1, cardToken: CARD });
  const declined = await cards().lookUp({ key: "declined" });
  const unpaid = cards().refund(
    refund({ amountCents: 1, originalReference: declined?.reference ?? NEVER_MADE }),
  );
  expect(await failure(unpaid)).toMatchObject({ kind: "refused", vendorCode: "NOT_PAID" });
  expect(books()).toHaveLength(2);
});

test.each([
  ["timeoutBeforeEffect", null],
  ["timeoutAfterEffect", "paid"],
  ["resetAfterEffect", "paid"],
  ["invalidJson", "paid"],
] as const)("after %s on undoing, nothing is sent to the card and the look-up tells", async (kind, state) => {
  const originalReference = await sale(12_500);
  sandbox.faults.add({ provider: "tabapay", kind, method: "DELETE" });
  const hurried = cards({ deadlineMs: 1_500 });
  expect(await failure(hurried.refund(refund({ originalReference })))).toMatchObject({ kind: "unknown" });
  expect(books()).toHaveLength(1);
  const found = await cards().lookUpRefund({ key: "back", originalReference });
  expect(found?.state ?? null).toBe(state);
});

test("a refund whose sale cannot be read has certainly not begun", async () => {
  const originalReference = await sale(12_500);
  sandbox.faults.add({ provider: "tabapay", kind: "timeoutBeforeEffect", method: "GET" });
  const hurried = cards({ deadlineMs: 1_500 });
  expect(await failure(hurried.refund(refund({ originalReference })))).toMatchObject({ kind: "unavailable" });
  expect(books()).toMatchObject([{ status: "COMPLETED" }]);
});

test("a refund that was sent to the card is repeated under its key by nobody", async () => {
  const originalReference = await sale(12_500);
  const part = refund({ amountCents: 500, originalReference });
  await cards().refund(part);
  expect(await cards().refund(part)).toEqual({ kind: "repeated" });
  expect(books()).toHaveLength(2);
});

async function sale(amountCents: number): Promise<string> {
  const outcome: CardOutcome = await cards().pull({ key: "sale", amountCents, cardToken: CARD });
  if (outcome.kind !== "paid") throw new Error("The sale is meant to be paid.");
  return outcome.reference;
}

/** What TabaPay tells of a try to give the sale back that somebody made. */
const told = (reversal: { status: string; networkRC?: string; amountCents: number }) =>
  control(sandbox, "tabapay/reversal", { referenceID: "sale", ...reversal });

function refund(changes: Pick<CardRefund, "originalReference"> & Partial<CardRefund>): CardRefund {
  return { key: "back", amountCents: 12_500, cardToken: CARD, ...changes };
}

const cards = (changes: Partial<TabaPayConfig> = {}) => sandboxCards(sandbox, changes);

const books = () => tabapayBooks(sandbox);
