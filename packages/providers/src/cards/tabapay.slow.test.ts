import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { control } from "../testing/control.ts";
import { failure } from "../testing/failure.ts";
import { answering } from "../testing/payliance.ts";
import { CARD, DAY_SECONDS, sandboxCards, tabapayBooks } from "../testing/tabapay.ts";
import { type CardPayment, LOOK_UP_TOO_LATE } from "./port.ts";
import type { TabaPayConfig } from "./tabapay.ts";

/** As the demonstration data has them. */
const SEEDED_CARD = "tok_10042123456";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date("2026-03-03T17:00:00Z") });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test.each(["pull", "push"] as const)("a %s is paid once, and looked up as it was paid", async (type) => {
  const outcome = await cards()[type](payment({ key: "a1", amountCents: 12_507 }));
  expect(outcome).toMatchObject({ kind: "paid", reference: expect.stringMatching(/^[\w-]{22}$/) });
  const reference = outcome.kind === "paid" ? outcome.reference : "";
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({
    state: "paid",
    reference,
    amountCents: 12_507,
    code: null,
  });
  expect(books()).toEqual([
    {
      key: "a1",
      kind: type,
      amountCents: 12_507,
      status: "COMPLETED",
      at: "2026-03-03T17:00:00.000Z",
    },
  ]);
});

test("by its reference a push is found however long ago, and what is no reference is not", async () => {
  const outcome = await cards().push(payment({ key: "a1", amountCents: 12_507 }));
  const reference = outcome.kind === "paid" ? outcome.reference : "";
  sandbox.clock.advance(30 * DAY_SECONDS);
  expect(await cards().find(reference)).toMatchObject({ state: "paid", reference, amountCents: 12_507 });
  expect(await cards().find("aaaaaaaaaaaaaaaaaaaaaa")).toBeNull();
  sandbox.faults.add({ provider: "tabapay", kind: "status", status: 503, method: "GET" });
  expect(await failure(cards().find(reference))).toMatchObject({ kind: "unavailable" });
});

test("a card of the demonstration data is taken like any other", async () => {
  expect(await cards().pull(payment({ cardToken: SEEDED_CARD }))).toMatchObject({ kind: "paid" });
});

test("what is kept of an answer tells neither card nor token nor person", async () => {
  const outcome = await cards().pull(payment({ key: "a1" }));
  const raw = JSON.stringify([outcome, await cards().lookUp({ key: "a1" })]);
  expect(raw).not.toContain(CARD);
  expect(outcome).toMatchObject({
    raw: { SC: 200, status: "COMPLETED", networkRC: "00", network: expect.any(String) },
  });
  expect(Object.keys(outcome.kind === "paid" ? outcome.raw : {})).not.toContain("card");
});

test("a key used before is not used again, in whatever case, and moves nothing", async () => {
  await cards().pull(payment({ key: "abc" }));
  expect(await cards().pull(payment({ key: "ABC" }))).toEqual({ kind: "repeated" });
  expect(await cards().push(payment({ key: "abc", amountCents: 1_00 }))).toEqual({ kind: "repeated" });
  expect(books()).toHaveLength(1);
});

test.each([
  ["ZZ", "Transaction error"],
  ["51", "Insufficient funds"],
  ["41", "Lost card"],
  ["R1", "All payments stopped by the cardholder"],
  ["68", "Declined by the network (68)"],
])("the network's %s is a decline that says %s", async (code, message) => {
  await control(sandbox, "tabapay/decline", { networkRC: code });
  const outcome = await cards().pull(payment({ key: "a1" }));
  expect(outcome).toMatchObject({ kind: "declined", code, message, raw: { status: "ERROR" } });
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "declined", code });
});

test("an answer that the processor does not know the outcome is unknown, and stays pending", async () => {
  expect(await failure(cards().pull(payment({ key: "a1", amountCents: 2 })))).toMatchObject({
    kind: "unknown",
    status: 207,
    vendorCode: "UNKNOWN",
  });
  sandbox.clock.advance(3600);
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "pending", amountCents: 2 });
});

