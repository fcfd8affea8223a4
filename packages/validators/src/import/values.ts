import { isAssignableEin, normalizeEin } from "../contact/ein.ts";
import { normalizePhone } from "../contact/phone.ts";
import { isIssuableSsn, isOneDigit, normalizeSsn } from "../contact/ssn.ts";
import { US_STATES } from "../contact/us-states.ts";
import { MAX_AMOUNT_CENTS } from "../money.ts";

/** What a cell says. `mended` tells what a spreadsheet had done to it and was undone, in a few words. */
export interface Read<Value> {
  value: Value;
  mended?: string;
}

/** 1,234.50 or 1.234,50. */
export type NumberFormat = "us" | "eu";

const LOST_ZERO = "a zero in front was lost";
const MADE_NUMBER = "it had been made a number";

/** "59718.0", as a spreadsheet writes a number that was an id, without what it added. */
const withoutDecimals = (text: string): string => text.replace(/^(\d+)\.0+$/, "$1");

const whole = (text: string, value: string): Read<string> =>
  withoutDecimals(text) === text ? { value } : { value, mended: MADE_NUMBER };

/** The id of a row in the other system, or null for 1.2E+11, of which the last digits are gone. */
export function readId(text: string): Read<string> | null {
  if (/^[-+]?\d(?:[.,]\d+)?E[-+]?\d+$/i.test(text)) return null;
  return whole(text, withoutDecimals(text));
}

/** What is said of the telephone beside its number, in front or behind. */
const PHONE_LABEL = "\\(?(?:tel(?:ephone)?|phone|ph|cell|mobile|home|work|office|main|[chmow])\\b\\)?[.:]?";
const LABEL_IN_FRONT = new RegExp(`^${PHONE_LABEL} ?(?=[+(\\d])`, "i");
const LABEL_BEHIND = new RegExp(`(?<=\\d) ?${PHONE_LABEL}$`, "i");

