import { randomUUID } from "node:crypto";
import { PAYMENT_TEXTS } from "@countinghouse/validators/payments/texts";
import { REVERT_TEXTS as TEXT } from "@countinghouse/validators/reverts/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { approve, expectToWait, setRules } from "../testing/approvals.ts";
import { otherProcess } from "../testing/automation.ts";
import { endRunning, linkedAccount, readBatch, readRows, withBanks } from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, run, withProcessors } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { readPreview, takenBatch, toGiveBack } from "../testing/reverts.ts";
import { payEverything } from "../testing/schedules.ts";

const KIND = "REVERT";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await setRules(api, {});
});
afterEach(async () => {
  for (const kind of [KIND, "BULK_DEBIT", "BULK_ACH"] as const) await endRunning(api, kind);
  await payEverything(api);
});
afterAll(() => api.close());

type Input = Awaited<ReturnType<typeof toGiveBack>>;
const start = async (input: Input) => (await api.as("ADMIN")).reverts.start(input);
const drain = () => api.services.bulkJobs.drain(KIND);
const gaveBack = () => processors.books.filter(({ mode }) => mode === "REFUND" || mode === "CREDIT");
const balance = async (userId: number) => (await readBalances(api, userId)).cachedCents;

/** As if the bank had said that the debits of a batch hold. */
const settle = (batchId: string) =>
  api.database.unsafeTransaction(
    (tx) =>
      tx.$executeRaw`UPDATE payment_intent SET state = 'SETTLED'
      WHERE id IN (SELECT intent_id FROM bulk_item WHERE batch_id = ${batchId}::uuid)`,
  );

const due = 41_250;

