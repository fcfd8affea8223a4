import { Email } from "../contact/schemas.ts";
import { FORMULA_STARTS, withoutLaterGuards } from "../harmless-text.ts";
import { withoutInvisible } from "../invisible.ts";
import type { PaidInColumn, SignRule } from "./asks.ts";
import type { Column, ColumnKind } from "./column.ts";
import {
  DATE_ORDER_WORDS,
  type DateOrder,
  isBareNumber,
  otherDateOrder,
  readDate,
  readExpiry,
  whyNotDay,
} from "./dates.ts";
import {
  isOtherCurrency,
  isThousandOrPart,
  type NumberFormat,
  type RateFormat,
  type Read,
  readEin,
  readFactor,
  readId,
  readInteger,
  readLast4,
  readMoney,
  readPhone,
  readRate,
  readRouting,
  readSsn,
  readState,
  readYesNo,
  readZip,
} from "./values.ts";

export type CellValue = string | number | boolean;

/** How a file writes what can be written in more than one way. */
export interface Spelling {
  dates: DateOrder;
  /** Some dates of the first rows can only be month first, and some only day first. */
  datesDisagree?: boolean;
  numbers: NumberFormat;
  /** No amount of the first rows can be of one format only, and nobody has chosen the format. */
  numbersUnclear?: boolean;
  /** Which of type and sign decides the direction of payments; a row where both say it is refused without. */
  signs?: SignRule;
  /** Which of Debit and Credit holds what customers paid; a row with an amount in either is refused without. */
  paidIn?: PaidInColumn;
  /** How rates without a percent sign are written; a part of one where it is left out. */
  rates?: RateFormat;
  /** The columns of social security numbers that a spreadsheet has taken the zeros in front from. */
  ssnLostZeros: boolean;
  /** A workbook that counts days from 1904, as those of old Macs do. */
  daysFrom1904?: boolean;
  /** The day of the import in New York, as YYYY-MM-DD; without it no day counts as too late. */
  today?: string;
}

export const US_SPELLING: Spelling = { dates: "mdy", numbers: "us", ssnLostZeros: false };

const LATEST_BIRTH_YEAR = 2020;
const LATEST_YEAR = 2049;
const LONGEST_TEXT = 500;
const LONGEST_LONG_TEXT = 10_000;

/** What was expected of a cell that could not be read. */
const NEEDED: Record<ColumnKind, string> = {
  id: "an id is needed; a number like 1.2E+11 has lost its last digits",
  text: `at most ${LONGEST_TEXT} characters are kept`,
  longText: `at most ${LONGEST_LONG_TEXT.toLocaleString("en-US")} characters are kept`,
  email: "an e-mail address is needed",
  phone: "ten digits are needed, like (212) 555-0144",
  ssn: "nine digits are needed",
  ein: "nine digits are needed, like 12-3456789",
  state: "two letters are needed, like MT, or the name of a state",
  zip: "five or nine digits are needed",
  naics: "two to six digits are needed",
  birthDate: "a date is needed, like 2020-04-07 or 4/7/20",
  date: "a date is needed, like 2020-04-07 or 4/7/20",
  moment: "a date is needed, like 2020-04-07 or 4/7/20",
  money: "an amount in dollars is needed, like 1,234.50",
  integer: "a whole number is needed",
  rate: "a rate below 100% is needed, like 0.0725 or 7.25%",
  factor: "a number is needed, like 1.25",
  yesNo: "yes or no is needed",
  digits: "digits are needed",
  last4: "four digits are needed",
  routing: "nine digits are needed",
  expiry: "month and year are needed, like 08/27",
  choice: "",
};

/**
 * What a cell says, nothing where it is empty, or why it can not be read: a sentence without the value, which may be secret. `refuses`
 * where the row would say something else without the cell.
 */
export type CellRead = Read<CellValue> | { problem: string; refuses?: boolean } | null;

/**
 * Reads a cell of a column. `state` is the state of the same row, two letters or nothing, by which a zip code is judged.
 */
