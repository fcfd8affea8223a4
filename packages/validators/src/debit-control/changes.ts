import { isRoutingNumber } from "../bank-accounts/routing-number.ts";
import { meaningOfCode } from "../chargebacks/report-codes.ts";

/** What a payment is sent to. */
export interface AccountNumbers {
  /** Digits. */
  account: string;
  routing: string;
  subtype: string;
}

type Corrected = "account" | "routing" | "type";

/** What each code of a notification of change says is right in the addenda (Nacha Operating Rules, appendix five). */
const CORRECTS: Readonly<Record<string, readonly Corrected[]>> = {
  C01: ["account"],
  C02: ["routing"],
  C03: ["routing", "account"],
  C05: ["type"],
  C06: ["account", "type"],
  C07: ["routing", "account", "type"],
};

/** Whether a code says that the number or the routing number was wrong: what has them is another account. */
export const correctsNumber = (code: string): boolean =>
  CORRECTS[code]?.some((part) => part !== "type") ?? false;

/** Whether a code asks for a change of the account at all; the others are of names, ids and formats. */
export const correctsAccount = (code: string): boolean => CORRECTS[code] !== undefined;

/** What a code of a notification of change means. */
export const meaningOfChange = (code: string): string => meaningOfCode("ACH", code);

/** Nacha's codes of entries on checking and on savings accounts. */
const SUBTYPES: Readonly<Record<string, string>> = { "2": "checking", "3": "savings" };

const UNREADABLE = "What the bank says is right can not be read.";

/**
 * The account as its bank says it is: `words` are the addenda of a notification of change with this code. Why not, where they
 * can not be read, are not valid, or the code is of nothing that is kept of an account.
 */
export function correctedNumbers(
  code: string,
  words: string,
  was: AccountNumbers,
): { numbers: AccountNumbers } | { why: string } {
  const corrects = CORRECTS[code];
  if (corrects === undefined)
    return { why: `Nothing of the account is corrected by ${code}: a person has to look at it.` };
  const told = readWords(corrects, words.trim());
  if (told === null) return { why: UNREADABLE };
  const numbers = { ...was, ...told };
  if (!/^\d{4,17}$/.test(numbers.account)) return { why: "The corrected account number is none." };
  return isRoutingNumber(numbers.routing) ? { numbers } : { why: "The corrected routing number is none." };
}

/** The parts in their order; between them stand blanks, or none where a part fills its place (C07). */
function readWords(corrects: readonly Corrected[], words: string): Partial<AccountNumbers> | null {
  const parts = {
    routing: "(?<routing>\\d{9})",
    account: "(?<account>\\d{1,17})",
    type: "(?<type>[23]\\d)",
  };
  const pattern = new RegExp(`^${corrects.map((part) => parts[part]).join("\\s*")}$`);
  const { routing, account, type } = pattern.exec(words)?.groups ?? {};
  const subtype = type === undefined ? undefined : SUBTYPES[type.charAt(0)];
  if (routing === undefined && account === undefined && subtype === undefined) return null;
  return {
    ...(routing !== undefined && { routing }),
    ...(account !== undefined && { account }),
    ...(subtype !== undefined && { subtype }),
  };
}
