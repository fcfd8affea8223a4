import { expect, test } from "vitest";
import { type Day, dayAt, dayWeekday, isoDay } from "../days.ts";
import { bankDaysAfter, isBankDay } from "./bank-days.ts";

const toDay = (iso: string): Day => dayAt(new Date(`${iso}T17:00:00Z`));

test.each([
  [2026, "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25"],
  [2027, "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25"],
])(
  "in %i the banks are closed on the holidays of the Federal Reserve, and on no other weekday",
  (year, days) => {
    const weekdays = Array.from({ length: 365 }, (_, index) => toDay(`${year}-01-01`) + index).filter(
      (day) => dayWeekday(day) % 6 !== 0,
    );
    const closed = weekdays.filter((day) => !isBankDay(day)).map((day) => isoDay(day).slice(5));
    expect(closed.join(" ")).toBe(days);
  },
);

test("no weekend is a bank day", () => {
  expect(["2026-03-07", "2026-03-08"].map((iso) => isBankDay(toDay(iso)))).toEqual([false, false]);
});

test.each([
  ["2026-03-03", 1, "2026-03-04"],
  ["2026-03-06", 1, "2026-03-09"],
  ["2026-03-07", 2, "2026-03-10"],
  ["2026-11-25", 1, "2026-11-27"],
  ["2026-12-24", 1, "2026-12-28"],
])("from %s on, bank day %i is %s", (from, count, day) => {
  expect(isoDay(bankDaysAfter(toDay(from), count))).toBe(day);
});
