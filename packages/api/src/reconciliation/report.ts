import type { Statement } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { FundingReconciliation } from "@countinghouse/validators/reconciliation";
import { type FundingSystem, whyNotReconciliationDays } from "@countinghouse/validators/reconciliation-rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { DAYS_TOLERANCE, type FundedTransaction, type FundingRail } from "./funded.ts";
import { readAch, readCards } from "./processor.ts";
import { asTransaction, type Days, isWithin, knownCalls, knownPayments, readFundings } from "./product.ts";
import { type IsAnswered, type Reconciled, reconcile } from "./rules.ts";
import { readSheet } from "./sheet.ts";
import { summarise } from "./summary.ts";

/** A system, or of the processor one rail, that was asked and did not answer. */
export interface Unanswered {
  system: FundingSystem;
  rail: FundingRail | null;
  message: string;
}

/**
 * The fundings of the days as the product, the ledger sheet and the processors have them, compared; what is wrong first.
 * A system that does not answer is named, and nothing is said to be missing in it. Throws UNAVAILABLE where there is
 * nothing to compare with. Nothing is stored.
 */
export async function fundingReconciliation(ctx: AdminCtx, { customDate: days }: FundingReconciliation) {
  const generatedAt = ctx.now();
  const today = newYorkDate(generatedAt);
  refuseWhen(whyNotReconciliationDays(days.start, days.end, today));
  // What is near to the days is read as well: a line of the sheet may be a day off.
  const around: Days = {
    start: addDays(days.start, -DAYS_TOLERANCE),
    end: addDays(days.end, DAYS_TOLERANCE),
  };
  const fundings = await readFundings(ctx, around);
  const asked = fundings.filter(({ fundedDate }) => isWithin(days, fundedDate));
  const onRail = (rail: FundingRail) => asked.filter((funding) => funding.rail === rail);
  const { ledgerSheet, ach, cards } = ctx.services.ports;
  const [sheet, byAch, byCard] = await Promise.all([
    answerOf(() => readSheet(ledgerSheet, fundings, around, (ids) => knownPayments(ctx, ids))),
    answerOf(() => readAch(ach, onRail("ACH"), { ...days, today }, (names) => knownCalls(ctx, names))),
    answerOf(() => readCards(cards, onRail("CARD"))),
  ]);
  const unanswered = [
    ...sayUnanswered(sheet, "ledger", null),
    ...sayUnanswered(byAch, "payliance", "ACH"),
    ...sayUnanswered(byCard, "payliance", "CARD"),
  ];
  const silent = silentOf(unanswered);
  const isAnswered: IsAnswered = (system, rail) =>
    !unanswered.some(
      (each) => each.system === system && (each.rail === null || rail === null || each.rail === rail),
    );
  const rows = reconcile(
    [
      ...fundings.map(asTransaction),
      ...(sheet.answer ?? []),
      ...(byAch.answer?.transactions ?? []),
      ...(byCard.answer?.transactions ?? []),
    ],
    isAnswered,
  ).filter(({ transactions }) => isWithin(days, dayOf(transactions)));
  const isNothingCompared = rows.length > 0 && rows.every(({ status }) => status === null);
  if (silent.length === 2 || isNothingCompared)
    throw new DomainError("UNAVAILABLE", RECONCILIATION_MESSAGES.failed);
  const reasons = new Map([...(byAch.answer?.reasons ?? []), ...(byCard.answer?.reasons ?? [])]);
  const customers = await customersOf(ctx, rows);
  const payments = new Map(fundings.map(({ uniqueRef, paymentId }) => [uniqueRef, paymentId]));
  return {
    days,
    generatedAt,
    unanswered,
    reportSummary: summarise(rows, silent, unanswered.length === 0),
    transactions: rows
      .map((row, index) => {
        const userId = row.transactions.find((each) => each.userId !== null)?.userId ?? null;
        const customer = userId === null ? undefined : customers.get(userId);
        return {
          ...row,
          id: index,
          fundedDate: dayOf(row.transactions),
          userId: customer ? userId : null,
          renewalId: customer?.renewalId ?? null,
          userName: customer?.name ?? "",
          paymentId: paymentOf(row.transactions, payments),
          reason:
            row.transactions.map(({ uniqueRef }) => reasons.get(uniqueRef)).find((said) => said) ?? null,
        };
      })
      .toSorted((one, other) => urgency(one) - urgency(other) || compareDays(one, other)),
  };
}

interface Asked<Answer> {
  answer: Answer | null;
  message: string;
}

/** What an outside system answered, or why it did not. */
async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await ask(), message: "" };
  } catch (error) {
    if (error instanceof ProviderError) return { answer: null, message: error.message };
    throw error;
  }
}

const sayUnanswered = (
  { answer, message }: Asked<unknown>,
  system: FundingSystem,
  rail: FundingRail | null,
): Unanswered[] => (answer === null ? [{ system, rail, message }] : []);

/** The systems of which no part answered. */
function silentOf(unanswered: Unanswered[]): FundingSystem[] {
  const parts = { giggle: 1, ledger: 1, payliance: 2 };
  const systems = [...new Set(unanswered.map(({ system }) => system))];
  return systems.filter((name) => unanswered.filter(({ system }) => system === name).length === parts[name]);
}

/** The id of our payment; null of a funding that the product does not have. */
function paymentOf(transactions: FundedTransaction[], payments: ReadonlyMap<string, string>): string | null {
  const own = transactions.find(({ sourceSystem }) => sourceSystem === "giggle");
  return own === undefined ? null : (payments.get(own.uniqueRef) ?? null);
}

/** The day of a funding: the product's, else the sheet's, else the processor's. */
const dayOf = (transactions: FundedTransaction[]): string =>
  transactions.find(({ fundedDate }) => fundedDate !== null)?.fundedDate ?? "";

const URGENCY = ["Double Funded", "Not Found", "Mismatch", null, "Match"];
const urgency = ({ status }: Pick<Reconciled, "status">): number => URGENCY.indexOf(status);
const compareDays = (one: { fundedDate: string }, other: { fundedDate: string }): number =>
  one.fundedDate < other.fundedDate ? -1 : Number(one.fundedDate > other.fundedDate);

interface CustomerRow {
  id: number;
  name: string;
  renewalId: number | null;
}

const CUSTOMERS: Statement = {
  name: "reconciliation.customers",
  text: `
  SELECT u.id, coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), u.business_name) AS name,
    (SELECT max(r.id) FROM users r WHERE r.ref_user_id = coalesce(u.ref_user_id, u.id)) AS "renewalId"
  FROM users u WHERE u.id = ANY($1::int[])`,
};

async function customersOf(ctx: AdminCtx, rows: Reconciled[]): Promise<Map<number, CustomerRow>> {
  const ids = new Set(rows.flatMap(({ transactions }) => transactions.flatMap(({ userId }) => userId ?? [])));
  const known = [...ids].filter((id) => id > 0 && id <= 2_147_483_647);
  const customers = await ctx.db.sql<CustomerRow>(CUSTOMERS, [known]);
  return new Map(customers.map((customer) => [customer.id, customer]));
}
