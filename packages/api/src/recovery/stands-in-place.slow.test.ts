import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { moveIntent } from "../payments/state.ts";
import { dueCustomer } from "../testing/bulk.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, startOn } from "../testing/recovery.ts";
import { readSchedules, toProcess } from "../testing/schedules.ts";

const WAITS =
  "Another payment for the same purpose has no known outcome yet. This one is booked automatically if that one failed.";
const TAKEN = "Another payment is recorded here instead.";

let before: TestApi;
let processors: TestProcessors;
let customer: Payable;
let after: TestApi | null;
beforeEach(async () => {
  ({ api: before, processors } = await openPayments({
    roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN"],
    passcodes: true,
  }));
  customer = await payableCustomer(before);
  after = null;
  tellRefusals();
});
afterEach(async () => {
  await after?.close();
  await before.close();
});

/** Goes back to before `work` was done. */
async function forget(work: () => Promise<unknown>): Promise<TestApi> {
  const held = await backUp(before);
  await work();
  after = await startOn(held, before, processors);
  return after;
}

/** From now on the processors say of what they have not taken that they refused it. */
function tellRefusals(): void {
  const { ach, cards } = processors;
  const findAch = ach.lookUp.bind(ach);
  const findCard = cards.lookUp.bind(cards);
  const refused = { reference: "", amountCents: 1, returnCode: null, code: "51", raw: {} } as const;
  ach.lookUp = async (key) => (await findAch(key)) ?? { ...refused, status: "invalidated" };
  cards.lookUp = async (attempt) => (await findCard(attempt)) ?? { ...refused, state: "declined" };
}

/** A funding by card that is declined, and then one by ACH that is taken. */
async function fundTwice(): Promise<void> {
  processors.next("declined");
  await run(before, order(customer, "FUND"));
  before.clock.advance({ seconds: 1 });
  await run(before, order(customer, "CREDIT"));
}

const book = async (api: TestApi) => (await api.as("SUPERADMIN")).recovery.book({ requestId: randomUUID() });
const release = async (api: TestApi) =>
  (await api.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "The backup of 02:00 was restored",
  });
const confirm = async (api: TestApi, key: string, changed: object = {}) =>
  (await api.as("SUPERADMIN")).recovery.confirm({
    requestId: randomUUID(),
    key,
    word: "CONFIRM",
    note: "Looked up at the processor and recorded by hand",
    ...changed,
  });
const status = async (api: TestApi) => (await api.as("ADMIN")).recovery.status();
const payments = async (api: TestApi) =>
  (await status(api)).payments.map(({ mode, state, reason, paymentState }) => ({
    mode,
    state,
    reason,
    paymentState,
  }));

/** Asks the processors what became of what was booked. */
async function resolve(api: TestApi): Promise<void> {
  api.clock.advance({ minutes: 3 });
  await api.services.payments.drain();
}

const leftAlone = (api: TestApi) => (kind: Parameters<typeof api.services.payments.leftAloneMs>[0]) =>
  api.services.payments.leftAloneMs(kind);

