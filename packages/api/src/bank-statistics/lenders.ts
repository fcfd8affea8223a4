import type { DebtCategory } from "@countinghouse/validators/bank-statistics/rules";
import { anyWord } from "./words.ts";

/** Not a debt, though a word in it sounds like one. */
const NO_DEBT = anyWord("advance auto( parts)?", "payday bar", "loan(er)? car", "mortgage insurance refund");

/**
 * Lenders and words of their trade, by the category they are counted in; the first that fits counts. Names come before
 * words: what a card processor lends stands apart from its payouts, and "X Capital" or "X Funding" is taken for a
 * high-risk advance unless it is one of the names (docs/statistics.md, "Categories").
 */
const LENDERS: readonly (readonly [DebtCategory, RegExp])[] = [
  ["Overdraft", anyWord("overdraft( \\w+)? (fee|charge|interest|refund)s?", "od fee")],
  [
    "MCA_Low_Risk",
    anyWord(
      "(square|stripe|shopify|toast|clover|amazon) (capital|loans?|lending)",
      "paypal working capital",
      "ondeck( capital)?",
      "fundbox",
      "bluevine",
      "kabbage",
      "credibly",
    ),
  ],
  [
    "Payday_Loan",
    anyWord(
      "pay ?day",
      "(?<!merchant )cash advance",
      "speedy cash",
      "check into cash",
      "ace cash( express)?",
      "advance america",
      "moneytree",
      "cashnetusa",
      "possible finance",
    ),
  ],
  ["BNPL", anyWord("klarna", "afterpay", "affirm", "sezzle", "quadpay", "zip ?pay", "pay in (4|four)")],
  [
    "Mortgage_n_Others",
    anyWord(
      "mortgage",
      "home loans?",
      "auto (loan|finance|pay fin)",
      "(toyota|ford|honda|gm|nissan|hyundai) (financial|motor credit|credit)",
      "ally auto",
      "student (loan|ln)",
      "navient",
      "nelnet",
      "(crcard|credit card|cardmember|card)( services?)? ?(pmt|pymt|payment)",
    ),
  ],
  [
    "Consumer_Loan",
    anyWord("upstart", "lendingclub", "onemain", "prosper", "avant", "sofi", "oportun", "personal (loan|ln)"),
  ],
  ["MCA_High_Risk", anyWord("mca", "merchant (cash )?advance")],
  ["Loan", anyWord("loans?", "lending", "line of credit", "sba", "lendio", "loan ?(pmt|payment|pymt)")],
  ["MCA_High_Risk", anyWord("(?<=\\w )(advance|funding|capital(?! one))", "funders?")],
];

/** Most transactions are about none: one look tells. */
const ANY_LENDER = new RegExp(LENDERS.map(([, words]) => words.source).join("|"), "i");

export interface Debt {
  category: DebtCategory;
  /** Its name as the bank wrote it, without the words of the transfer around it; lenders are told apart by it. */
  lender: string;
}

/** The debt that a bank's words are about, or null. */
export function findDebt(description: string): Debt | null {
  if (!ANY_LENDER.test(description) || NO_DEBT.test(description)) return null;
  for (const [category, words] of LENDERS) {
    if (words.test(description)) return { category, lender: lenderIn(description) };
  }
  return null;
}

/** What banks write around a name. */
const AROUND =
  /^(ach|pos|web|ppd|ccd|rtp|debits?|credits?|payments?|pmts?|pymts?|edi|paymnt|withdrawal|recurring|autopay|to|from|\S*\d\S*)$/i;

/** The words from the first one that is not about the transfer to the next one that is: a reference follows there. */
function lenderIn(description: string): string {
  const words = description.trim().split(/\s+/);
  const begin = words.findIndex((word) => !AROUND.test(word));
  const name = words.slice(Math.max(begin, 0));
  const length = name.findIndex((word) => AROUND.test(word));
  return (length > 0 ? name.slice(0, length) : name).join(" ").toUpperCase();
}
