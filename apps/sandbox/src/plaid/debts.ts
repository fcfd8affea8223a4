import { type Day, dayWeekday, type Month } from "../days.ts";
import { createRandom } from "../random.ts";
import type { KindName } from "./kinds.ts";
import type { Trade } from "./owner-profile.ts";

/** A debt beside the loan of a profile, and how it is paid back. Money in cents. */
export interface Debt {
  lender: string;
  paymentKind: KindName;
  paymentCents: number;
  due: (day: Day, dayOfMonth: number) => boolean;
  /** Paid out again every few months, on a day of the month that is not one of a payment. */
  proceeds: { cents: number; everyMonths: number; phase: number; dayOfMonth: number } | null;
}

/** Paid every other week, on the Thursday of a week whose number is even or odd. */
const everyOtherThursday = (parity: number) => (day: Day) =>
  dayWeekday(day) === 4 && Math.floor(day / 7) % 2 === parity;

const onDay = (wanted: number) => (_day: Day, dayOfMonth: number) => dayOfMonth === wanted;

/** What the owner of a link owes beside a loan, always the same for the same access token. */
export function makeDebts(accessToken: string, trade: Trade): Debt[] {
  const random = createRandom(`${accessToken} debts`);
  const debts: Debt[] = [];
  if (random.chance(0.4)) {
    debts.push({
      lender: random.pick(["Klarna", "Affirm", "Afterpay"]),
      paymentKind: "bnplPayment",
      paymentCents: random.int(1_800, 8_500),
      due: everyOtherThursday(random.int(0, 1)),
      proceeds: null,
    });
  }
  if (random.chance(0.35)) {
    debts.push({
      lender: random.pick(["Toyota Financial", "Ally Auto", "Honda Financial"]),
      paymentKind: "carPayment",
      paymentCents: random.int(21_000, 46_000),
      due: onDay(10),
      proceeds: null,
    });
  }
  if (random.chance(0.3)) {
    debts.push({
      lender: "Capital One crcardpmt",
      paymentKind: "cardPayment",
      paymentCents: random.int(3_500, 16_000),
      due: onDay(17),
      proceeds: null,
    });
  }
  if (random.chance(0.25)) {
    debts.push({
      lender: random.pick(["Upstart", "OneMain", "LendingClub"]),
      paymentKind: "personalLoanPayment",
      paymentCents: random.int(9_000, 27_000),
      due: onDay(5),
      proceeds: null,
    });
  }
  if (random.chance(0.3)) debts.push(paydayLoan(random.int(4, 10) * 5_000, random.int(0, 1)));
  if (trade === "shop" && random.chance(0.4)) {
    const cents = random.int(12, 60) * 10_000;
    debts.push({
      lender: random.pick(["Square Loans", "OnDeck", "Stripe Capital"]),
      paymentKind: "loanPayment",
      paymentCents: Math.round((cents * 1.12) / 22),
      due: (day) => dayWeekday(day) === 3,
      proceeds: { cents, everyMonths: 6, phase: random.int(0, 5), dayOfMonth: 4 },
    });
  }
  return debts;
}

/** Taken in the middle of a month, paid back at its end with a fee of a fifth. */
const paydayLoan = (cents: number, phase: number): Debt => ({
  lender: phase === 0 ? "Speedy Cash" : "Check Into Cash",
  paymentKind: "loanPayment",
  paymentCents: Math.round(cents * 1.2),
  due: onDay(27),
  proceeds: { cents, everyMonths: 1, phase, dayOfMonth: 13 },
});

/** What is paid out and paid back on a day. */
export function debtEventsOn(
  debts: readonly Debt[],
  { day, dayOfMonth, month }: { day: Day; dayOfMonth: number; month: Month },
): { kind: KindName; cents: number; party: string }[] {
  return debts.flatMap(({ lender: party, paymentKind, paymentCents, due, proceeds }) => {
    const isPaidOut =
      proceeds !== null &&
      dayOfMonth === proceeds.dayOfMonth &&
      (month + proceeds.phase) % proceeds.everyMonths === 0;
    return [
      ...(isPaidOut ? [{ kind: "loanProceeds", cents: proceeds.cents, party } as const] : []),
      ...(due(day, dayOfMonth) ? [{ kind: paymentKind, cents: -paymentCents, party }] : []),
    ];
  });
}