/** Ten digits of a telephone number without its extension, or null. */
export function readPhone(text: string): Read<string> | null {
  const bare = text.replace(LABEL_IN_FRONT, "").replace(LABEL_BEHIND, "").replaceAll("/", "-");
  const [, before] = /^(.*\d)\W*(?:x|ext(?:ension)?|#)\W*\d{1,6}$/i.exec(bare) ?? [];
  const digits = normalizePhone(withoutDecimals(before ?? bare));
  if (digits === null || isOneDigit(digits)) return null;
  return before === undefined ? whole(text, digits) : { value: digits, mended: "its extension was left out" };
}

/** Digits that are parted by spaces, dots and all kinds of hyphens, parted by plain hyphens. */
const plainHyphens = (text: string): string => text.replace(/[ .\u2010-\u2015\u2212-]+/g, "-");

/**
 * The nine digits of an SSN, or null, also where no one can have them: such a number would make many customers one person. One or two
 * zeros in front are given back where the column is known to have lost them (`lostZeros`) and the result can be an SSN.
 */
export function readSsn(text: string, lostZeros: boolean): Read<string> | null {
  const bare = withoutDecimals(text);
  const nine = normalizeSsn(plainHyphens(bare));
  if (nine !== null) return isIssuableSsn(nine) ? whole(text, nine) : null;
  if (!lostZeros || !/^\d{7,8}$/.test(bare)) return null;
  const padded = bare.padStart(9, "0");
  return isIssuableSsn(padded) ? { value: padded, mended: LOST_ZERO } : null;
}

/**
 * The nine digits of an EIN, or null, also where no business can have them. Of eight digits it was a zero in front that was lost where they begin with 1 to 6:
 * EINs begin with 01 to 06 and with no other zero (Internal Revenue Service, valid EIN prefixes).
 */
export function readEin(text: string): Read<string> | null {
  const bare = withoutDecimals(text);
  const nine = normalizeEin(plainHyphens(bare));
  if (nine !== null) return isAssignableEin(nine) ? whole(text, nine) : null;
  return /^[1-6]\d{7}$/.test(bare) ? { value: `0${bare}`, mended: LOST_ZERO } : null;
}

/** What the digits of a routing number are counted by (American Bankers Association). */
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/**
 * The nine digits of a bank's routing number, or null. Of eight it was a zero in front that was lost where the check digit says
 * so of all nine.
 */
export function readRouting(text: string): Read<string> | null {
  const bare = withoutDecimals(text).replace(/[\s-]/g, "");
  if (/^\d{9}$/.test(bare)) return whole(text, bare);
  if (!/^[1-9]\d{7}$/.test(bare)) return null;
  const padded = `0${bare}`;
  const sum = ROUTING_WEIGHTS.reduce((of, weight, place) => of + weight * Number(padded[place]), 0);
  return sum % 10 === 0 ? { value: padded, mended: LOST_ZERO } : null;
}

/** The last four digits of a card, or null; zeros in front can only have been lost, and "****4242" says the same. */
export function readLast4(text: string): Read<string> | null {
  const bare = withoutDecimals(text).replace(/^[*xX• -]+(?=\d{4}$)/, "");
  if (/^\d{4}$/.test(bare)) return whole(text, bare);
  return /^[1-9]\d{0,2}$/.test(bare) ? { value: bare.padStart(4, "0"), mended: LOST_ZERO } : null;
}

const ZERO_ZIP_STATES = new Set(["CT", "MA", "ME", "NH", "NJ", "RI", "VT"]);
const DOUBLE_ZERO_ZIP_STATES = new Set(["PR", "VI"]);

/**
 * A zip code as 12345 or 12345-6789, or null. Zeros in front are given back where the zip codes of the state (two letters)
 * begin with them, and nowhere else: 5970 in Montana is a zip code that lacks a digit.
 */
export function readZip(text: string, state: string): Read<string> | null {
  const bare = plainHyphens(withoutDecimals(text)).replace(/-$/, "");
  const shape = (digits: string) => digits.replace(/^(\d{5})-?(\d{4})$/, "$1-$2");
  if (/^\d{5}(?:-?\d{4})?$/.test(bare)) return whole(text, shape(bare));
  const lost = ZERO_ZIP_STATES.has(state) ? 1 : DOUBLE_ZERO_ZIP_STATES.has(state) ? 2 : 0;
  const [, five = "", four = ""] = /^(\d{3,4}?)(?:-?(\d{4}))?$/.exec(bare) ?? [];
  if (lost === 0 || five.length !== 5 - lost) return null;
  return { value: shape(five.padStart(5, "0") + four), mended: LOST_ZERO };
}

/** Territories, and the mail of the armed forces. */
const OTHER_STATES = new Set(["AA", "AE", "AP", "AS", "DC", "FM", "GU", "MH", "MP", "PR", "PW", "UM", "VI"]);

const STATE_BY_NAME = new Map(Object.entries(US_STATES).map(([code, name]) => [letters(name), code]));
const STATE_WITH_CODE = new Map(
  [...STATE_BY_NAME].flatMap(([name, code]) => [
    [code + name, code],
    [name + code, code],
  ]),
);
const FORMER_ABBREVIATIONS: Readonly<Record<string, string>> = {
  ALA: "AL",
  ARIZ: "AZ",
  ARK: "AR",
  CALIF: "CA",
  COLO: "CO",
  CONN: "CT",
  DEL: "DE",
  FLA: "FL",
  ILL: "IL",
  IND: "IN",
  KANS: "KS",
  MASS: "MA",
  MICH: "MI",
  MINN: "MN",
  MISS: "MS",
  MONT: "MT",
  NCAROLINA: "NC",
  NEBR: "NE",
  NEV: "NV",
  NMEX: "NM",
  NDAK: "ND",
  NDAKOTA: "ND",
  OKLA: "OK",
  ORE: "OR",
  PENN: "PA",
  PENNA: "PA",
  SCAROLINA: "SC",
  SDAK: "SD",
  SDAKOTA: "SD",
  TENN: "TN",
  TEX: "TX",
  WASH: "WA",
  WASHINGTONDC: "DC",
  WIS: "WI",
  WISC: "WI",
  WVA: "WV",
  WVIRGINIA: "WV",
  WYO: "WY",
};

/** The two letters of a state written as such ("MT", "N.Y."), by its name ("Montana", "Mont."), or both ("MT - Montana"), or null. */
export function readState(text: string): Read<string> | null {
  const bare = letters(text);
  if (bare in US_STATES || OTHER_STATES.has(bare)) return { value: bare };
  const both = STATE_WITH_CODE.get(bare);
  const code = both ?? STATE_BY_NAME.get(bare) ?? FORMER_ABBREVIATIONS[bare];
  return code === undefined ? null : { value: code, mended: "the state was written out" };
}

function letters(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, "");
}