test("an outcome unknown at first is told by the look-up once it is there", async () => {
  expect(await failure(cards().pull(payment({ key: "a1", amountCents: 4 })))).toMatchObject({
    kind: "unknown",
  });
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "pending" });
  sandbox.clock.advance(30);
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "paid", amountCents: 4 });
});

test.each([
  ['{"SC":200,"transactionID":"t1","status":"PARTIAL_COMPLETED","networkRC":"00"}', "how much"],
  ['{"transactionID":"t1","status":"UNKNOWN"}', "the code"],
])(
  "a pull that was answered with %s, without %s, is unknown, and TabaPay's name of it is kept",
  async (body) => {
    const vendor = await answering(200, body);
    const sent = cards({ baseUrl: vendor.url }).pull(payment({ key: "a1" }));
    expect(await failure(sent)).toMatchObject({ kind: "unknown", reference: "t1" });
    vendor.close();
  },
);

test.each([
  ["", null],
  ["5.0000", 500],
  [".5", 50],
])("an amount of %j in a look-up is read as %j cents", async (amount, amountCents) => {
  const answer = { SC: 200, status: "COMPLETED", networkRC: "00", amount };
  const vendor = await answering(200, JSON.stringify(answer));
  const found = await cards({ baseUrl: vendor.url }).find("t1");
  expect(found).toMatchObject({ state: "paid", amountCents });
  vendor.close();
});

test("a transaction that TabaPay does not know is null, whether its 404 has a code of the error or not", async () => {
  const vendor = await answering(404, '{"SC":404}');
  expect(await cards({ baseUrl: vendor.url }).find("t1")).toBeNull();
  vendor.close();
});

test("what is not said of a card is not allowed", async () => {
  const vendor = await answering(200, '{"card":{"push":{"enabled":"true"}}}');
  expect(await cards({ baseUrl: vendor.url }).query(CARD)).toEqual({ canPull: false, canPush: true });
  vendor.close();
});

test("a slow answer is waited for, or given up as unknown while the payment goes on", async () => {
  const patient = cards().pull(payment({ key: "a1", amountCents: 3 }));
  const hurried = failure(cards({ deadlineMs: 1_500 }).pull(payment({ key: "a2", amountCents: 3 })));
  expect(await hurried).toMatchObject({ kind: "unknown" });
  await expect.poll(() => books()).toHaveLength(2);
  sandbox.clock.advance(30);
  expect(await patient).toMatchObject({ kind: "paid" });
  expect(await cards().lookUp({ key: "a2" })).toMatchObject({ state: "paid" });
});

test("of a part that the bank approved the answer tells how much has moved; a look-up, which does not, is unclear", async () => {
  expect(await cards().pull(payment({ key: "a1", amountCents: 9 }))).toMatchObject({
    kind: "paid",
    amountCents: 4,
  });
  // The amount that TabaPay retrieves is what was ordered.
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "unclear", amountCents: null });
});

test.each([
  ["timeoutBeforeEffect", null],
  ["timeoutAfterEffect", "paid"],
  ["resetBeforeEffect", null],
  ["resetAfterEffect", "paid"],
  ["invalidJson", "paid"],
  ["html", "paid"],
  ["statusAfterEffect", "paid"],
] as const)("after %s the outcome is unknown, and only the look-up tells it", async (kind, state) => {
  sandbox.faults.add({ provider: "tabapay", kind, method: "POST" });
  const hurried = cards({ deadlineMs: 1_500 });
  expect(await failure(hurried.pull(payment({ key: "a1" })))).toMatchObject({ kind: "unknown" });
  expect((await cards().lookUp({ key: "a1" }))?.state ?? null).toBe(state);
});

test.each([
  [429, "unavailable"],
  [401, "refused"],
  [403, "refused"],
  [422, "refused"],
  [423, "refused"],
  [408, "unknown"],
  [500, "unknown"],
  [502, "unknown"],
  [503, "unknown"],
] as const)("a %i in the processor's words is %s", async (status, kind) => {
  sandbox.faults.add({ provider: "tabapay", kind: "status", status });
  expect(await failure(cards().pull(payment()))).toMatchObject({
    kind,
    status,
    vendorCode: expect.stringMatching(/^[0-9A-F]{8}$/),
  });
  expect(books()).toEqual([]);
});

