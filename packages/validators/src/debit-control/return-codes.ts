/** Which return rate a debit that came back counts in, beside the overall one (Nacha Operating Rules, subsection 2.17.2). */
export type RateBucket = "unauthorised" | "administrative" | "overall";

/**
 * What has to happen before the account is debited again. "identical": it may be presented again at most twice within 180
 * days and for the same amount (Nacha, subsection 2.12.4). "correction": the account was corrected, or was found to be right.
 * "authorisation": its holder has authorised debits anew. "never": nothing lifts it. "new": it says nothing of the account.
 */
export type Retry = "identical" | "correction" | "authorisation" | "never" | "new";

export interface ReturnCode {
  meaning: string;
  /** Null for codes that no return of a debit has. */
  rate: RateBucket | null;
  retry: Retry;
}

const code = (meaning: string, rate: RateBucket | null, retry: Retry): ReturnCode => ({
  meaning,
  rate,
  retry,
});

/** Codes of messages about an earlier return: our bank dishonours it, or the other bank contests that. */
const DISHONOURED = ["R61", "R62", "R67", "R68", "R69", "R70"];
const CONTESTED = ["R71", "R72", "R73", "R74", "R75", "R76", "R77"];

/** Returns true for a dishonored or contested return, which takes no payment back. */
export const isAboutReturn = (returned: string): boolean =>
  [...DISHONOURED, ...CONTESTED].includes(returned.trim().toUpperCase());

/** The return codes of the ACH network (Nacha Operating Rules, appendix four). */
export const ACH_RETURN_CODES: Readonly<Record<string, ReturnCode>> = {
  R01: code("Insufficient funds", "overall", "identical"),
  R02: code("Account closed", "administrative", "never"),
  R03: code("No account, or unable to locate it", "administrative", "correction"),
  R04: code("Invalid account number", "administrative", "correction"),
  R05: code("Consumer account debited with a corporate entry", "unauthorised", "authorisation"),
  R06: code("Returned at our bank's request", "overall", "new"),
  R07: code("Authorization revoked by the customer", "unauthorised", "authorisation"),
  R08: code("Payment stopped", "overall", "authorisation"),
  R09: code("Uncollected funds", "overall", "identical"),
  R10: code("Originator not known or not authorized", "unauthorised", "authorisation"),
  R11: code("Entry not in accordance with the authorization", "unauthorised", "correction"),
  R12: code("Branch sold to another bank", "overall", "correction"),
  R13: code("Bank not qualified to participate", "overall", "correction"),
  R14: code("Representative payee deceased or unable", "overall", "never"),
  R15: code("Account holder deceased", "overall", "never"),
  R16: code("Account frozen", "overall", "authorisation"),
  R17: code("Questionable entry or account data", "overall", "correction"),
  R18: code("Improper effective entry date", "overall", "new"),
  R19: code("Amount field error", "overall", "new"),
  R20: code("Not a transaction account", "overall", "never"),
  R21: code("Invalid company identification", "overall", "new"),
  R22: code("Invalid individual id", "overall", "new"),
  R23: code("Credit refused by the receiver", "overall", "authorisation"),
  R24: code("Duplicate entry", "overall", "authorisation"),
  R25: code("Addenda error", "overall", "new"),
  R26: code("Mandatory field error", "overall", "new"),
  R27: code("Trace number error", "overall", "new"),
  R28: code("Routing number check digit error", "overall", "correction"),
  R29: code("Corporate customer: not authorized", "unauthorised", "authorisation"),
  R30: code("Bank not in the check truncation program", "overall", "never"),
  R31: code("Permissible return of a corporate entry", "overall", "authorisation"),
  R32: code("The receiving bank could not settle", "overall", "new"),
  R33: code("Return of a destroyed check entry", "overall", "never"),
  R34: code("Bank with limited participation", "overall", "never"),
  R35: code("Improper debit entry", "overall", "authorisation"),
  R36: code("Improper credit entry", "overall", "new"),
  R37: code("Source document presented for payment", "overall", "authorisation"),
  R38: code("Stop payment on the source document", "overall", "authorisation"),
  R39: code("Improper source document", "overall", "authorisation"),
  R50: code("State law affecting the acceptance of the entry", "overall", "never"),
  R51: code("Ineligible or improper check entry", "unauthorised", "authorisation"),
  R52: code("Stop payment on the item", "overall", "authorisation"),
  R53: code("Item and entry both presented", "overall", "authorisation"),
  ...others(
    ["R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47"],
    "Enrollment entry returned by an agency",
  ),
  ...others(DISHONOURED, "Return dishonored by our bank"),
  ...others(CONTESTED, "Dishonored return contested"),
  ...others(["R80", "R81", "R82", "R83", "R84", "R85"], "International entry returned"),
};

