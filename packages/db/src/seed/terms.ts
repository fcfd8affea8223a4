import { addDays, isoDate } from "./days.ts";
import type { Random } from "./random.ts";

/** The amounts and dates of one advance; they agree with one another to the cent. */
export interface Terms {
  approvedCents: number;
  multiplier: string;
  paybackCents: number;
  ofeeCents: number;
  disbursementFeeCents: number;
  disbursementCents: number;
  fundsDispersedOption: "nextDayBankACH" | "instantBankTransfer";
  discountCents: number;
  paymentCents: number;
  payments: number;
  firstPaymentDate: string;
  discountDate: string;
  lastPaymentDate: string;
}

export const OFEE_RATE = "0.0725";

/** The origination fee of 7.25 %, half a cent rounded up. */
export const ofeeCents = (approvedCents: number): number => Math.floor((approvedCents * 725 + 5000) / 10_000);

/**
 * Draws the terms of an advance paid back weekly from a week after `startsAt`: payback = approved × multiplier,
 * disbursement = approved − origination fee − fee of the method (0; 12 dollars, 6 on a renewal).
 */
export function drawTerms(
  random: Random,
  { startsAt, smallBusiness, isRenewed }: { startsAt: Date; smallBusiness: boolean; isRenewed: boolean },
): Terms {
  const approvedCents = smallBusiness ? random.int(20, 100) * 10_000 : random.int(4, 40) * 5_000;
  const hundredths = random.int(115, 142);
  const paybackCents = (approvedCents / 100) * hundredths;
  const instant = random.chance(0.45);
  const disbursementFeeCents = instant ? (isRenewed ? 600 : 1200) : 0;
  const payments = random.pick([8, 10, 12, 16, 20]);
  const first = addDays(startsAt, 7);
  return {
    approvedCents,
    multiplier: `${(hundredths / 100).toFixed(2)}00`,
    paybackCents,
    ofeeCents: ofeeCents(approvedCents),
    disbursementFeeCents,
    disbursementCents: approvedCents - ofeeCents(approvedCents) - disbursementFeeCents,
    fundsDispersedOption: instant ? "instantBankTransfer" : "nextDayBankACH",
    discountCents: Math.floor((paybackCents - approvedCents) / 2),
    paymentCents: Math.ceil(paybackCents / payments),
    payments,
    firstPaymentDate: isoDate(first),
    discountDate: isoDate(addDays(first, 7 * Math.floor(payments / 2))),
    lastPaymentDate: isoDate(addDays(first, 7 * (payments - 1))),
  };
}
