import { formatCents } from "@countinghouse/validators/money";
import type { DeskMode, PaymentChoice } from "@countinghouse/validators/payments/kinds";

type Words = {
  /** The effect, for an admin who does not know the code. */
  plain: string;
  verb: string;
  sentence: (amount: string, name: string) => string;
};

const take = (amount: string, name: string) => `Charge ${amount} to ${name}`;
const pay = (amount: string, name: string) => `Pay ${amount} to ${name}`;

const WORDS: Record<DeskMode, Words> = {
  SALE: { plain: "Charge card", verb: "Charge", sentence: take },
  FUND: { plain: "Pay out to card", verb: "Fund", sentence: pay },
  REFUND: {
    plain: "Refund card payment",
    verb: "Refund",
    sentence: (amount, name) => `Refund ${amount} to ${name}`,
  },
  CREDIT: { plain: "Pay out to bank", verb: "Credit", sentence: pay },
  DEBIT: { plain: "Debit bank", verb: "Debit", sentence: take },
  RECREDIT: {
    plain: "Pay out to bank again",
    verb: "Recredit",
    sentence: (amount, name) => `Pay ${amount} to ${name} again`,
  },
  RCC: {
    plain: "Debit bank by check",
    verb: "Draw",
    sentence: (amount, name) => `Charge ${amount} to ${name} by RCC`,
  },
};

/** Returns the effect of a payment in one sentence. */
export const modeSentence = (mode: DeskMode, amountCents: number, name: string): string =>
  WORDS[mode].sentence(formatCents(amountCents), name);

/** Returns the label of the button: "Fund $5,000.00 again". */
export const modeAction = (mode: DeskMode, amountCents: number | null, isAgain = false): string =>
  [WORDS[mode].verb, amountCents !== null && formatCents(amountCents), isAgain && "again"]
    .filter(Boolean)
    .join(" ");

/** Returns a choice in plain words. */
export const choiceWords = (choice: PaymentChoice): string =>
  choice === "RECORD" ? "Record outside payment" : WORDS[choice].plain;

/** The purposes of payments, each with its choices. */
export const PURPOSES = [
  { label: "Collect", choices: ["SALE", "DEBIT", "RCC", "RECORD"] },
  { label: "Pay out", choices: ["FUND", "CREDIT", "RECREDIT"] },
  { label: "Refund", choices: ["REFUND"] },
] as const satisfies readonly { label: string; choices: readonly PaymentChoice[] }[];
