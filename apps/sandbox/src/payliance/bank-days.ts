import { type Day, dayWeekday, isoDay } from "../days.ts";

const MONDAY = 1;
const THURSDAY = 4;
const SUNDAY = 0;
const SATURDAY = 6;

/** Holidays of the Federal Reserve on a fixed date, as MM-DD; on a Sunday they are kept on the Monday after. */
const FIXED = new Set(["01-01", "06-19", "07-04", "11-11", "12-25"]);

/** Holidays on a weekday of a month: its first to fourth, or its last. */
const FLOATING: readonly { month: number; weekday: number; which: number | "last" }[] = [
  { month: 1, weekday: MONDAY, which: 3 },
  { month: 2, weekday: MONDAY, which: 3 },
  { month: 5, weekday: MONDAY, which: "last" },
  { month: 9, weekday: MONDAY, which: 1 },
  { month: 10, weekday: MONDAY, which: 2 },
  { month: 11, weekday: THURSDAY, which: 4 },
];

/** Whether the Federal Reserve settles payments on this day. */
export function isBankDay(day: Day): boolean {
  const weekday = dayWeekday(day);
  if (weekday === SATURDAY || weekday === SUNDAY || isFixedHoliday(day)) return false;
  return !(weekday === MONDAY && isFixedHoliday(day - 1)) && !isFloatingHoliday(day);
}

/** The bank day that is `count` bank days after `day`. */
export function bankDaysAfter(day: Day, count: number): Day {
  let reached = day;
  for (let left = count; left > 0; left--) {
    reached += 1;
    while (!isBankDay(reached)) reached += 1;
  }
  return reached;
}

function isFixedHoliday(day: Day): boolean {
  return FIXED.has(isoDay(day).slice(5));
}

function isFloatingHoliday(day: Day): boolean {
  const month = dayMonth(day);
  const which = Math.ceil(Number(isoDay(day).slice(8)) / 7);
  const isLast = dayMonth(day + 7) !== month;
  return FLOATING.some(
    (holiday) =>
      holiday.month === month &&
      holiday.weekday === dayWeekday(day) &&
      (holiday.which === "last" ? isLast : holiday.which === which),
  );
}

function dayMonth(day: Day): number {
  return Number(isoDay(day).slice(5, 7));
}
