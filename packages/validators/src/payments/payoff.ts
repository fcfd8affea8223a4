import { formatCents } from "../money.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

export interface DiscountTerms {
  /** What is let off, in cents, of an advance paid back by the day (YYYY-MM-DD in New York). */
  discountCents: number;
  /** What of it is let off already, in cents. */
  letOffCents: number;
  discountDate: string | null;
}

/** What a figure of the discount is made of, in cents. */
export interface DiscountLine {
  /**
   * `agreed`: of the application; `letOff`: what of it is let off already; `notOwed`: what of the rest is more than is owed; `owed`: the
   * balance; `saved`: what is let off.
   */
  what: "agreed" | "letOff" | "notOwed" | "owed" | "saved";
  cents: number;
}

/** The lines that what the discount saves, and what is then to be paid, come to while it holds. Cents. */
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

/** What of the discount is not let off yet, in cents. */
export const leftOfDiscount = ({
  discountCents,
  letOffCents,
}: Pick<DiscountTerms, "discountCents" | "letOffCents">): number => Math.max(0, discountCents - letOffCents);

const sumLines = (lines: readonly DiscountLine[]): number => lines.reduce((sum, { cents }) => sum + cents, 0);

/**
 * What paying everything by the discount date saves, and what is then to be paid, in cents; null once that day has passed,
 * and where nothing is owed or let off (specification 2, section 3: discountSavings, discountBalance).
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
 * What pays everything off on `today` (YYYY-MM-DD in New York), in cents: what is owed, less the discount while it holds.
 * Not above zero where nothing is owed.
 */
export const payoffAmount = (terms: DiscountTerms, balanceCents: number, today: string): number =>
  currentDiscount(terms, balanceCents, today)?.balanceCents ?? balanceCents;

/**
 * How what a customer owes has changed: money came in on a day (YYYY-MM-DD in New York), or is owed again since a payment came back
 * (return, chargeback, given back whole), or less is owed since an advance came back.
 */
export type DebtChange = { what: "paid"; day: string } | { what: "paymentBack" } | { what: "advanceBack" };

/** What a customer owes without the discount, in cents. */
export interface OwedWithoutDiscount {
  nowCents: number;
  /** What of it was so on the discount date, as far as it is known now: without what was paid or charged after it. */
  inTimeCents: number;
}

/**
 * What of the discount is to be let off, in cents, once what a customer owes has changed. A payment
 * that leaves no more than the discount by the discount date pays everything off. What was let off stays so, also where more is paid
 * than was owed, until a payment comes back and leaves more than the discount owed; of an advance that came back no more is let off
 * than is owed.
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

/** What a customer owes, in cents, and to whom. */
export interface OwingFacts {
  balanceCents: number;
  /** `payoffAmount` today. */
  payoffCents: number;
  /** Whether the customer's debt is with an agency. */
  isExternal: boolean;
}

/** What is owed once so much (cents) is paid: what pays everything off lets the early-payment discount off, too. */
export function owedAfterPaying(
  amountCents: number,
  { balanceCents, payoffCents }: Pick<OwingFacts, "balanceCents" | "payoffCents">,
): number {
  const leftCents = balanceCents - amountCents;
  return amountCents < payoffCents ? leftCents : Math.min(0, leftCents);
}

/** What is said where an amount (cents) is more than pays everything off, or null where it is not. */
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

/** Why an amount (cents) may not be collected, or null. What only a confirmation allows is `overPayoff`'s to say. */
export const whyNotCollect = (facts: OwingFacts & { amountCents: number }): string | null =>
  facts.isExternal ? TEXT.withAgency : overPayoff(facts.amountCents, facts);
