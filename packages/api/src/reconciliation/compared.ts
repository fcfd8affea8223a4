import type { Statement } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { modeRule, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { type FundingSystem, whyNotReconciliationDays } from "@countinghouse/validators/reconciliation/rules";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import type { WithPorts } from "../ports.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";
import { readBankTransfers } from "./bank-transfers.ts";
import { readCards } from "./card-payments.ts";
import type { Compared } from "./findings.ts";
import {
  DAYS_TOLERANCE,
  type FundedTransaction,
  type FundingRail,
  isUnreadable,
  type Movement,
} from "./funded.ts";
import {
  asTransaction,
  type Days,
  isWithin,
  knownCalls,
  knownPayments,
  type ProductPayment,
  readPayments,
} from "./product.ts";
import { type IsAnswered, type Reconciled, reconcile } from "./rules.ts";
import { readSheet } from "./sheet.ts";

/** A system, or of the processor one rail, that was asked and did not answer. */
export interface Unanswered {
  system: FundingSystem;
  rail: FundingRail | null;
  message: string;
  /** True when the system refused: a person has to correct something. */
  isRefused: boolean;
}

/** What the systems have of the payments of some kinds and days, compared. */
export interface ComparedPayments {
  generatedAt: Date;
  rows: Reconciled<Movement>[];
  /** Our payments among them whose outcome nobody here knows, by unique reference. */
  open: ReadonlyMap<string, ProductPayment>;
  /** By unique reference: what is known of why they differ. */
  reasons: ReadonlyMap<string, string>;
  /** Unique references that the processor could not be asked about. */
  unasked: ReadonlySet<string>;
  unanswered: Unanswered[];
  /** The systems of which no part answered. */
  silent: FundingSystem[];
  /** Days of which the card processor has no whole report. */
  daysWithoutReport: string[];
}

/**
 * Asks the product, the ledger sheet and the processors for the payments of these kinds and days and compares them, one by
 * one. Those that nobody knows the outcome of are among them. A system that does not answer is named, and nothing is said to
 * be missing in it; with `canBeUnasked` that goes for single payments as well. Throws UNAVAILABLE where there is nothing to
 * compare with.
 */
export async function comparePayments(
  ctx: Ctx<Actor, WithPorts<"ledgerSheet" | "ach" | "cards">>,
  { days, kinds, canBeUnasked }: { days: Days; kinds: readonly PaymentMode[]; canBeUnasked: boolean },
): Promise<ComparedPayments> {
  const generatedAt = ctx.now();
  const today = newYorkDate(generatedAt);
  refuseWhen(whyNotReconciliationDays(days.start, days.end, today));
  // What is near to the days is read as well: a line of the sheet may be a day off.
  const around: Days = {
    start: addDays(days.start, -DAYS_TOLERANCE),
    end: addDays(days.end, DAYS_TOLERANCE),
  };
  const payments = await readPayments(ctx, around, kinds);
  const live = payments.filter(({ standing }) => standing !== "failed");
  const asked = payments.filter(({ fundedDate }) => isWithin(days, fundedDate));
  const onRail = (rail: FundingRail) => asked.filter((payment) => payment.rail === rail);
  const ofRail = (rail: FundingRail): Compared => {
    const ofKinds = kinds.filter((kind) => modeRule(kind).rail === rail);
    const directions = [...new Set(ofKinds.map((kind) => modeRule(kind).direction))];
    return { days, today, kinds, directions };
  };
  const { ledgerSheet, ach, cards } = ctx.services.ports;
  const [sheet, byAch, byCard] = await Promise.all([
    settleAnswer(() =>
      readSheet(ledgerSheet, live, { days, around, kinds }, (ids) => knownPayments(ctx, ids)),
    ),
    settleAnswer(() =>
      readBankTransfers(ach, onRail("ACH"), ofRail("ACH"), (names) => knownCalls(ctx, "ACH", names)),
    ),
    settleAnswer(() =>
      readCards(cards, onRail("CARD"), ofRail("CARD"), (names) => knownCalls(ctx, "CARD", names)),
    ),
  ]);
  const unanswered = [
    ...sayUnanswered(sheet, "ledger", null),
    ...sayUnanswered(byAch, "payliance", "ACH"),
    ...sayUnanswered(byCard, "payliance", "CARD"),
  ];
  const silent = silentSystems(unanswered);
  const unasked = new Set([...(byAch.answer?.unasked ?? []), ...(byCard.answer?.unasked ?? [])]);
  const isUnasked = (transactions: readonly FundedTransaction[]) =>
    canBeUnasked && transactions.some(({ uniqueRef }) => unasked.has(uniqueRef));
  const isAnswered: IsAnswered = (system, rail, transactions) =>
    !(system === "payliance" && isUnasked(transactions)) &&
    !unanswered.some(
      (each) => each.system === system && (each.rail === null || rail === null || each.rail === rail),
    );
  const rows = reconcile(
    [
      ...live.map(asTransaction),
      ...(sheet.answer ?? []),
      ...(byAch.answer?.transactions ?? []),
      ...(byCard.answer?.transactions ?? []),
    ],
    isAnswered,
  ).filter(({ transactions }) => isOfDays(days, transactions));
  const isNothingCompared = rows.length > 0 && rows.every(({ status }) => status === null);
  if (silent.length === 2 || isNothingCompared)
    throw new DomainError("UNAVAILABLE", RECONCILIATION_MESSAGES.failed);
  return {
    generatedAt,
    rows,
    open: new Map(live.flatMap((each) => (each.standing === "open" ? [[each.uniqueRef, each]] : []))),
    reasons: new Map([...(byAch.answer?.reasons ?? []), ...(byCard.answer?.reasons ?? [])]),
    unasked,
    unanswered,
    silent,
    daysWithoutReport: byCard.answer?.daysWithoutReport ?? [],
  };
}

interface Asked<Answer> {
  answer: Answer | null;
  message: string;
  isRefused: boolean;
}

/** What an outside system answered, or why it did not. */
async function settleAnswer<Answer>(ask: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await ask(), message: "", isRefused: false };
  } catch (error) {
    if (error instanceof ProviderError)
      return { answer: null, message: wordsForStaff(error.message), isRefused: error.kind === "refused" };
    throw error;
  }
}

