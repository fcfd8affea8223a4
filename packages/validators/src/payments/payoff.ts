import { formatCents } from "../money.ts";
import { PAYMENT_TEXTS as TEXT } from "./texts.ts";

export interface DiscountTerms {
  /** What is let off, in cents, of an advance paid back by the day (YYYY-MM-DD in New York). */
  discountCents: number;
  discountDate: string | null;
}

/**
 * What paying everything by the discount date saves, and what is then to be paid, in cents; null once that day has passed,
 * and where nothing is owed or let off (specification 2, section 3: discountSavings, discountBalance).
 */
export function currentDiscount(
  { discountCents, discountDate }: DiscountTerms,
  balanceCents: number,
  today: string,
): { savingsCents: number; balanceCents: number } | null {
  if (discountCents <= 0 || balanceCents <= 0 || discountDate === null || discountDate < today) return null;
  const savingsCents = Math.min(discountCents, balanceCents);
  return { savingsCents, balanceCents: balanceCents - savingsCents };
}

/**
 * What pays everything off on `today` (YYYY-MM-DD in New York), in cents: what is owed, less the discount while it holds.
 * Not above zero where nothing is owed.
 */
export const payoffAmount = (terms: DiscountTerms, balanceCents: number, today: string): number =>
  currentDiscount(terms, balanceCents, today)?.balanceCents ?? balanceCents;

/**
 * What of the discount is to be let off, in cents, once what a customer owes without it (`owedCents`) has changed. A payment
 * of the day `paidOn` (YYYY-MM-DD in New York) that leaves no more than the discount by the discount date pays everything off;
 * what was let off stays so while no more than the discount is owed without it. `paidOn` is null where the debt rose.
 */
export function discountToGrant(
  { discountCents, discountDate }: DiscountTerms,
  { owedCents, grantedCents, paidOn }: { owedCents: number; grantedCents: number; paidOn: string | null },
): number {
  if (owedCents <= 0 || owedCents > discountCents) return 0;
  const isInTime = paidOn !== null && discountDate !== null && paidOn <= discountDate;
  return isInTime ? owedCents : Math.min(grantedCents, owedCents);
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