/**
 * Whether a code says something of the account's holder, which stays true when the account has another number: what a new
 * authorisation lifts, and a death. Any other is of the number.
 */
export const saysOfHolder = (known: ReturnCode): boolean =>
  known.retry === "authorisation" || known === ACH_RETURN_CODES.R14 || known === ACH_RETURN_CODES.R15;

/** Codes after which a payment to the account does not arrive, or not with its holder: its number, its bank, its holder, or credits to it. */
const NO_CREDITS = {
  ach: ["R02", "R03", "R04", "R12", "R13", "R14", "R15", "R16", "R17", "R23", "R28", "R34"],
  rcc: ["D", "E", "F", "R"],
};

/** Whether nothing is paid to an account of which this code came back. */
export const refusesCredits = (isRcc: boolean, returned: string): boolean =>
  NO_CREDITS[isRcc ? "rcc" : "ach"].includes(returned.trim().toUpperCase());

/** Codes by which a bank calls the number itself wrong: the same number corrects none of them. */
const WRONG_NUMBER: readonly string[] = ["R03", "R04", "R12", "R13", "R28", "E", "R"];

/** Returns true for a return that only another account or routing number cures. */
export const callsNumberWrong = (returned: string): boolean =>
  WRONG_NUMBER.includes(returned.trim().toUpperCase());

/** Codes that stand for a message between banks, not for what the customer's account says. */
function others(codes: readonly string[], meaning: string): Record<string, ReturnCode> {
  return Object.fromEntries(codes.map((each) => [each, code(meaning, null, "new")]));
}

/** Why a remotely created check came back (ANSI X9.100-187). They ride no ACH: what forbids a debit there forbids one here. */
export const RCC_RETURN_CODES: Readonly<Record<string, ReturnCode>> = {
  A: code("Not sufficient funds", "overall", "identical"),
  B: code("Uncollected funds hold", "overall", "identical"),
  C: code("Stop payment", "overall", "authorisation"),
  D: code("Closed account", "administrative", "never"),
  E: code("Unable to locate account", "administrative", "correction"),
  F: code("Frozen or blocked account", "overall", "authorisation"),
  G: code("Stale dated", "overall", "new"),
  H: code("Post dated", "overall", "new"),
  I: code("Endorsement missing", "overall", "new"),
  J: code("Endorsement irregular", "overall", "new"),
  K: code("Signature missing", "overall", "new"),
  L: code("Signature irregular", "overall", "authorisation"),
  M: code("Non-cash item", "overall", "never"),
  N: code("Altered or fictitious", "unauthorised", "authorisation"),
  O: code("Unable to process", "overall", "new"),
  P: code("Item exceeds the stated maximum", "overall", "new"),
  Q: code("Not authorized", "unauthorised", "authorisation"),
  R: code("Branch or account sold", "overall", "correction"),
  S: code("Refer to maker", "overall", "authorisation"),
  U: code("Unusable image", "overall", "new"),
  V: code("Image fails the security check", "overall", "new"),
  W: code("Can not determine the amount", "overall", "new"),
  Y: code("Duplicate presentment", "overall", "authorisation"),
};

/**
 * Declines after which the networks forbid any further try with the same card, as TabaPay passes them on (Visa: category 1,
 * never approve; Mastercard: merchant advice 03 and 21).
 */
export const FORBIDDING_DECLINES: Readonly<Record<string, string>> = {
  "04": "Pick up card",
  "07": "Pick up card, fraud",
  "12": "Invalid transaction",
  "14": "Invalid card number",
  "15": "No such issuer",
  "41": "Lost card",
  "43": "Stolen card",
  "46": "Closed account",
  "57": "Transaction not permitted to the cardholder",
  R0: "Stop this payment",
  R1: "Authorization revoked",
  R3: "All authorizations revoked",
};

/** Reasons of chargebacks that say fraud, by network: the card is charged again only once its holder has authorised it anew. */
export const FRAUD_CHARGEBACKS: Readonly<Record<string, string>> = {
  "10.1": "EMV liability shift, counterfeit",
  "10.2": "EMV liability shift, not counterfeit",
  "10.3": "Other fraud, card present",
  "10.4": "Other fraud, card absent",
  "10.5": "Visa fraud monitoring program",
  "4837": "No cardholder authorization",
  "4840": "Fraudulent processing of transactions",
  "4849": "Questionable merchant activity",
  "4863": "Cardholder does not recognize",
  "4870": "Chip liability shift",
  "4871": "Chip and PIN liability shift",
  "7010": "Fraud, card present",
  "7030": "Fraud, card not present",
};
