import { INVALID_DATE, isCalendarDate } from "../new-york.ts";

/** How many processor transactions a page of the customer's section has. */
export const PROCESSOR_TRANSACTIONS_PAGE_SIZE = 10;

/** How many the page of all customers has. */
export const PROCESSOR_SEARCH_PAGE_SIZE = 50;

/** The payment processors by the name they are kept under, with what they are called on the screen. */
const PROCESSOR_NAMES: Readonly<Record<string, string>> = { payliance: "Payliance", tabapay: "TabaPay" };

export const PROCESSORS: readonly string[] = Object.keys(PROCESSOR_NAMES);

/** What a processor is called on the screen; another one is shown as it is kept. */
export const processorName = (provider: string): string => PROCESSOR_NAMES[provider] ?? provider;

/** Why nothing can lie between two days (YYYY-MM-DD), or null. */
export function whyNotBetween(from: string | null, to: string | null): string | null {
  if (!isDayOrNull(from) || !isDayOrNull(to)) return INVALID_DATE;
  return from !== null && to !== null && from > to ? "The first day is after the last one." : null;
}

/** Whether a day that may be left out is none, or one of the calendar (YYYY-MM-DD). */
export const isDayOrNull = (day: string | null): boolean => day === null || isCalendarDate(day);