/** Codes and signs of currencies other than the dollar of the United States, beside an amount. */
const OTHER_CURRENCY =
  /(?!\$)\p{Sc}|\b(?:EUR|GBP|CAD|AUD|NZD|MXN|CHF|JPY|CNY|INR|BRL|HKD|SGD|PHP)(?![a-z])|(?:CA?|AU?|NZ|HK|S|MX|R)\$/iu;

/** Whether an amount is said to be of another currency than dollars of the United States. */
export const isOtherCurrency = (text: string): boolean =>
  /\d/.test(text) && OTHER_CURRENCY.test(text.replace(/US\$/gi, "$"));

/** Zero as the accounting format of a spreadsheet shows it ("$ -"), and what a sum of zero leaves behind ("4.5E-13"). */
const isZero = (text: string): boolean =>
  /^(?:\$[-–—]|[-–—]\$)$/.test(text) ||
  (/^[-−]?\d(?:[.,]\d+)?E-\d+$/i.test(text) && Number(/\d+$/.exec(text)) > 5);

/**
 * Cents of an amount as other systems write it, or null: "$1,234.50", "1234.5", "USD 1,234.50", "-$20.00", "20.00-",
 * "(1,234.50)", and "1.234,50" where the column has the European format. Of a number that a spreadsheet has computed
 * (1234.5000000001) the noise is dropped; a third decimal that is none is refused.
 */