const sayUnanswered = (
  { answer, message, isRefused }: Asked<unknown>,
  system: FundingSystem,
  rail: FundingRail | null,
): Unanswered[] => (answer === null ? [{ system, rail, message, isRefused }] : []);

/** The systems of which no part answered. */
function silentSystems(unanswered: Unanswered[]): FundingSystem[] {
  const parts = { giggle: 1, ledger: 1, payliance: 2 };
  const systems = [...new Set(unanswered.map(({ system }) => system))];
  return systems.filter((name) => unanswered.filter(({ system }) => system === name).length === parts[name]);
}

/** A row that can not be read has no day where no other system tells it: it was asked for by the days that it may mean. */
function isOfDays(days: Days, transactions: readonly FundedTransaction[]): boolean {
  const day = fundingDay(transactions);
  return day === "" ? transactions.every(isUnreadable) : isWithin(days, day);
}

/** The day of a payment: the product's, else the sheet's, else the processor's. */
const fundingDay = (transactions: readonly FundedTransaction[]): string =>
  transactions.find(({ fundedDate }) => fundedDate !== null)?.fundedDate ?? "";

/** For sorting: the older first. */
export const compareDays = (one: { fundedDate: string }, other: { fundedDate: string }): number =>
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
    ${RENEWAL_ID_SQL} AS "renewalId"
  FROM users u WHERE u.id = ANY($1::int[])`,
};

/** The rows with whose they are, our payment and the day of each. */
export async function withCustomers<Row extends Pick<Reconciled<Movement>, "transactions">>(
  ctx: Pick<Ctx, "db">,
  rows: readonly Row[],
) {
  const ids = new Set(rows.flatMap(({ transactions }) => transactions.flatMap(({ userId }) => userId ?? [])));
  const known = [...ids].filter((id) => id > 0 && id <= 2_147_483_647);
  const found = await ctx.db.sql<CustomerRow>(CUSTOMERS, [known]);
  const customers = new Map(found.map((customer) => [customer.id, customer]));
  return rows.map((row, index) => {
    const userId = row.transactions.find((each) => each.userId !== null)?.userId ?? null;
    const customer = userId === null ? undefined : customers.get(userId);
    return {
      ...row,
      id: index,
      fundedDate: fundingDay(row.transactions),
      userId: customer ? userId : null,
      renewalId: customer?.renewalId ?? null,
      userName: customer?.name ?? "",
      paymentId: row.transactions.find(({ paymentId }) => paymentId !== null)?.paymentId ?? null,
    };
  });
}
