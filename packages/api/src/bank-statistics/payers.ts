import type { Payers } from "@countinghouse/validators/bank-statistics/rules";
import { anyWord } from "./words.ts";

/** Who paid, as banks write it; the words are those of the categories (docs/statistics.md, "Collections"). */
const WORDS: Readonly<Record<Payers, RegExp>> = {
  cashAppSquare: anyWord("cash app", "square"),
  paypalVenmo: anyWord("paypal", "venmo"),
  stripe: anyWord("stripe"),
  rideDelivery: anyWord("uber", "lyft", "doordash", "instacart", "grubhub", "amazon flex"),
};

/** Whether the bank's words name one of these payers. */
export const isThrough = (payers: Payers, description: string): boolean => WORDS[payers].test(description);