describe("a payment whose place is taken by one that nobody knows the outcome of", () => {
  it("waits, keeps the release from being given, and is booked once that one has failed", async () => {
    const api = await forget(fundTwice);
    expect(await book(api)).toEqual({ booked: 1, waiting: 1, refused: 0 });
    expect(await payments(api)).toEqual([
      { mode: "CREDIT", state: "FOUND", reason: WAITS, paymentState: null },
      { mode: "FUND", state: "BOOKED", reason: "", paymentState: "UNKNOWN" },
    ]);
    await resolve(api);
    await expectRefusal(release(api), "RULE", "Book the found payments first.");
    expect(await book(api)).toEqual({ booked: 1, waiting: 0, refused: 0 });
    await resolve(api);
    await release(api);
    const stood = { applicationId: customer.applicationId };
    const select = { kind: true, state: true } as const;
    expect(
      await api.database.read.paymentIntent.findMany({ where: stood, select, orderBy: { createdAt: "asc" } }),
    ).toEqual([
      { kind: "FUND", state: "FAILED" },
      { kind: "CREDIT", state: "SUBMITTED" },
    ]);
    await expectRefusal(run(api, order(customer, "FUND")), "RULE", /funded/i);
    expect(processors.books).toHaveLength(1);
  });

  it("is booked by itself once somebody has pressed Book and that one has failed", async () => {
    const api = await forget(fundTwice);
    await api.services.recovery.bookWaiting(leftAlone(api));
    expect((await status(api)).figures.found.count).toBe(2);
    await book(api);
    await resolve(api);
    await api.services.recovery.bookWaiting(leftAlone(api));
    expect((await status(api)).figures).toMatchObject({ found: { count: 0 }, booked: { count: 2 } });
  });

  it("waits also where both were for the same scheduled payment", async () => {
    const due = await dueCustomer(before);
    const api = await forget(async () => {
      processors.next("declined");
      const employee = await before.as("EMPLOYEE");
      for (let count = 0; count < 2; count++) {
        const [scheduled] = await readSchedules(before, due.userId);
        await employee.paymentSchedules.process(toProcess(scheduled));
        await before.services.payments.drain();
        before.clock.advance({ seconds: 1 });
      }
    });
    expect(await book(api)).toEqual({ booked: 1, waiting: 1, refused: 0 });
    await resolve(api);
    expect(await book(api)).toEqual({ booked: 1, waiting: 0, refused: 0 });
  });

  it.each([
    { state: "UNKNOWN", path: ["UNKNOWN"], becomes: { booked: 0, waiting: 1, refused: 0 } },
    { state: "FAILED", path: ["FAILED"], becomes: { booked: 1, waiting: 0, refused: 0 } },
    { state: "SUCCEEDED", path: ["SUCCEEDED"], becomes: { booked: 0, waiting: 0, refused: 1 } },
  ] as const)("whose key another payment has is treated as that one stands: $state", async (one) => {
    const api = await forget(() => run(before, order(customer, "SALE")));
    const { businessKey } = await before.database.read.paymentIntent.findFirstOrThrow({
      where: { kind: "SALE" },
    });
    const { userId, cardId } = customer;
    await api.database.unsafeTransaction(async (tx) => {
      const { id } = await tx.paymentIntent.create({
        data: { userId, cardId, businessKey, kind: "SALE", paymentType: "DEBIT", amountCents: 1000 },
      });
      await moveIntent(tx, id, "CREATED", ["READY", "SENDING", ...one.path]);
    });
    expect(await book(api)).toEqual(one.becomes);
  });
});

describe("a payment whose place is taken for good", () => {
  /** The declined one has gone through after all, as far as the processor says. */
  const bothTaken = () =>
    forget(async () => {
      await fundTwice();
      const [declined] = await before.database.read.paymentAttempt.findMany({ orderBy: { sentAt: "asc" } });
      processors.books.push({ key: declined?.providerKey ?? "", mode: "FUND", amountCents: 90_000 });
    });

  it("is not released before somebody has typed of it that it is seen to", async () => {
    const api = await bothTaken();
    await book(api);
    await resolve(api);
    expect(await book(api)).toEqual({ booked: 0, waiting: 0, refused: 1 });
    const { payments: listed, whyNotRelease } = await status(api);
    expect(listed[0]).toMatchObject({ mode: "CREDIT", state: "REFUSED", reason: TAKEN, confirmedBy: null });
    const why = "Resolve the payment that cannot be booked, and confirm it.";
    expect(whyNotRelease).toBe(why);
    await expectRefusal(release(api), "RULE", why);
    const key = listed[0]?.key ?? "";
    await expect(confirm(api, key, { word: "yes" })).rejects.toThrow("Type CONFIRM to confirm.");
    await expect(confirm(api, key, { note: " " })).rejects.toThrow("What was done");
    await confirm(api, key);
    await api.services.recovery.bookWaiting(leftAlone(api));
    expect((await status(api)).payments[0]).toMatchObject({ confirmedBy: "Test SUPERADMIN" });
    expect(await lastAuditEvent(api, "recovery.confirm")).toMatchObject({
      subjectId: String(customer.userId),
      after: { key, note: "Looked up at the processor and recorded by hand" },
    });
    await release(api);
    expect(await status(api)).toMatchObject({ standing: "NORMAL", figures: { refused: { count: 1 } } });
  });

  it("is confirmed by nobody but a SUPERADMIN, and only where it can not be booked", async () => {
    const api = await bothTaken();
    await book(api);
    const [waiting, booked] = (await status(api)).payments;
    const not = "This payment needs no confirmation.";
    await expectRefusal(confirm(api, waiting?.key ?? ""), "RULE", not);
    await expectRefusal(confirm(api, booked?.key ?? ""), "RULE", not);
    const admin = await api.as("ADMIN");
    await expectRefusal(
      admin.recovery.confirm({ requestId: randomUUID(), key: "x", word: "CONFIRM", note: "x" }),
      "FORBIDDEN",
    );
  });
});