test("latency is no failure, and nobody listening means that nothing happened", async () => {
  sandbox.faults.add({ provider: "tabapay", kind: "latency", delayMs: 100 });
  expect(await cards().pull(payment())).toMatchObject({ kind: "paid" });
  const gone = await startSandbox({ port: 0, smtpPort: 0 });
  await gone.close();
  const nowhere = cards({ baseUrl: gone.tabapay.baseUrl });
  expect(await failure(nowhere.pull(payment()))).toMatchObject({ kind: "unavailable" });
});

test("a wrong token is refused, and not told", async () => {
  const error = await failure(cards({ bearer: "hunter2hunter2" }).pull(payment()));
  expect(error).toMatchObject({ kind: "refused", status: 401 });
  expect(error.message).not.toContain("hunter2");
});

test.each([
  [1_000_001, "Transaction Limit"],
  [100, "Source Disabled"],
] as const)(
  "an amount of %i cents that cannot be is refused with the reason: %s",
  async (amountCents, reason) => {
    await control(sandbox, `tabapay/cards/${CARD}`, { pull: false }, "PUT");
    const card = amountCents === 100 ? CARD : SEEDED_CARD;
    expect(await failure(cards().pull(payment({ amountCents, cardToken: card })))).toMatchObject({
      kind: "refused",
      status: 422,
      message: expect.stringContaining(reason),
    });
  },
);

test.each([
  { key: "" },
  { key: "sixteencharacter" },
  { key: "a b" },
  { amountCents: 0 },
  { amountCents: -5 },
  { amountCents: 0.5 },
])("nothing is sent for %o", async (changes) => {
  expect(await failure(cards().pull(payment(changes)))).toMatchObject({ kind: "refused" });
  expect(sandbox.calls.list()).toEqual([]);
});

test("a key that the processor never saw is null, which a wrong address is not", async () => {
  expect(await cards().lookUp({ key: "never" })).toBeNull();
  const lost = cards({ baseUrl: `${sandbox.origin}/nowhere` });
  expect(await failure(lost.lookUp({ key: "never" }))).toMatchObject({ kind: "refused", status: 404 });
});

test("a look-up that fails may simply be made again", async () => {
  await cards().pull(payment({ key: "a1" }));
  for (const kind of ["timeoutBeforeEffect", "invalidJson", "html", "quota"] as const) {
    sandbox.faults.add({ provider: "tabapay", kind, method: "GET" });
    expect(await failure(cards({ deadlineMs: 1_500 }).lookUp({ key: "a1" }))).toMatchObject({
      kind: "unavailable",
    });
  }
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "paid" });
});

test("a day later a look-up by key says that it comes too late, which is not that nothing happened", async () => {
  await cards().pull(payment({ key: "a1" }));
  sandbox.clock.advance(DAY_SECONDS);
  expect(await cards().lookUp({ key: "a1" })).toMatchObject({ state: "paid" });
  sandbox.clock.advance(1);
  expect(await failure(cards().lookUp({ key: "a1" }))).toMatchObject({
    kind: "unknown",
    vendorCode: LOOK_UP_TOO_LATE,
  });
});

test("a card tells what it allows", async () => {
  expect(await cards().query(CARD)).toEqual({ canPull: true, canPush: true });
  await control(sandbox, `tabapay/cards/${CARD}`, { push: false }, "PUT");
  expect(await cards().query(CARD)).toEqual({ canPull: true, canPush: false });
});

test("the amount is written in dollars, and a key can be replayed by nobody", async () => {
  expect(cards().capability).toEqual({ idempotencyKey: false, lookUp: true, effectWindowMs: 90_000 });
  for (const amountCents of [7, 70, 700, 101, 999_999]) {
    const key = `k${amountCents}`;
    await cards().pull(payment({ key, amountCents }));
    expect(await cards().lookUp({ key })).toMatchObject({ amountCents });
  }
  expect(books().map(({ amountCents }) => amountCents)).toContain(70);
});

function payment(changes: Partial<CardPayment> = {}): CardPayment {
  return { key: "key1", amountCents: 12_500, cardToken: CARD, ...changes };
}

const cards = (changes: Partial<TabaPayConfig> = {}) => sandboxCards(sandbox, changes);

const books = () => tabapayBooks(sandbox);
