import { formatCents } from "@countinghouse/validators/money";
import type { PaymentMode } from "@countinghouse/validators/payments/kinds";

type Words = { verb: string; sentence: (amount: string, name: string) => string };

const take = (amount: string, name: string) => `Take ${amount} from ${name}`;
const pay = (amount: string, name: string) => `Pay ${amount} to ${name}`;

const WORDS: Record<PaymentMode, Words> = {
  SALE: { verb: "Charge", sentence: take },
  FUND: { verb: "Fund", sentence: pay },
  REFUND: { verb: "Refund", sentence: (amount, name) => `Give ${amount} back to ${name}` },
  CREDIT: { verb: "Credit", sentence: pay },
  DEBIT: { verb: "Debit", sentence: take },
  RECREDIT: { verb: "Recredit", sentence: (amount, name) => `Pay ${amount} to ${name} once more` },
  RCC: { verb: "Draw", sentence: (amount, name) => `Take ${amount} from ${name} by RCC` },
};

/** What a payment does, in one sentence. */
export const modeSentence = (mode: PaymentMode, amountCents: number, name: string): string =>
  WORDS[mode].sentence(formatCents(amountCents), name);

/** What the button that does it says: "Fund $5,000.00 again". */
export const modeAction = (mode: PaymentMode, amountCents: number | null, isAgain = false): string =>
  [WORDS[mode].verb, amountCents !== null && formatCents(amountCents), isAgain && "again"]
    .filter(Boolean)
    .join(" ");
