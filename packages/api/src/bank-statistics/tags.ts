import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { findDebt } from "./lenders.ts";
import type { BankTransaction } from "./transactions.ts";
import { anyWord } from "./words.ts";

/** What a bank said of money, and which way it went. */
type Told = Pick<BankTransaction, "description" | "amountCents">;

/** The gig platforms customers are paid by (the lender's own list of platforms), as banks write them. */
const GIG_PLATFORMS = anyWord(
  "uber",
  "lyft",
  "doordash",
  "instacart",
  "grubhub",
  "amazon flex",
  "turo",
  "upwork",
);
/** Card processors that pay out a business's takings. */
const CARD_PROCESSORS = anyWord(
  "square",
  "stripe",
  "clover",
  "toast",
  "sumup",
  "bankcard",
  "merchant (bankcd|services)",
);
/** Marketplaces, invoices and tills. */
const SMALL_BUSINESS = anyWord(
  "etsy",
  "shopify",
  "ebay",
  "invoice",
  "inv",
  "quickbooks",
  "intuit",
  "bill\\.com",
  "pos (deposit|settlement)",
  "sales deposit",
);
const MONEY_TRANSFERS = anyWord(
  "zelle",
  "cash app",
  "venmo",
  "paypal",
  "western union",
  "moneygram",
  "remitly",
);
/** Money in that nobody earned, whoever it comes from. */
const GIVEN_BACK = anyWord("refund", "returns?", "reversal", "tax ref", "cash ?back", "interest", "rebate");
const ESSENTIALS = anyWord(
  "payroll",
  "gusto",
  "adp",
  "paychex",
  "rent",
  "fuel",
  "shell",
  "exxon(mobil)?",
  "chevron",
  "speedway",
  "bp",
  "supply",
  "supplies",
  "home depot",
  "lowe'?s",
  "autozone",
  "restaurant depot",
  "office depot",
  "staples",
);

const NSF_FEE =
  /\b(nsf|non-?sufficient funds|insufficient funds|returned item) (returned item )?(fee|charge)\b/i;
const OWN_TRANSFER = /\b(online|internal|account|overdraft)( protection)? transfer (to|from)\b/i;
const REVERSAL = /\b(returned deposit|deposit(ed)? item returned|reversal)\b/i;

/** What a transaction is taken for; the first rule that fits decides (docs/statistics.md, "Categories"). */
export function tagTransaction({ amountCents, description }: Told): TransactionTag {
  if (amountCents < 0 && NSF_FEE.test(description)) return "nsfFee";
  const debt = findDebt(description);
  if (debt) return debt.category;
  return amountCents > 0 ? inflowTag(description) : outflowTag(description);
}

function inflowTag(description: string): TransactionTag {
  if (GIVEN_BACK.test(description)) return "miscIncome";
  if (GIG_PLATFORMS.test(description)) return "gigIncome";
  if (CARD_PROCESSORS.test(description)) return "cardIncome";
  if (SMALL_BUSINESS.test(description)) return "smallBusinessIncome";
  return MONEY_TRANSFERS.test(description) ? "moneyTransferServices" : "miscIncome";
}

const outflowTag = (description: string): TransactionTag =>
  ESSENTIALS.test(description) ? "essentialOutflow" : "otherOutflow";

/** Tags that do not say where money came from or went: it may have stayed with the customer. */
const VAGUE: ReadonlySet<TransactionTag> = new Set(["moneyTransferServices", "miscIncome", "otherOutflow"]);

/** Whether money may have gone between the customer's own accounts, though the bank does not say so. */
export const mayBeOwnTransfer = (tag: TransactionTag): boolean => VAGUE.has(tag);

/** Whether the bank says that money went between the customer's own accounts. */
export const saysOwnTransfer = ({ description }: Told): boolean => OWN_TRANSFER.test(description);

/** Whether the bank took back what had come in. */
export const isReversal = ({ amountCents, description }: Told): boolean =>
  amountCents < 0 && REVERSAL.test(description);
