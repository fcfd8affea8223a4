import { addDays, addMonths, dayNumber } from "../new-york.ts";

/** How long ago the oldest unpaid instalment of a customer was due, in days; the last one has no end. */
export const PAST_DUE_BUCKETS = [
  { key: "1-7", label: "1–7", from: 1, to: 7 },
  { key: "8-30", label: "8–30", from: 8, to: 30 },
  { key: "31-60", label: "31–60", from: 31, to: 60 },
  { key: "61-90", label: "61–90", from: 61, to: 90 },
  { key: "90+", label: "90+", from: 91, to: null },
] as const;
export type PastDueBucket = (typeof PAST_DUE_BUCKETS)[number];
export type PastDueKey = PastDueBucket["key"];
export const PAST_DUE_KEYS = PAST_DUE_BUCKETS.map(({ key }) => key) as [PastDueKey, ...PastDueKey[]];

/** The bucket of so many days past due; null where nothing is. */
export const pastDueBucket = (days: number): PastDueKey | null =>
  PAST_DUE_BUCKETS.findLast(({ from }) => days >= from)?.key ?? null;

/** What a week of the book is told by. */
export const WEEK_PARTS = ["advanced", "paid", "returned"] as const;
export type WeekPart = (typeof WEEK_PARTS)[number];

export const WEEK_PART_LABELS: Readonly<Record<WeekPart, string>> = {
  advanced: "Funded",
  paid: "Collected",
  returned: "Returned",
};

/** So many weeks are shown, the last one the week that runs. */
const OVERVIEW_WEEKS = 26;

/** The Monday of the week of a day (YYYY-MM-DD). */
const toMonday = (day: string): string => addDays(day, -((dayNumber(day) + 3) % 7));

/** The Mondays of the weeks shown on `today`, the oldest first. */
export const overviewWeeks = (today: string): string[] =>
  Array.from({ length: OVERVIEW_WEEKS }, (_, index) =>
    addDays(toMonday(today), 7 * (index - OVERVIEW_WEEKS + 1)),
  );

/** Instalments of so many days are looked at for a roll rate. */
export const ROLL_DAYS = 91;

/** From one bucket into the next: what of instalments was unpaid so many days after they were due, of what was before. */
export const ROLL_STEPS = [
  { key: "due-1", label: "Due to 1–7", into: "1–7", before: null, after: 0 },
  { key: "1-8", label: "1–7 to 8–30", into: "8–30", before: 0, after: 7 },
  { key: "8-31", label: "8–30 to 31–60", into: "31–60", before: 7, after: 30 },
  { key: "31-61", label: "31–60 to 61–90", into: "61–90", before: 30, after: 60 },
  { key: "61-91", label: "61–90 to 90+", into: "90+", before: 60, after: 90 },
] as const;
export type RollStep = (typeof ROLL_STEPS)[number];
export type RollKey = RollStep["key"];
export const ROLL_KEYS = ROLL_STEPS.map(({ key }) => key) as [RollKey, ...RollKey[]];

/** The days on which the instalments were due that a step looks at: the latest whose outcome is known. */
export function rollDays({ after }: RollStep, today: string): { from: string; to: string } {
  const to = addDays(today, -after - 1);
  return { from: addDays(to, 1 - ROLL_DAYS), to };
}

/** Advances paid out in so many months are shown, the last one the month that runs. */
const VINTAGE_MONTHS = 12;

/** The months of a vintage chart on `today`, each by its first day, the oldest first. */
export const vintageMonths = (today: string): string[] => {
  const first = `${today.slice(0, 7)}-01`;
  return Array.from({ length: VINTAGE_MONTHS }, (_, index) => addMonths(first, index - VINTAGE_MONTHS + 1));
};

/** How many months lie between two months, each by any of its days. */
export const monthsBetween = (from: string, to: string): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));

/** So many rows behind a figure come at once. */
export const PORTFOLIO_PAGE = 50;
