import { randomUUID } from "node:crypto";
import { addAdvance } from "../advances.ts";
import { dueCustomer, endRunning, reviewed, startPayments } from "../bulk.ts";
import { cameBack } from "../came-back.ts";
import { payOut } from "../customers.ts";
import { press } from "../factors.ts";
import type { TestApi } from "../harness.ts";
import { setPayoutHold } from "../holds.ts";
import { addFailedWrite, paymentRow } from "../ledger-writes.ts";
import { lookedAtOrder, order, PASSCODE, payableCustomer, run } from "../payable.ts";
import { lookedAtPayment, payment } from "../payments.ts";
import { cardException } from "../reports.ts";
import { takenBatch, toGiveBack } from "../reverts.ts";
import { addSchedule, payEverything, toProcess } from "../schedules.ts";
import type { MutationBook, MutationExamples } from "./book.ts";

async function failWrite(api: TestApi) {
  return (await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria Delgado")] })).id;
}

const deleteWrite = async (api: TestApi, id: string) =>
  (await api.as("EMPLOYEE")).ledgerWrites.delete({ ...press(), items: [{ id }] });

/** A payment whose call timed out and that the processor does not have; returns its id. */
async function unknownPayment({ api, processors }: MutationBook, mode: "SALE" | "DEBIT" = "DEBIT") {
  processors.next("lostBefore");
  return (await run(api, order(await payableCustomer(api), mode))).paymentId;
}

/** A payout that is held for five minutes; later payouts are not held. Returns its id. */
async function heldPayout(api: TestApi) {
  await setPayoutHold(api, 5);
  const { paymentId } = await run(api, order(await payableCustomer(api), "FUND"));
  await setPayoutHold(api, 0);
  return paymentId;
}

/** A chargeback and a settlement that match no payment; returns the id of the one of this kind. */
async function strangeReport({ api, processors }: MutationBook, kind: "CHARGEBACK" | "SETTLEMENT") {
  const key = randomUUID().slice(0, 15);
  const settlement = { direction: "debit", key: null, amountCents: 1000, settledOn: "2026-11-20" } as const;
  processors.report({
    returns: [],
    exceptions: [cardException(key)],
    settlements: [{ ...settlement, reference: key, accountLast4: "0007", raw: {} }],
  });
  await api.services.payments.pullReports();
  const { id } = await api.database.read.processorEvent.findFirstOrThrow({
    where: { kind, reference: { endsWith: key } },
  });
  return id;
}

/** A running batch of bulk ACH, and one that was reset. */
async function batches(api: TestApi) {
  const start = async () => startPayments(api, reviewed("BULK_ACH", [await dueCustomer(api)]));
  await endRunning(api, "BULK_ACH");
  const { batchId: over } = await start();
  await endRunning(api, "BULK_ACH");
  return { over, running: (await start()).batchId };
}

/** Examples about payments, schedules, bulk jobs, the ledger and returned payments. */
export const MONEY_EXAMPLES: MutationExamples = {
  "payments.run": async ({ api }) => ({
    input: await lookedAtOrder(api, order(await payableCustomer(api), "SALE")),
    other: { amountCents: 1100 },
  }),
  "payments.recordManual": async ({ api }) => {
    const { userId } = await payableCustomer(api);
    return { input: await lookedAtPayment(api, payment(userId)), other: { amountCents: 1100 } };
  },
  "payments.check": async (book) => ({
    input: { paymentId: await unknownPayment(book) },
    other: { paymentId: await unknownPayment(book) },
  }),
  "payments.resolve": async (book) => {
    const paymentId = await unknownPayment(book, "SALE");
    const { clock, services } = book.api;
    clock.advance({ hours: 25 });
    await services.payments.step(paymentId);
    clock.advance({ hours: -25 });
    const reason = "The bank's statement of November 21 has it.";
    return {
      input: { paymentId, outcome: "paid", reason, passcode: PASSCODE },
      other: { outcome: "failed" },
    };
  },
  "payments.cancelHeld": async ({ api }) => ({
    input: { paymentId: await heldPayout(api) },
    other: { paymentId: await heldPayout(api) },
  }),
  "payments.setHold": async ({ api }) => {
    const { version } = await (await api.as("VIEWER")).payments.hold();
    return { input: { minutes: 0, runMinutes: 0, version }, other: { minutes: 1 } };
  },
  "paymentSchedules.update": async ({ api }) => {
    const [row] = await addSchedule(api, await payableCustomer(api), ["2026-11-24"]);
    return {
      input: { id: row?.id ?? 0, version: 1, paymentDate: "2026-11-25", amountCents: 10_000 },
      other: { amountCents: 10_100 },
    };
  },
  "paymentSchedules.move": async ({ api }) => {
    const [row] = await addSchedule(api, await payableCustomer(api), ["2026-11-24"]);
    return {
      input: { id: row?.id ?? 0, version: 1, paymentDate: "2026-11-25" },
      other: { paymentDate: "2026-11-27" },
    };
  },
  "paymentSchedules.process": async ({ api }) => {
    const [row] = await addSchedule(api, await payableCustomer(api), ["2026-11-24"]);
    return { input: toProcess(row), other: { amountCents: 1 } };
  },
  "paymentPreferences.set": async ({ api }) => {
    const byBank = { useBank: true, bankNumber: "6789", useBankUntil: "2027-05-20" };
    const preference = { ...byBank, useCard: false, cardNumber: null, useCardUntil: null };
    return {
      input: { userId: (await api.user()).id, version: 0, preference },
      other: { preference: { ...preference, bankNumber: "6780" } },
      as: await api.admin("SUPERADMIN"),
    };
  },
  "settings.setSwitch": async ({ api }) => {
    const [first] = await (await api.as("VIEWER")).settings.switches();
    return {
      input: { name: "debitsBeforePromise", on: true, version: first?.version ?? 0 },
      other: { on: false },
    };
  },
  "settings.set": async ({ api }) => {
    const [setting] = await (await api.as("VIEWER")).settings.list();
    return {
      input: {
        name: "manualPaymentCeilingCents",
        amountCents: 900_000,
        version: setting?.version ?? 0,
      },
      other: { amountCents: 800_000 },
    };
  },
  "loans.return": async ({ api }) => ({
    input: { ...(await addAdvance(api)), isDA: true, isOF: true, isDF: false },
    other: { isDF: true },
  }),
  "loans.payoffLetter": async ({ api }) => {
    const paidOff = async () => {
      const customer = await payableCustomer(api, { owesCents: 0 });
      await payOut(api, customer.applicationId);
      return customer.userId;
    };
    return { input: { userId: await paidOff() }, other: { userId: await paidOff() } };
  },
  "loans.transactionSheet": async ({ api }) => {
    const { userId } = await payableCustomer(api);
    return { input: { userId }, other: { userId: (await api.user()).id } };
  },
  "loans.transactionsPdf": async ({ api }) => {
    const { userId } = await payableCustomer(api);
    return { input: { userId }, other: { userId: (await api.user()).id } };
  },
  "ledgerWrites.retry": async ({ api }) => ({
    input: { items: [{ id: await failWrite(api) }] },
    other: { items: [{ id: randomUUID() }] },
  }),
  "ledgerWrites.delete": async ({ api }) => ({
    input: { items: [{ id: await failWrite(api) }] },
    other: { items: [{ id: randomUUID() }] },
  }),
  "ledgerWrites.restore": async ({ api }) => {
    const id = await failWrite(api);
    await deleteWrite(api, id);
    return { input: { items: [{ id }] }, other: { items: [{ id: randomUUID() }] } };
  },
  "chargebacks.retryUnprocessed": async (book) => {
    await strangeReport(book, "CHARGEBACK");
    return { input: { readAt: book.api.clock.in({ seconds: 1 }) }, other: { readAt: new Date(0) } };
  },
  "chargebacks.deleteUnprocessed": async (book) => ({
    input: { achReturnIds: [], cardChargebackIds: [await strangeReport(book, "CHARGEBACK")] },
    other: { cardChargebackIds: [randomUUID()] },
  }),
  "chargebacks.restoreUnprocessed": async (book) => {
    const id = await strangeReport(book, "CHARGEBACK");
    const { chargebacks } = await book.api.as("ADMIN");
    await chargebacks.deleteUnprocessed({ ...press(), achReturnIds: [], cardChargebackIds: [id] });
    return { input: { ids: [id] }, other: { ids: [randomUUID()] } };
  },
  "chargebacks.setAnswerDate": async (book) => ({
    input: { chargebackId: await strangeReport(book, "CHARGEBACK"), answerBy: "2026-12-04", was: null },
    other: { answerBy: "2026-12-05" },
  }),
  "paymentExceptions.match": async (book) => {
    const paymentId = await unknownPayment(book);
    const reportId = await strangeReport(book, "SETTLEMENT");
    return { input: { reportId, paymentId }, other: { paymentId: randomUUID() } };
  },
  "paymentExceptions.deleteReport": async (book) => ({
    input: { reportId: await strangeReport(book, "SETTLEMENT"), note: "It is another lender's." },
    other: { note: "It is ours." },
  }),
  "paymentExceptions.restoreReport": async (book) => {
    const reportId = await strangeReport(book, "SETTLEMENT");
    const { paymentExceptions } = await book.api.as("ADMIN");
    await paymentExceptions.deleteReport({ ...press(), reportId, note: "It is another lender's." });
    return { input: { reportId }, other: { reportId: randomUUID() } };
  },
  "paymentExceptions.close": async (book) => {
    const intentId = await unknownPayment(book);
    const openedAt = book.api.clock.now();
    const { id: exceptionId } = await book.api.database.unsafeTransaction((tx) =>
      tx.paymentException.create({
        data: { kind: "OTHER_AMOUNT", intentId, message: "Less moved.", openedAt },
      }),
    );
    return {
      input: { exceptionId, note: "The customer was called." },
      other: { note: "Nobody answered." },
    };
  },
  "bulkJobs.startPayments": async ({ api }) => {
    await endRunning(api, "BULK_DEBIT");
    const { userId, scheduleId } = await dueCustomer(api);
    const screen = { kind: "BULK_DEBIT", version: 2 } as const;
    const { rows } = await (await api.as("VIEWER")).bulkJobs.preview({ ...screen, userIds: `${userId}` });
    const items = rows.map(({ balanceCents, newestPaymentId, reviewed: digest }) => ({
      userId,
      amountCents: 41_250,
      scheduleId,
      seen: { balanceCents, newestPaymentId },
      reviewed: digest,
    }));
    return { input: { ...screen, items }, other: { version: 1 } };
  },
  "bulkJobs.startBalance": async ({ api }) => {
    await endRunning(api, "BULK_BALANCE");
    return { input: { version: 2, userIds: `${(await api.user()).id}` }, other: { version: 1 } };
  },
  "bulkJobs.pause": async ({ api }) => {
    const { running, over } = await batches(api);
    return { input: { batchId: running }, other: { batchId: over } };
  },
  "bulkJobs.resume": async ({ api }) => {
    const { running, over } = await batches(api);
    await (await api.as("EMPLOYEE")).bulkJobs.pause({ ...press(), batchId: running });
    return { input: { batchId: running }, other: { batchId: over } };
  },
  "bulkJobs.cancelHeld": async ({ api }) => {
    const { running, over } = await batches(api);
    await api.database.unsafeTransaction((tx) =>
      tx.bulkBatch.update({
        where: { id: running },
        data: { heldUntil: api.clock.in({ minutes: 5 }) },
      }),
    );
    return { input: { batchId: running }, other: { batchId: over } };
  },
  "bulkJobs.reset": async ({ api }) => {
    await batches(api);
    return { input: { kind: "BULK_ACH" }, other: { kind: "BULK_DEBIT" } };
  },
  "reverts.start": async ({ api }) => {
    for (const kind of ["REVERT", "BULK_DEBIT"] as const) await endRunning(api, kind);
    const { batchId } = await takenBatch(api);
    return { input: await toGiveBack(api, batchId), other: { count: 2 } };
  },
  "automation.run": async ({ api }) => {
    await endRunning(api, "AUTOMATION");
    await payEverything(api);
    await dueCustomer(api);
    const { reviewed: digest } = await (await api.as("ADMIN")).automation.preview();
    return { input: { reviewed: digest }, other: { reviewed: "another list" } };
  },
  "automation.setTimer": async ({ api }) => {
    const { version } = await (await api.as("VIEWER")).automation.timer();
    return { input: { isOn: false, runAt: "08:15", version }, other: { runAt: "08:30" } };
  },
  "automation.decideTimedRun": async ({ api }) => {
    const { automation } = await api.as("SUPERADMIN");
    const { version } = await automation.timer();
    await automation.setTimer({ ...press(), isOn: true, runAt: "18:00", version });
    const { next } = await automation.timer();
    return { input: { day: next?.day ?? "", decision: "hold" }, other: { decision: "cancel" } };
  },
  "debitControl.record": async ({ api }) => {
    const customer = await payableCustomer(api);
    await cameBack(api, customer, { code: "R10" });
    const instrument = { kind: "account", id: customer.accountId } as const;
    const cure = { cure: "authorisation", obtainedOn: "2026-11-19", fileId: null } as const;
    return {
      input: { userId: customer.userId, instrument, ...cure, how: "Signed on paper." },
      other: { how: "Said on the phone." },
    };
  },
};
