import { formatCents } from "../money.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

export interface DiscountTerms {
  /** Cents that are waived when the advance is paid back by the day (YYYY-MM-DD in New York). */
  discountCents: number;
  /** The part of it that is waived already, in cents. */
  letOffCents: number;
  discountDate: string | null;
}

/** One line of the calculation of a discount, in cents. */
export interface DiscountLine {
  /**
   * `agreed`: the discount of the application; `letOff`: the part that is waived already; `notOwed`: the part of the rest above the
   * balance; `owed`: the balance; `saved`: the amount to waive.
   */
  what: "agreed" | "letOff" | "notOwed" | "owed" | "saved";
  cents: number;
}

/** Returns the lines that add up to the savings of the discount, and to the balance to pay while it holds. Cents. */
export function discountLines(
  { discountCents, letOffCents }: Pick<DiscountTerms, "discountCents" | "letOffCents">,
  balanceCents: number,
): Record<"savings" | "balance", DiscountLine[]> {
  const notOwedCents = Math.max(0, leftOfDiscount({ discountCents, letOffCents }) - balanceCents);
  const savings: DiscountLine[] = [
    { what: "agreed", cents: discountCents },
    ...(letOffCents > 0 ? [{ what: "letOff", cents: -Math.min(letOffCents, discountCents) } as const] : []),
    ...(notOwedCents > 0 ? [{ what: "notOwed", cents: -notOwedCents } as const] : []),
  ];
  return {
    savings,
    balance: [
      { what: "owed", cents: balanceCents },
      { what: "saved", cents: -sumLines(savings) },
    ],
  };
}

/** Returns the part of the discount that is not waived yet, in cents. */
export const leftOfDiscount = ({
  discountCents,
  letOffCents,
}: Pick<DiscountTerms, "discountCents" | "letOffCents">): number => Math.max(0, discountCents - letOffCents);

const sumLines = (lines: readonly DiscountLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Returns the savings of paying everything by the discount date, and the balance to pay then, in cents. Returns null after that
 * day, and when nothing is owed or left to waive (specification 2, section 3: discountSavings, discountBalance).
 */
export function currentDiscount(
  { discountDate, ...terms }: DiscountTerms,
  balanceCents: number,
  today: string,
): { savingsCents: number; balanceCents: number } | null {
  if (leftOfDiscount(terms) <= 0 || balanceCents <= 0 || discountDate === null || discountDate < today)
    return null;
  const { savings, balance } = discountLines(terms, balanceCents);
  return { savingsCents: sumLines(savings), balanceCents: sumLines(balance) };
}

/**
 * Returns the payment that pays everything off on `today` (YYYY-MM-DD in New York), in cents: the balance less the discount while
 * it holds. Never above zero when nothing is owed.
 */
export const payoffAmount = (terms: DiscountTerms, balanceCents: number, today: string): number =>
  currentDiscount(terms, balanceCents, today)?.balanceCents ?? balanceCents;

/**
 * A change of a customer's debt: `paid`, money came in on a day (YYYY-MM-DD in New York); `paymentBack`, a payment came back and is
 * owed again (return, chargeback, given back entirely); `advanceBack`, an advance came back and less is owed.
 */
export type DebtChange = { what: "paid"; day: string } | { what: "paymentBack" } | { what: "advanceBack" };

/** The debt of a customer without the discount, in cents. */
export interface OwedWithoutDiscount {
  nowCents: number;
  /** The debt on the discount date, as known now: without payments and charges after that date. */
  inTimeCents: number;
}

/**
 * Returns the part of the discount to waive after a change of a customer's debt, in cents. A payment by the discount date that
 * leaves no more than the discount pays everything off. A waived amount stays waived, even after an overpayment, until a payment
 * comes back and leaves more than the discount owed. After an advance came back, no more is waived than is owed.
 */
export function discountToGrant(
  { discountCents, discountDate }: Pick<DiscountTerms, "discountCents" | "discountDate">,
  { owed, grantedCents, change }: { owed: OwedWithoutDiscount; grantedCents: number; change: DebtChange },
): number {
  const { nowCents, inTimeCents } = owed;
  if (change.what === "paymentBack") return inTimeCents > discountCents ? 0 : grantedCents;
  if (change.what === "advanceBack") return Math.min(grantedCents, Math.max(0, nowCents));
  const isInTime = discountDate !== null && change.day <= discountDate;
  const isPaidOff = inTimeCents > 0 && inTimeCents <= discountCents;
  return isInTime && isPaidOff ? Math.max(grantedCents, inTimeCents) : grantedCents;
}

/** The debt of a customer, in cents, and its collector. */
export interface OwingFacts {
  balanceCents: number;
  /** `payoffAmount` today. */
  payoffCents: number;
  /** True when an agency collects the debt. */
  isExternal: boolean;
}

/** Returns the debt after a payment of this amount (cents). Paying everything off waives the early-payment discount too. */
export function owedAfterPaying(
  amountCents: number,
  { balanceCents, payoffCents }: Pick<OwingFacts, "balanceCents" | "payoffCents">,
): number {
  const leftCents = balanceCents - amountCents;
  return amountCents < payoffCents ? leftCents : Math.min(0, leftCents);
}

/** Returns the message for an amount (cents) above the payoff, or null. */
export function overPayoff(
  amountCents: number,
  { balanceCents, payoffCents }: Pick<OwingFacts, "balanceCents" | "payoffCents">,
): string | null {
  if (amountCents <= payoffCents) return null;
  if (balanceCents === 0) return TEXT.zeroBalance;
  if (balanceCents < 0) return TEXT.negativeBalance;
  return payoffCents < balanceCents
    ? `More than the customer owes after the early-payment discount: ${formatCents(payoffCents)}.`
    : `More than the customer owes: ${formatCents(balanceCents)}.`;
}

/**
 * Returns why an amount (cents) may not be collected, or null. The reasons that a confirmation can override are those of
 * `overPayoff`.
 */
export const whyNotCollect = (facts: OwingFacts & { amountCents: number }): string | null =>
  facts.isExternal ? TEXT.withAgency : overPayoff(facts.amountCents, facts);