export function readCell(column: Column, raw: string, spelling: Spelling, state = ""): CellRead {
  const isLong = column.kind === "longText";
  const text = isLong
    ? raw.replace(/\r\n?/g, "\n").trim()
    : withoutGuard(withoutInvisible(raw).replace(/\s+/g, " ").trim(), column.kind);
  if (text === "" || isPlaceholder(text, column.kind)) return null;
  const damage = whyNotText(text, column.kind);
  if (damage !== null)
    return { problem: damage, refuses: damage === NO_VALUE && NEVER_EMPTY.includes(column.kind) };
  const plainText = unescaped(text);
  const read = readKind(column, plainText, spelling, state);
  const refusal = whyRefused(column.kind, plainText, read, spelling);
  if (refusal !== null) return { problem: refusal, refuses: true };
  if (read === null) return { problem: whyUnread(column, plainText, spelling) };
  // A birthday is personal: a finding does not say it.
  const isTold = column.kind !== "birthDate" && DATES.includes(column.kind) && isBareNumber(plainText);
  return isTold ? { ...read, mended: `${read.mended}, and was read as ${read.value}` } : read;
}

/** Why a row is refused for a cell that says something which can not be meant; null where it says nothing of the kind. */
function whyRefused(
  kind: ColumnKind,
  text: string,
  read: Read<CellValue> | null,
  spelling: Spelling,
): string | null {
  if (kind === "money" && isOtherCurrency(text)) return "the amount is of another currency than US dollars";
  if (kind === "money" && isAmountUnclear(text, spelling)) return NUMBERS_UNCLEAR;
  if (kind === "rate" && read === null && /^[\d.,]+ ?%?$/.test(text)) return RATE_UNCLEAR;
  if (kind === "id" && read === null) return NEEDED.id;
  if (!DATES.includes(kind) || read === null) return null;
  return whyNotDay(String(read.value), {
    ...spelling,
    isBirth: kind === "birthDate",
    isNumber: isBareNumber(text),
  });
}

/** True for an amount like 2.000 whose format no one has chosen: it is two or two thousand. */
export const isAmountUnclear = (text: string, { numbersUnclear }: Spelling): boolean =>
  numbersUnclear === true && isThousandOrPart(text);

const NUMBERS_UNCLEAR =
  "2.000 can be two thousand or two here. Choose how amounts are written (--numbers, or Amounts on the page)";
const RATE_UNCLEAR = "the rate is not clear, or not below 100%. Write it with a percent sign, like 7.25%";

function whyUnread(column: Column, text: string, spelling: Spelling): string {
  if (column.kind === "choice") return choiceNeeded(column);
  if (text.replace(/\D/g, "").length === DIGITS_OF_SOMEBODY[column.kind]) return NOBODYS_NUMBER;
  const other = otherDateOrder(spelling.dates);
  if (DATES.includes(column.kind) && readKind(column, text, { ...spelling, dates: other }, "") !== null)
    return `this date can only be ${DATE_ORDER_WORDS[other]}, and dates are read ${DATE_ORDER_WORDS[spelling.dates]}`;
  return NEEDED[column.kind];
}

/** How many digits such a number has: where there are as many and it was not read, it stands for nobody. */
const DIGITS_OF_SOMEBODY: Readonly<Partial<Record<ColumnKind, number>>> = { phone: 10, ssn: 9, ein: 9 };
const NOBODYS_NUMBER = "nobody can have this number, or it is written in a way that is not known";

const DATES: readonly ColumnKind[] = ["date", "birthDate", "moment"];

const TEXTS: readonly ColumnKind[] = ["text", "longText", "choice", "yesNo"];

/** What a spreadsheet was told a number by that is to keep its zeros: ="00123", or an apostrophe in front. */
function withoutGuard(text: string, kind: ColumnKind): string {
  const [, quoted] = /^="([^"]*)"$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted.trim();
  return TEXTS.includes(kind) || isEscaped(text) ? text : text.replace(/^'/, "");
}

/**
 * What stands for nothing where a number, a day, an address, or yes or no is expected; a name may be None, an amount of - be zero, and
 * an unknown answer be no answer.
 */
const isPlaceholder = (text: string, kind: ColumnKind): boolean => {
  if (kind === "yesNo") return NOTHING.test(text);
  return (
    !TEXTS.includes(kind) &&
    kind !== "id" &&
    kind !== "money" &&
    (NOTHING.test(text) || /^(?:unknown|tbd|\?+|[-–—]{1,3})$/i.test(text))
  );
};

const NOTHING = /^(?:n\/?a|n\.a\.|null|none|nil)$/i;

