import {
  type CardLookUp,
  type Cards,
  type CardTransaction,
  LOOK_UP_TOO_LATE,
} from "@countinghouse/providers/cards/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { addDays } from "@countinghouse/validators/new-york";
import { modeRule, type PaymentDirection } from "@countinghouse/validators/payments/kinds";
import { RECONCILIATION_REASONS as REASON } from "@countinghouse/validators/reconciliation/rules";
import { readCardReports } from "./card-reports.ts";
import {
  addStrangers,
  asFound,
  type Compared,
  eachAtOnce,
  noFindings,
  type ProcessorFindings,
} from "./findings.ts";
import { type FindCalls, isWithin, listDays, type ProductPayment } from "./product.ts";

const DIRECTION_OF: Record<CardTransaction["type"], PaymentDirection> = {
  pull: "in",
  push: "out",
  reversal: "out",
};

/**
 * The payments by card as their processor knows them: by its reports of the days, and one by one, by its own reference,
 * where these do not tell; and what it moved on these days that we know nothing of, or take for failed. A reference that it
 * refuses, as somebody may have typed it, hinders no other; who refuses all of them refuses us, and that is thrown.
 */
export async function readCards(
  cards: Cards,
  payments: readonly ProductPayment[],
  compared: Compared,
  findCalls: FindCalls,
): Promise<ProcessorFindings> {
  const { days, directions } = compared;
  const ofDays = listDays(days);
  // A call around midnight stands in the report of the next day.
  const asked = new Set([...ofDays, ...payments.flatMap(({ sentOn }) => [sentOn, addDays(sentOn, 1)])]);
  const { transactions, wholeDays } = await readCardReports(cards, asked);
  const findings = noFindings();
  findings.daysWithoutReport = ofDays.filter((day) => !wholeDays.has(day));
  const { own, reported } = claim(payments, transactions);
  const unreported: ProductPayment[] = [];
  for (const payment of payments) {
    const rows = own.get(payment) ?? [];
    const moved = rows.filter(({ state }) => state === "paid");
    for (const { type, settledCents } of moved) addMoved(findings, payment, DIRECTION_OF[type], settledCents);
    const [row] = rows;
    if (row && moved.length === 0 && payment.standing !== "failed")
      findings.reasons.set(payment.uniqueRef, REASON.hasItAs(row.state));
    if (row === undefined && payment.standing !== "failed") unreported.push(payment);
  }
  await askOneByOne(cards, unreported, findings, wholeDays);
  const strange = transactions
    .filter((row) => row.state === "paid" && !reported.has(row) && isWithin(days, row.day))
    .map(({ type, settledCents, ...row }) => ({
      ...row,
      direction: DIRECTION_OF[type],
      amountCents: settledCents,
    }))
    .filter(({ direction }) => directions.includes(direction));
  await addStrangers(findings, "CARD", strange, compared, findCalls);
  return findings;
}

/** Whose each transaction is: by the processor's name of it or by our key, and an undone sale by the refund of it. */
function claim(payments: readonly ProductPayment[], transactions: readonly CardTransaction[]) {
  const byReference = Map.groupBy(transactions, ({ reference }) => reference);
  const byKey = Map.groupBy(transactions, ({ key }) => key.toLowerCase());
  const undone = new Map(
    transactions.flatMap((row) => (row.type === "reversal" ? [[row.originalReference, row] as const] : [])),
  );
  const reported = new Set<CardTransaction>();
  const own = new Map<ProductPayment, CardTransaction[]>();
  const give = (payment: ProductPayment, rows: readonly CardTransaction[]) => {
    if (rows.length > 0) own.set(payment, [...new Set([...(own.get(payment) ?? []), ...rows])]);
    for (const row of rows) reported.add(row);
  };
  for (const payment of payments) {
    give(payment, byReference.get(payment.reference ?? "") ?? []);
    give(payment, byKey.get(payment.key.toLowerCase()) ?? []);
  }
  for (const payment of payments) {
    const reversal = payment.originalReference === null ? undefined : undone.get(payment.originalReference);
    if (reversal && !reported.has(reversal) && !own.has(payment)) give(payment, [reversal]);
  }
  return { own, reported };
}

function addMoved(
  findings: ProcessorFindings,
  payment: ProductPayment,
  direction: PaymentDirection,
  amountCents: number | null,
): void {
  findings.transactions.push(asFound(payment, direction, amountCents));
  if (payment.standing === "failed") findings.reasons.set(payment.uniqueRef, REASON.failedHere);
}

/** What no report tells of, by the processor's own reference of it. */
async function askOneByOne(
  cards: Cards,
  payments: readonly ProductPayment[],
  findings: ProcessorFindings,
  wholeDays: ReadonlySet<string>,
): Promise<void> {
  const refused: ProviderError[] = [];
  const [held, nameless] = [
    payments.filter(({ reference }) => reference !== null),
    payments.filter(({ reference }) => reference === null),
  ];
  for (const { uniqueRef, sentOn } of nameless) {
    const isReported = wholeDays.has(sentOn) && wholeDays.has(addDays(sentOn, 1));
    findings.reasons.set(uniqueRef, isReported ? REASON.notReported(sentOn) : REASON.noReference);
    if (!isReported) findings.unasked.add(uniqueRef);
  }
  await eachAtOnce(held, async (payment) => {
    const found = await find(cards, payment).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== "refused") throw error;
      refused.push(error);
      findings.reasons.set(payment.uniqueRef, REASON.referenceRefused);
      return null;
    });
    if (found?.state === "paid")
      addMoved(findings, payment, modeRule(payment.kind).direction, found.amountCents);
    else if (found) findings.reasons.set(payment.uniqueRef, REASON.hasItAs(found.state));
  });
  if (refused[0] && refused.length === held.length) throw refused[0];
}

/** An undone sale has no transaction of its own: its refund is found by the sale. */
async function find(
  cards: Cards,
  { kind, key, reference, originalReference }: ProductPayment,
): Promise<CardLookUp | null> {
  if (kind === "REFUND" && originalReference !== null) {
    const undone = await cards.lookUpRefund({ key, reference, originalReference }).catch((error: unknown) => {
      if (error instanceof ProviderError && error.vendorCode === LOOK_UP_TOO_LATE) return null;
      throw error;
    });
    if (undone?.reference === reference) return undone;
  }
  return reference === null ? null : cards.find(reference);
}
