import { addDays, isCalendarDate } from "../new-york.ts";
import type { Read } from "./values.ts";

/** Whether 4/7/20 is the seventh of April or the fourth of July. */
export type DateOrder = "mdy" | "dmy";

/** Day 60 of Excel, 1900-02-29, never was: what follows is one day less than it counts. */
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
/** 1910-01-01 to 2099-12-31: a smaller number is more likely a year or a count. */
const FIRST_SERIAL = 3_654;
const LAST_SERIAL = 73_050;

/** From the first day that Excel counts to that of old Macs. */
const DAYS_TO_1904 = 1_462;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * The day, as YYYY-MM-DD, of a date as other systems write it, or null: 2020-04-07 (with a time or without), 4/7/2020,
 * 4/7/20, 4-7-2020, 4.7.2020, 20200407, Apr 7, 1985, 7-Apr-85, and the number that Excel keeps a date as (44197; on old Macs it
 * counts from 1904). Of two
 * digits for the year it is the last such year up to `latestYear`.
 */
export function readDate(
  text: string,
  {
    latestYear,
    order = "mdy",
    daysFrom1904 = false,
  }: { latestYear: number; order?: DateOrder; daysFrom1904?: boolean },
): Read<string> | null {
  const serial = /^(\d{4,5})(?:\.\d+)?$/.exec(text)?.[1];
  if (serial !== undefined) return ofSerial(Number(serial) + (daysFrom1904 ? DAYS_TO_1904 : 0));
  const bare = text
    .replace(/[T ]\d{1,2}:\d{2}.*$/i, "")
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i, "");
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(bare);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const [, one, two, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(bare) ?? [];
  if (year !== undefined) {
    const [month, dayOfMonth] = order === "mdy" ? [one, two] : [two, one];
    return dayOf(fullYear(year, latestYear), month, dayOfMonth);
  }
  return ofWords(bare, latestYear);
}

/** Whether a date is a number without marks, as Excel and SAS store days; 20200407 is none. */
export const isBareNumber = (text: string): boolean => /^\d{4,5}(?:\.\d+)?$/.test(text);

const FIRST_DAY = "1950-01-01";
const FIRST_BIRTH = "1900-01-01";
/** SAS counts from 1960: its numbers of days from 2010 to 2039, read as Excel's, are days from 1950 to 1979. */
const FIRST_DAY_OF_NUMBERS = "1980-01-01";
const MOST_YEARS_AHEAD = 50;

/** Why a day (YYYY-MM-DD) can not be meant, or null. `isNumber` where the file has a bare number for it. */
export function whyNotDay(
  date: string,
  { today, isBirth, isNumber }: { today?: string; isBirth: boolean; isNumber: boolean },
): string | null {
  if (isBirth)
    return date < FIRST_BIRTH || (today !== undefined && date > today)
      ? "nobody can be born on this day"
      : null;
  if (isNumber && date < FIRST_DAY_OF_NUMBERS)
    return `a bare number, counted as Excel counts days, is ${date} here. Write the date, like 2020-04-07`;
  if (date < FIRST_DAY) return "the day is before 1950";
  const latest =
    today === undefined ? LATEST_DAY : `${Number(today.slice(0, 4)) + MOST_YEARS_AHEAD}${today.slice(4)}`;
  return date.slice(0, latest.length) > latest
    ? `the day is more than ${MOST_YEARS_AHEAD} years ahead`
    : null;
}

function ofSerial(serial: number): Read<string> | null {
  if (serial < FIRST_SERIAL || serial > LAST_SERIAL) return null;
  const value = new Date(SERIAL_EPOCH + serial * DAY_MS).toISOString().slice(0, 10);
  return { value, mended: "a date had been made a number" };
}

/** "Apr 7, 1985", "7 April 1985" and "7-Apr-85". */
function ofWords(text: string, latestYear: number): Read<string> | null {
  const american = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d{2})$/i.exec(text);
  const british = /^(\d{1,2})(?:st|nd|rd|th)?[- ]?([a-z]{3,9})\.?[-, ]? ?(\d{4}|\d{2})$/i.exec(text);
  const [name, dayOfMonth, year] = american
    ? [american[1], american[2], american[3]]
    : [british?.[2], british?.[1], british?.[3]];
  const month = MONTHS.indexOf((name ?? "").slice(0, 3).toLowerCase()) + 1;
  if (month === 0 || year === undefined) return null;
  return dayOf(fullYear(year, latestYear), String(month), dayOfMonth);
}

/** A year beyond these is a slip, or stands for no date, as 9999-12-31 does. */
const FIRST_YEAR = "1800";
const LAST_YEAR = "2199";
const LATEST_DAY = `${LAST_YEAR}-12-31`;

function dayOf(year = "", month = "", dayOfMonth = ""): Read<string> | null {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const date = `${year}-${month.padStart(2, "0")}-${dayOfMonth.padStart(2, "0")}`;
  return isCalendarDate(date) ? { value: date } : null;
}

function fullYear(year: string, latestYear: number): string {
  if (year.length === 4) return year;
  const sameCentury = latestYear - (latestYear % 100) + Number(year);
  return String(sameCentury <= latestYear ? sameCentury : sameCentury - 100);
}

export const DATE_ORDER_WORDS: Readonly<Record<DateOrder, string>> = { mdy: "month first", dmy: "day first" };

export const otherDateOrder = (order: DateOrder): DateOrder => (order === "mdy" ? "dmy" : "mdy");

/**
 * The order of a column's dates: day first where some can be nothing else and none contradicts it. `disagree` where some can
 * only be the one and some only the other: what could be either may be read wrongly then.
 */
export function guessDateOrder(texts: readonly string[]): { order: DateOrder; disagree: boolean } {
  const firstTwo = texts.flatMap((text) => {
    const [, one, two] = /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}\b/.exec(text.trim()) ?? [];
    return one && two ? [[Number(one), Number(two)] as const] : [];
  });
  const hasDayFirst = firstTwo.some(([one, two]) => one > 12 && two <= 12);
  const hasMonthFirst = firstTwo.some(([one, two]) => one <= 12 && two > 12);
  return {
    order: hasDayFirst && !hasMonthFirst ? "dmy" : "mdy",
    disagree: hasDayFirst && hasMonthFirst,
  };
}

/** What whoever imports is told of dates that disagree. */
export const datesDisagree = (order: DateOrder): string =>
  `Some dates can only be month first and some only day first: what can be either is read ${DATE_ORDER_WORDS[order]}, what can not is left out.`;

/**
 * MMYY of "08/27", "8/2027", "0827", "2027-08" and the first or last day of a month. Any other day is what a spreadsheet makes of 08/27:
 * the 27th of August of the year in which it was typed.
 */
export function readExpiry(text: string): Read<string> | null {
  const [, iso = "", isoMonth = "", day = ""] = /^20(\d{2})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  if (day !== "" && !isEdgeOfMonth(text)) return null;
  const [, first = "", second = ""] =
    /^(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})$/.exec(text) ?? /^(\d{1,2})(\d{2})$/.exec(text) ?? [];
  const [month, year] = iso ? [isoMonth, iso] : [first.padStart(2, "0"), second];
  return year && Number(month) >= 1 && Number(month) <= 12 ? { value: month + year } : null;
}

const isEdgeOfMonth = (date: string): boolean =>
  isCalendarDate(date) && (date.endsWith("-01") || addDays(date, 1).endsWith("-01"));
