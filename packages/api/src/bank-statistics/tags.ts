import type { BankTransaction } from "./transactions.ts";

/** The gig platforms customers are paid by (the lender's own list of platforms), as banks write them. */
const PLATFORMS = [
  "uber",
  "lyft",
  "doordash",
  "instacart",
  "grubhub",
  "amazon flex",
  "etsy",
  "shopify",
  "turo",
  "upwork",
];
/** Card processors that pay out a business's takings. */
const CARD_PROCESSORS = ["square", "stripe", "clover", "toast", "sumup"];

const REVENUE = new RegExp(`\\b(${[...PLATFORMS, ...CARD_PROCESSORS].join("|")})\\b`, "i");
const NSF_FEE =
  /\b(nsf|non-?sufficient funds|insufficient funds|returned item) (returned item )?(fee|charge)\b/i;
const OWN_TRANSFER = /\b(online|internal|account) transfer (to|from)\b/i;
const REVERSAL = /\b(returned deposit|deposit(ed)? item returned|reversal)\b/i;

/** Whether money came in from a platform or a card processor. A purchase there, or a loan of theirs, is none. */
export const isRevenueDeposit = ({ amountCents, description }: BankTransaction): boolean =>
  amountCents > 0 && REVENUE.test(description) && !/\b(loan|capital|advance|refund)\b/i.test(description);

/** Whether the bank charged for an item that it returned unpaid. */
export const isNsfFee = ({ amountCents, description }: BankTransaction): boolean =>
  amountCents < 0 && NSF_FEE.test(description);

/** Whether the bank says that money went between the customer's own accounts. */
export const saysOwnTransfer = ({ description }: BankTransaction): boolean => OWN_TRANSFER.test(description);

/** Whether the bank took back what had come in. */
export const isReversal = ({ amountCents, description }: BankTransaction): boolean =>
  amountCents < 0 && REVERSAL.test(description);
