import { formatCents } from "@countinghouse/validators/money";
import type { DeskMode } from "@countinghouse/validators/payments/kinds";

type Words = {
  /** The effect, for an admin who does not know the code. */
  plain: string;
  verb: string;
  sentence: (amount: string, name: string) => string;
};

const take = (amount: string, name: string) => `Charge ${amount} to ${name}`;
const pay = (amount: string, name: string) => `Pay ${amount} to ${name}`;

const WORDS: Record<DeskMode, Words> = {
  SALE: { plain: "Charge a card", verb: "Charge", sentence: take },
  FUND: { plain: "Pay the advance to a card", verb: "Fund", sentence: pay },
  REFUND: {
    plain: "Refund a card payment",
    verb: "Refund",
    sentence: (amount, name) => `Refund ${amount} to ${name}`,
  },
  CREDIT: { plain: "Pay the advance to a bank account", verb: "Credit", sentence: pay },
  DEBIT: { plain: "Debit a bank account", verb: "Debit", sentence: take },
  RECREDIT: {
    plain: "Send a payout to the bank again",
    verb: "Recredit",
    sentence: (amount, name) => `Pay ${amount} to ${name} again`,
  },
  RCC: {
    plain: "Remotely created check",
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

/** Returns the effect of a mode in plain words. */
export const modeWords = (mode: DeskMode): string => WORDS[mode].plain;

/** The purposes of payments, each with its modes. */
export const MODE_PURPOSES = [
  { label: "Collect", modes: ["SALE", "DEBIT", "RCC"] },
  { label: "Pay out", modes: ["FUND", "CREDIT", "RECREDIT"] },
  { label: "Refund", modes: ["REFUND"] },
] as const satisfies readonly { label: string; modes: readonly DeskMode[] }[];
