import { isRoutingNumber } from "../bank-accounts/routing-number.ts";
import { meaningOfCode } from "../chargebacks/report-codes.ts";

/** What a payment is sent to. */
export interface AccountNumbers {
  /** Digits. */
  account: string;
  routing: string;
  subtype: string;
}

type Part = keyof AccountNumbers;

/** The places of each part in the corrected data of a notice (Nacha Operating Rules, appendix five); all others are blank. */
const PLACES: Readonly<Record<string, Partial<Record<Part, readonly [from: number, to: number]>>>> = {
  C01: { account: [0, 17] },
  C02: { routing: [0, 9] },
  C03: { routing: [0, 9], account: [12, 29] },
  C05: { subtype: [0, 2] },
  C06: { account: [0, 17], subtype: [20, 22] },
  C07: { routing: [0, 9], account: [9, 26], subtype: [26, 28] },
};

const PART_NAMES: Readonly<Record<Part, string>> = {
  account: "account number",
  routing: "routing number",
  subtype: "account type",
};

const partsOf = (code: string): Part[] => Object.keys(PLACES[code] ?? {}) as Part[];

/** Whether a code says that the number or the routing number was wrong: what has them is another account. */
export const correctsNumber = (code: string): boolean => partsOf(code).some((part) => part !== "subtype");

/** Whether a code asks for a change of the account at all; the others are of names, ids and formats. */
export const correctsAccount = (code: string): boolean => PLACES[code] !== undefined;

/** What a code of a notification of change means. */
export const meaningOfChange = (code: string): string => meaningOfCode("ACH", code);

/** Transaction codes of entries on checking and on savings accounts. */
const SUBTYPES: Readonly<Record<string, string>> = { "2": "checking", "3": "savings" };
const TRANSACTION_CODE = /^[23][2-47-9]$/;
const ACCOUNT_NUMBER = /^\d{4,17}$/;

/**
 * The account as its bank corrects it: `words` are the corrected data of a notice with this code, `was` is what was sent. Returns
 * why not where a part is missing, not in its own places, not valid or the same as before.
 */
export function correctedNumbers(
  code: string,
  words: string,
  was: AccountNumbers,
): { numbers: AccountNumbers } | { why: string } {
  const places = PLACES[code];
  if (places === undefined)
    return { why: `${code} does not correct an account number. A person must read it.` };
  const wrote = bankWrote(words, was);
  const rest = words.split("");
  const numbers = { ...was };
  for (const part of partsOf(code)) {
    const [from, to] = places[part] ?? [0, 0];
    rest.fill(" ", from, Math.min(to, rest.length));
    const read = readPart(part, words.slice(from, to).trimEnd());
    if (read === null) return { why: `The ${PART_NAMES[part]} is missing or invalid. ${wrote}` };
    if (read === was[part])
      return { why: `The ${PART_NAMES[part]} is the same as the one that was sent. ${wrote}` };
    numbers[part] = read;
  }
  return rest.join("").trim() === ""
    ? { numbers }
    : { why: `The bank wrote more than ${code} corrects. ${wrote}` };
}

/** What the bank wrote about an account, all but its end masked. */
export const bankWrote = (words: string, { account }: Pick<AccountNumbers, "account">): string =>
  `The bank wrote "${maskWords(words)}" about •••• ${account.slice(-4)} (blanks shown as _).`;

function readPart(part: Part, text: string): string | null {
  if (part === "routing") return isRoutingNumber(text) ? text : null;
  if (part === "account") return ACCOUNT_NUMBER.test(text) ? text : null;
  return TRANSACTION_CODE.test(text) ? (SUBTYPES[text.charAt(0)] ?? null) : null;
}

/** Masks all but the last four characters of a bank's words, and shows each blank as _. */
const maskWords = (words: string): string =>
  words
    .trimEnd()
    .replace(/\S(?=(?:\s*\S){4})/g, "•")
    .replaceAll(" ", "_");

/** Returns true when `numbers` differ from `was` in the parts that the code calls wrong. A return code calls the number wrong. */
export function correctsWhatWasWrong(code: string, numbers: AccountNumbers, was: AccountNumbers): boolean {
  const parts = partsOf(code);
  return (parts.length > 0 ? parts : (["account", "routing"] as const)).some(
    (part) => numbers[part] !== was[part],
  );
}
