import type { ReadDb } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { notInReports } from "@countinghouse/validators/payment-exceptions/rules";
import { NOT_IN_REPORTS } from "@countinghouse/validators/payments/rules";
import { UNKNOWN_STATES } from "@countinghouse/validators/payments/states";
import type { Verdict } from "../engine/machine.ts";
import type { ProcessorPorts } from "../engine/processors.ts";
import type { ReportServices, ReportTools } from "./apply.ts";
import {
  isKeyAsTold,
  keyAsTold,
  type Reported,
  reportedLast4,
  reportedReturn,
  reportedSettlement,
  reportedTransaction,
} from "./reported.ts";

/** Days after its call within which a bank transfer has settled or come back, holidays included, plus one day for the report. */
const ACH_REPORTED_WITHIN_DAYS = 9;
/** Days after its call within which a card payment is reported. A call about midnight can be in the report of the next day. */
const CARD_REPORTED_WITHIN_DAYS = 1;

/** A payment with an unknown outcome, by its one attempt without an outcome. */
interface Missing {
  intentId: string;
  provider: string;
  key: string;
  amountCents: number;
  /** True for a sale: the bank may approve a part of its amount. */
  mayBePart: boolean;
  last4: string;
  /** The first and the last day, YYYY-MM-DD, whose reports must hold the payment. */
  firstDay: string;
  lastDay: string;
}

/**
 * Ends payments with an unknown outcome by the reports of the days that must hold them. A lookup that finds nothing never ends a
 * payment alone. A payment fails when its row in the reports is declined, or when the reports do not hold it. For a bank transfer
 * the processor must also not know our key. A missing report, or a row that could be the payment, leaves the payment to a person.
 * Returns the number of ended payments.
 */
export async function accountForMissing(
  services: ReportServices,
  ports: ProcessorPorts,
  tools: Pick<ReportTools, "record">,
): Promise<number> {
  const today = newYorkDate(services.now());
  let ended = 0;
  for await (const missing of readMissing(services)) {
    if (missing.lastDay >= today) continue;
    try {
      const verdict = await (missing.provider === "tabapay"
        ? byTransactions(services, ports, missing)
        : bySettlements(services, ports, missing));
      if (verdict === null) continue;
      await tools.record(missing.intentId, verdict);
      ended++;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { intentId: paymentId } = missing;
      services.log.warn(
        { paymentId, error: String(error) },
        "a payment could not be looked for in the reports",
      );
    }
  }
  return ended;
}

/** Payments that are read at once. */
const PAGE = 200;

/** Reads all of them: those that stay open for a person must not hide newer ones. */
async function* readMissing({ db }: ReportServices): AsyncGenerator<Missing> {
  let after: string | null = null;
  for (;;) {
    const attempts: FoundAttempt[] = await findOpenAttempts(db.read, after);
    yield* attempts.map(toMissing);
    const last = attempts.at(-1);
    if (last === undefined || attempts.length < PAGE) return;
    after = last.id;
  }
}

const findOpenAttempts = (read: ReadDb, after: string | null) =>
  read.paymentAttempt.findMany({
    where: {
      outcome: null,
      intent: { state: { in: [...UNKNOWN_STATES] } },
      ...(after !== null && { id: { gt: after } }),
    },
    orderBy: { id: "asc" },
    take: PAGE,
    select: {
      id: true,
      intentId: true,
      provider: true,
      providerKey: true,
      sentAt: true,
      leasedUntil: true,
      intent: { select: { amountCents: true, instrumentLast4: true, kind: true } },
    },
  });

type FoundAttempt = Awaited<ReturnType<typeof findOpenAttempts>>[number];

function toMissing({ intentId, provider, providerKey, sentAt, leasedUntil, intent }: FoundAttempt): Missing {
  // The last call for the payment was over by then.
  const calledBy = leasedUntil !== null && leasedUntil > sentAt ? leasedUntil : sentAt;
  const within = provider === "tabapay" ? CARD_REPORTED_WITHIN_DAYS : ACH_REPORTED_WITHIN_DAYS;
  return {
    intentId,
    provider,
    key: providerKey,
    amountCents: Number(intent.amountCents),
    mayBePart: intent.kind === "SALE",
    last4: intent.instrumentLast4,
    firstDay: newYorkDate(sentAt),
    lastDay: addDays(newYorkDate(calledBy), within),
  };
}

async function byTransactions(
  services: ReportServices,
  { cards }: ProcessorPorts,
  missing: Missing,
): Promise<Verdict | null> {
  const rows: Reported[] = [];
  for (let day = missing.firstDay; day <= missing.lastDay; day = addDays(day, 1)) {
    const transactions = await cards.findTransactions(day);
    if (transactions === null) return null;
    for await (const row of transactions) {
      if (!isKeyAsTold(missing.key, row.key)) {
        if (row.state !== "declined") rows.push(reportedTransaction(row));
        continue;
      }
      // A paid row is applied as a report, and a later report has the outcome of a pending row.
      if (row.state !== "declined") return null;
      const message = `The card was declined (${row.code || row.status}).`;
      return {
        state: "FAILED",
        code: row.code || "declined",
        message,
        reference: row.reference,
        answer: null,
      };
    }
  }
  return (await mayBeAmong(services, missing, rows)) ? null : neverWas(missing);
}

async function bySettlements(
  services: ReportServices,
  { ach }: ProcessorPorts,
  missing: Missing,
): Promise<Verdict | null> {
  const { firstDay, lastDay, key } = missing;
  const rows: Reported[] = [];
  for await (const row of ach.settlementsBetween(firstDay, lastDay)) rows.push(reportedSettlement(row));
  for await (const row of ach.returnsBetween(firstDay, lastDay)) rows.push(reportedReturn(row));
  if (
    rows.some((row) => row.key !== null && isKeyAsTold(key, row.key)) ||
    (await mayBeAmong(services, missing, rows))
  )
    return null;
  // A transfer that is pending for too long is left to a person, who sees it with Check status.
  return (await ach.lookUp(key)) === null ? neverWas(missing) : null;
}

const neverWas = ({ firstDay, lastDay }: Missing): Verdict => ({
  state: "FAILED",
  code: NOT_IN_REPORTS,
  message: notInReports(firstDay, lastDay),
  answer: null,
});

/**
 * Returns true when a row may be this payment: it has the same amount or, for a sale, a part of it, has no other last digits, and belongs to
 * no other payment.
 */
async function mayBeAmong(
  { db }: ReportServices,
  { provider, amountCents, mayBePart, last4, intentId }: Missing,
  rows: readonly Reported[],
): Promise<boolean> {
  const like = rows.filter(
    (row) =>
      (row.amountCents === amountCents || (mayBePart && row.amountCents < amountCents)) &&
      (reportedLast4(row) ?? last4) === last4,
  );
  for (const { reference, key } of like) {
    const names = [{ providerReference: reference }, ...(key ? [{ providerKey: keyAsTold(key) }] : [])];
    const owner = await db.read.paymentAttempt.findFirst({
      where: { provider, OR: names },
      select: { intentId: true },
    });
    if (owner === null || owner.intentId === intentId) return true;
  }
  return false;
}