function readKind(column: Column, text: string, spelling: Spelling, state: string): Read<CellValue> | null {
  switch (column.kind) {
    case "id":
      return text.length <= LONGEST_TEXT ? readId(text) : null;
    case "text":
      return text.length <= LONGEST_TEXT ? { value: text } : null;
    case "longText":
      return text.length <= LONGEST_LONG_TEXT ? { value: text } : null;
    case "email":
      return plain(Email.safeParse(text.replace(/^mailto:/i, "")).data);
    case "phone":
      return readPhone(text);
    case "ssn":
      return readSsn(text, spelling.ssnLostZeros);
    case "ein":
      return readEin(text);
    case "state":
      return readState(text);
    case "zip":
      return readZip(text, state);
    case "naics":
      return plain(/^(\d{2,6})(?:\.0+)?$/.exec(text)?.[1]);
    case "birthDate":
      return readDate(text, {
        latestYear: LATEST_BIRTH_YEAR,
        order: spelling.dates,
        ...dateOptions(spelling),
      });
    case "date":
      return readDate(text, { latestYear: LATEST_YEAR, order: spelling.dates, ...dateOptions(spelling) });
    case "moment":
      return readMoment(text, spelling);
    case "money":
      return readMoney(text, spelling.numbers);
    case "integer":
      return readInteger(text);
    case "rate":
      return readRate(text, spelling.rates);
    case "factor":
      return readFactor(text);
    case "yesNo":
      return readYesNo(text);
    case "digits":
      return plain(/^[\d -]{1,34}$/.test(text.replace(/\.0+$/, "")) ? text.replace(/\.0+$|\D/g, "") : null);
    case "last4":
      return readLast4(text);
    case "routing":
      return readRouting(text);
    case "expiry":
      return readExpiry(text);
    default:
      return readChoice(column, text);
  }
}

const dateOptions = ({ daysFrom1904 = false }: Spelling) => ({ daysFrom1904 });

function readChoice({ choices = [], means = {} }: Column, text: string): Read<string> | null {
  const word = text.toLowerCase();
  const exact = choices.find((choice) => choice.toLowerCase() === word);
  return plain(exact ?? choices.find((choice) => means[choice]?.includes(word)));
}

const plain = (value: string | null | undefined): Read<string> | null => (value ? { value } : null);

const choiceNeeded = ({ choices = [] }: Column): string => `one of ${choices.join(", ")} is needed`;

/** A day, or, where a time and UTC are said (2020-04-07T15:00:00.000Z), that moment. */
function readMoment(text: string, spelling: Spelling): Read<string> | null {
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z$/.test(text)
    ? new Date(text)
    : null;
  if (moment === null || Number.isNaN(moment.getTime()))
    return readDate(text, { latestYear: LATEST_YEAR, order: spelling.dates, ...dateOptions(spelling) });
  return { value: moment.toISOString() };
}

/** Stands for a cell whose formula has no stored value, as programs write it that do not compute. */
export const FORMULA_WITHOUT_VALUE = "#FORMULA!";
const NO_VALUE =
  "the cell has a formula without a stored value. Open the workbook in a spreadsheet and save it";
/** Kinds of cell without which a row would be somebody else's, or of another amount. */
const NEVER_EMPTY: readonly ColumnKind[] = ["id", "money", "digits"];

const MAY_BEGIN_WITH_SIGN: readonly ColumnKind[] = ["money", "phone", "longText", "yesNo"];

function whyNotText(text: string, kind: ColumnKind): string | null {
  if (text.includes("\uFFFD") || !text.isWellFormed())
    return "the text is damaged, its encoding was not the file's";
  if (/\p{Cc}/u.test(kind === "longText" ? text.replace(/[\n\t]/g, "") : text))
    return "the text contains a control character";
  if (text === FORMULA_WITHOUT_VALUE) return NO_VALUE;
  if (/^#(?:REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NULL!|NUM!|#+)$/i.test(text) || /^#{3,}$/.test(text))
    return "the spreadsheet shows an error or a column too narrow here, and not the value";
  const starts = kind === "phone" ? /^[=\-@]/ : /^[=+\-@]/;
  if (kind === "id" && /^-\d+$/.test(text)) return null;
  if (starts.test(text) && !(kind !== "phone" && MAY_BEGIN_WITH_SIGN.includes(kind)))
    return `a text can not start with "${text[0]}", spreadsheets take that for a formula`;
  return null;
}

/** What an export has made harmless by an apostrophe is what stands behind it. */
const unescaped = (text: string): string => withoutLaterGuards(isEscaped(text) ? text.slice(1) : text);

/** Whether `readCell` takes the first apostrophe away; whoever writes such a text puts one more in front. */
export const isEscaped = (text: string): boolean => {
  const bare = text.replace(/^'+/, "");
  return bare !== text && FORMULA_STARTS.some((start) => bare.startsWith(start));
};