describe("a batch that is over", () => {
  it("is previewed with what can be given back, and why the rest can not", async () => {
    const { batchId, customers } = await takenBatch(api, 3);
    const [first, second] = customers;
    if (!first || !second) throw new Error("No customers.");
    const { rows } = await readPreview(api, batchId);
    const paid = new Map(rows.map(({ userId, paymentId }) => [userId, paymentId]));
    await run(api, order(first, "REFUND", { amountCents: due, parentId: paid.get(first.userId) ?? "" }));
    await run(api, order(second, "REFUND", { amountCents: 250, parentId: paid.get(second.userId) ?? "" }));
    const shown = await readPreview(api, batchId, "VIEWER");
    expect(shown).toMatchObject({ whyNot: null, count: 3, reasons: [{ reason: TEXT.given, count: 1 }] });
    expect(shown.rails.map(({ rail, count, totalCents }) => [rail, count, totalCents])).toEqual([
      ["CARD", 2, due + due - 250],
      ["ACH", 0, 0],
    ]);
    expect(shown.rows.map(({ leftCents, whyNot }) => [leftCents, whyNot])).toEqual([
      [0, TEXT.given],
      [due - 250, null],
      [due, null],
    ]);
  });

  it("is given back by a refund of each sale, which names it, once however many workers there are", async () => {
    const { batchId, customers } = await takenBatch(api, 3);
    const before = await Promise.all(customers.map(({ userId }) => balance(userId)));
    const input = await toGiveBack(api, batchId);
    const { batchId: revertId } = await start(input);
    await Promise.all([drain(), otherProcess(api).drain(KIND)]);
    expect(gaveBack().map(({ mode, amountCents }) => [mode, amountCents])).toEqual(
      Array(3).fill(["REFUND", due]),
    );
    const after = await Promise.all(customers.map(({ userId }) => balance(userId)));
    expect(after).toEqual(before.map((cents) => (cents ?? 0) + due));
    expect(await readBatch(api, revertId)).toMatchObject({
      state: "COMPLETED",
      counts: { done: 3 },
      reverts: { id: batchId, kind: "BULK_DEBIT" },
    });
    const links = await api.database.read.paymentIntent.findMany({
      where: { bulkItem: { batchId: revertId } },
      select: {
        businessKey: true,
        parentId: true,
        parent: { select: { bulkItem: { select: { batchId: true } } } },
      },
    });
    for (const { businessKey, parentId, parent } of links) {
      expect(businessKey).toBe(`give-back:${parentId}:1`);
      expect(parent?.bulkItem?.batchId).toBe(batchId);
    }
    expect(await readPreview(api, batchId)).toMatchObject({ reasons: [{ reason: TEXT.given, count: 3 }] });
    await expectRefusal(start({ ...input, requestId: randomUUID() }), "RULE", TEXT.changed);
    await drain();
    expect(gaveBack()).toHaveLength(3);
  });

  it("of bank transfers is given back by a credit once its debits have settled, and is no advance", async () => {
    const { batchId, customers } = await takenBatch(api, 2, "BULK_ACH");
    const [customer] = customers;
    if (!customer) throw new Error("No customer.");
    expect(await readPreview(api, batchId)).toMatchObject({
      reasons: [{ reason: TEXT.notSettled, count: 2 }],
    });
    await expectRefusal(start(await toGiveBack(api, batchId, "ACH")), "RULE", TEXT.nothing);
    await settle(batchId);
    const before = await balance(customer.userId);
    const readApplication = () =>
      api.database.read.application.findUniqueOrThrow({ where: { id: customer.applicationId } });
    const application = await readApplication();
    await start(await toGiveBack(api, batchId, "ACH"));
    await drain();
    expect(gaveBack().map(({ mode, amountCents }) => [mode, amountCents])).toEqual([
      ["CREDIT", due],
      ["CREDIT", due],
    ]);
    expect(await balance(customer.userId)).toBe((before ?? 0) + due);
    const given = await api.database.read.paymentIntent.findMany({
      where: { userId: customer.userId, kind: "GIVE_BACK" },
      select: { id: true },
    });
    const kinds = await api.database.read.ledgerTransaction.findMany({
      where: { intentId: { in: given.map(({ id }) => id) } },
      select: { kind: true },
    });
    expect(kinds).toEqual([{ kind: "payment" }]);
    expect(await readApplication()).toEqual(application);
  });

  it("is given back once more where the bank sent that back", async () => {
    const { batchId } = await takenBatch(api, 1, "BULK_ACH");
    await settle(batchId);
    await start(await toGiveBack(api, batchId, "ACH"));
    await drain();
    const given = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { kind: "GIVE_BACK", state: "SUBMITTED", parent: { bulkItem: { batchId } } },
    });
    expect(await readPreview(api, batchId)).toMatchObject({ reasons: [{ reason: TEXT.given, count: 1 }] });
    const { key = "" } = processors.books.at(-1) ?? {};
    const amountCents = Number(given.amountCents);
    processors.report({
      returns: [achReturn(key, { amountCents, returnedCents: amountCents, code: "R06" })],
    });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    await start(await toGiveBack(api, batchId, "ACH"));
    await drain();
    expect(gaveBack()).toHaveLength(2);
  });

  it("goes on where a worker was lost in the middle, and gives each payment back once", async () => {
    const { batchId } = await takenBatch(api, 3);
    const { batchId: revertId } = await start(await toGiveBack(api, batchId));
    let calls = 0;
    // The first refund reaches the processor and its answer never comes back: the process is gone.
    processors.onCall(() => (++calls === 1 ? new Promise<void>(() => {}) : Promise.resolve()));
    void otherProcess(api).drain(KIND);
    await expect.poll(() => calls).toBeGreaterThan(0);
    let minutes = 0;
    // The lost process may claim one more row after the clock moved, and leave it until the next move.
    await expect
      .poll(async () => {
        if (minutes < 60) {
          minutes += 10;
          api.clock.advance({ minutes: 10 });
        }
        await drain();
        await api.services.payments.drain();
        return (await readRows(api, revertId)).filter(({ state }) => state === "DONE").length;
      })
      .toBeGreaterThanOrEqual(2);
    const { rows: sums } = await api.database.pool.query<{ n: number }>(
      `SELECT max(n)::int AS n FROM (SELECT count(*) AS n FROM payment_intent
       WHERE kind = 'REFUND' AND state NOT IN ('FAILED', 'CANCELLED') GROUP BY parent_id) x`,
    );
    expect(sums[0]?.n).toBe(1);
    expect(new Set(gaveBack().map(({ key }) => key)).size).toBe(gaveBack().length);
    api.clock.advance({ minutes: -minutes });
  });

  it("does not give back what somebody refunds between the start and its row's turn", async () => {
    const { batchId, customers } = await takenBatch(api, 2);
    const [first] = customers;
    if (!first) throw new Error("No customer.");
    const { rows } = await readPreview(api, batchId);
    const { batchId: revertId } = await start(await toGiveBack(api, batchId));
    await run(api, order(first, "REFUND", { amountCents: 100, parentId: rows[0]?.paymentId ?? "" }));
    await drain();
    expect(await readRows(api, revertId)).toMatchObject([
      { state: "FAILED", message: TEXT.rowChanged },
      { state: "DONE" },
    ]);
    expect(
      gaveBack()
        .map(({ amountCents }) => amountCents)
        .sort((one, other) => one - other),
    ).toEqual([100, due]);
  });
});

