import { addDays, addMonths, isCalendarDate } from "../new-york.ts";

/** Which customers are counted, by kind of deal (specification 2, section 2). */
export const DEAL_TYPES = ["New", "Renewal", "All"] as const;

/** Which customers are counted, by how they came to us (specification 2, section 2). */
export const CHANNELS = ["All", "Organic", "Partner"] as const;
export type Channel = (typeof CHANNELS)[number];

/** The first choice of partners (specification 2, section 2). */
export const ALL_PARTNERS = { value: "all", label: "All Partners" } as const;

/** Of which days phases are counted (specification 2, sections 2 and 4). */
export const FUNNEL_PERIODS = ["Current Month", "Last Month", "Last Quarter", "Custom"] as const;
export type FunnelPeriod = (typeof FUNNEL_PERIODS)[number];

/** Rows of one page (specification 2, section 9). */
export const FUNNEL_PAGE_SIZE = 30;

/** What became of the customers who reached a phase; count is all of them. */
export const FUNNEL_OUTCOMES = ["count", "movedOn", "rejected", "dropOff", "stillOpen"] as const;
export type FunnelOutcome = (typeof FUNNEL_OUTCOMES)[number];

export const FUNNEL_OUTCOME_WORDS: Readonly<Record<FunnelOutcome, string>> = {
  count: "Reached",
  movedOn: "Moved on",
  rejected: "Rejected",
  dropOff: "Dropped off",
  stillOpen: "Still open",
};

/** Customers of one page behind a number. */
export const FUNNEL_USERS_PAGE = 50;

/** The phase that converts. */
export const FUNDED_EVENT = 220;

/** The step, none of the phases, that ends the way of a customer who is declined. */
export const DECLINED_STEP = "Declined";

/** After so many days without a further phase a customer has dropped off. */
export const DROP_OFF_DAYS = 14;

/** The name an exported report is kept under: our own, the specification has none. */
export const FUNNEL_FILE_NAME = "funnel-report.csv";

export const FUNNEL_TEXTS = {
  run: "Go Filter",
  inclusiveDate: "Inclusive Date",
  selectStart: "Select Start Date",
  selectEnd: "Select End Date",
  export: "Export CSV",
} as const;

/** Why days (YYYY-MM-DD) are no range, or null: the start is before the end (specification 2, section 5). */
export function whyNotFunnelDays(startDate: string, endDate: string): string | null {
  if (!isCalendarDate(startDate)) return FUNNEL_TEXTS.selectStart;
  if (!isCalendarDate(endDate)) return FUNNEL_TEXTS.selectEnd;
  return startDate < endDate ? null : "The start date must be before the end date.";
}

/**
 * The first and the last day (YYYY-MM-DD) of a period when it is `today` in New York; both empty for Custom, whose days
 * are chosen (specification 2, section 4).
 */
export function daysOfFunnelPeriod(
  period: FunnelPeriod,
  today: string,
): { startDate: string; endDate: string } {
  const month = `${today.slice(0, 8)}01`;
  if (period === "Current Month") return { startDate: month, endDate: today };
  if (period === "Last Month") return { startDate: addMonths(month, -1), endDate: addDays(month, -1) };
  if (period === "Custom") return { startDate: "", endDate: "" };
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3));
  return { startDate: addMonths(quarter, -3), endDate: addDays(quarter, -1) };
}