export function readMoney(text: string, format: NumberFormat = "us"): Read<number> | null {
  const together = text.replace(/[\s\u00A0\u202F']/g, "");
  if (isZero(together)) return { value: 0 };
  if (isOtherCurrency(text)) return null;
  const bare = together.replace(/USD|US\$|\$/gi, "");
  const [, open, minus = "", digits = "", after = "", close] =
    /^(\()?([-+−–]?)([\d.,]+)([-−]?)(\))?$/.exec(bare) ?? [];
  if (digits === "" || Boolean(open) !== Boolean(close)) return null;
  const plain = plainDecimal(digits, format);
  if (plain === null) return null;
  const exact = Number(plain) * 100;
  const cents = Math.round(exact);
  if (Math.abs(exact - cents) > 1e-4 || cents > MAX_AMOUNT_CENTS) return null;
  const isNegative = Boolean(open) || /[-−–]/.test(minus + after);
  return { value: isNegative && cents !== 0 ? -cents : cents };
}

function plainDecimal(digits: string, format: NumberFormat): string | null {
  const us = format === "us" ? digits : digits.replace(/[.,]/g, (mark) => (mark === "." ? "," : "."));
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?$/.test(us) || !/\d/.test(us)) return null;
  return us.replaceAll(",", "");
}

const isEuropean = (text: string): boolean => /\d(?:\.\d{3})*,\d{1,2}\D*$|\d(?:\.\d{3}){2}\D*$/.test(text);
const isAmerican = (text: string): boolean =>
  /\.(?:\d{1,2}|\d{4,})\D*$|\d,\d{3}(?:\D|$)|(?:^|\D)(?:0?|\d{4,})\.\d{3}\D*$/.test(text);

/** Whether an amount is thousands in one format and a part in the other: 2.000. */
export const isThousandOrPart = (text: string): boolean => /^[^\d.,]*[1-9]\d{0,2}\.\d{3}[^\d.,]*$/.test(text);

/** The format of a column's amounts: European where some can be nothing else and none contradicts it. */
export const guessNumberFormat = (texts: readonly string[]): NumberFormat =>
  texts.some(isEuropean) && !texts.some((text) => isAmerican(text) && !isEuropean(text)) ? "eu" : "us";

/** Whether no amount of a column can be of one format only. */
export const isNumberFormatUnclear = (texts: readonly string[]): boolean =>
  !texts.some((text) => isEuropean(text) || isAmerican(text));

/** How the rates of a column are written: 0.075, 7.5, or some so and some otherwise. */
export type RateFormat = "part" | "percent" | "mixed";

const RATE = /^(\d{1,3}(?:[.,]\d{1,10})?|[.,]\d{1,10}) ?(%)?$/;
const toNumber = (digits: string): number => Number(digits.replace(",", "."));

/** The format of a column's rates without a percent sign. */
export function guessRateFormat(texts: readonly string[]): RateFormat {
  const bare = texts.flatMap((text) => {
    const [, digits, percent] = RATE.exec(text) ?? [];
    return digits === undefined || percent !== undefined || toNumber(digits) === 0 ? [] : [toNumber(digits)];
  });
  const percents = bare.filter((number) => number >= 1).length;
  if (percents === 0) return "part";
  return percents === bare.length ? "percent" : "mixed";
}

/**
 * A rate as a part of one with at most four decimals, or null: 7.5%, 7,5 %, .075, and 7.5 in a column of percents. A number that has no sign
 * and does not fit its column is none, and so is all of it or more.
 */
export function readRate(text: string, format: RateFormat = "part"): Read<number> | null {
  const [, digits, percent] = RATE.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = toNumber(digits);
  if (!percent && number !== 0 && (format === "mixed" || (format === "percent") !== number >= 1)) return null;
  const part = Math.round(percent || format === "percent" ? number * 100 : number * 10_000) / 10_000;
  return part < 1 ? { value: part } : null;
}

/** What is paid back for one, with at most four decimals, or null: 1.25, 1,25, 125%. */
export function readFactor(text: string): Read<number> | null {
  const [, digits, percent] = RATE.exec(text) ?? [];
  if (digits === undefined) return null;
  const factor = Math.round(percent ? toNumber(digits) * 100 : toNumber(digits) * 10_000) / 10_000;
  return factor < 100 ? { value: factor } : null;
}

/**
 * Whether a spreadsheet has taken the zeros in front from a column of social security numbers: it has plain digits, some of
 * them one or two short, and none of nine that begins with a zero.
 */
export function hasLostSsnZeros(texts: readonly string[]): boolean {
  const plain = texts.map(withoutDecimals).filter((text) => /^\d{7,9}$/.test(text));
  const short = plain.filter((text) => text.length < 9).length;
  const nine = plain.filter((text) => text.length === 9);
  return short > 0 && nine.length > short && nine.every((text) => !text.startsWith("0"));
}

/** A whole number from 0, or null; "12.0" is 12. */
export function readInteger(text: string): Read<number> | null {
  const bare = withoutDecimals(text).replace(/^(\d{1,3})((?:,\d{3})+)$/, (all) => all.replaceAll(",", ""));
  return /^\d{1,9}$/.test(bare) ? { value: Number(bare) } : null;
}

const YES = new Set(["yes", "y", "true", "t", "1", "1.0", "x", "on", "active", "enabled"]);
const NO = new Set(["no", "n", "false", "f", "0", "0.0", "off", "-", "inactive", "disabled"]);

/** Yes or no as other systems write it, or null. */
export function readYesNo(text: string): Read<boolean> | null {
  const word = text.toLowerCase();
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : null;
}