describe("giving a batch back", () => {
  it("waits for a second person by itself, who sees whom how much, and is done once", async () => {
    await setRules(api, { REVERT: { always: true } });
    const { batchId, customers } = await takenBatch(api, 2);
    const input = await toGiveBack(api, batchId);
    const shown = await expectToWait(api, start(input));
    expect(JSON.stringify(shown)).not.toContain(input.passcode);
    expect(shown.effect.rows).toEqual(customers.map(({ userId }) => ({ userId, amountCents: due })));
    await drain();
    expect(gaveBack()).toEqual([]);
    await expectRefusal(approve(api, shown, "ADMIN"), "RULE", "Another admin");
    await approve(api, shown, "SUPERADMIN");
    await drain();
    expect(gaveBack()).toHaveLength(2);
  });

  it("is void where something of it was refunded meanwhile", async () => {
    await setRules(api, { REVERT: { always: true } });
    const { batchId, customers } = await takenBatch(api, 2);
    const [first] = customers;
    if (!first) throw new Error("No customer.");
    const { rows } = await readPreview(api, batchId);
    const shown = await expectToWait(api, start(await toGiveBack(api, batchId)));
    await run(api, order(first, "REFUND", { amountCents: due, parentId: rows[0]?.paymentId ?? "" }));
    await expectRefusal(approve(api, shown, "SUPERADMIN"), "CONFLICT", TEXT.changed);
    await drain();
    expect(gaveBack()).toHaveLength(1);
  });

  it("is refused without the passcode, of another count, and of a batch that runs", async () => {
    const { batchId } = await takenBatch(api, 2);
    const input = await toGiveBack(api, batchId);
    const other = () => ({ ...input, requestId: randomUUID() });
    await expectRefusal(start({ ...other(), passcode: "" }), "RULE", PAYMENT_TEXTS.passcodeMissing);
    await expectRefusal(start({ ...other(), passcode: "9999" }), "RULE", PAYMENT_TEXTS.cardPasscodeWrong);
    await expectRefusal(start({ ...other(), count: 1 }), "RULE", TEXT.countWrong);
    await expectRefusal(start({ ...other(), batchId: randomUUID() }), "NOT_FOUND", "There is no such batch.");
    const { batchId: revertId } = await start(input);
    expect(await readPreview(api, revertId)).toMatchObject({ whyNot: TEXT.tookNothing });
    await expectRefusal(start(other()), "CONFLICT", "is running");
  });
});

it("no balance differs from its ledger after all of it", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
