import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bankingDaysAfter, bankingDaysBefore, isBankingDay } from "../banking-days.ts";
import { addDays, dayNumber, newYorkDate } from "../new-york.ts";
import {
  CLOCK_KINDS,
  type ClockKind,
  deadlineDay,
  REMINDER_BANKING_DAYS,
  REMINDER_CALENDAR_DAYS,
  remindersUntil,
} from "./rules.ts";

describe("the last day of a clock", () => {
  it.each<[string, ClockKind, string, string]>([
    ["six banking days over Thanksgiving", "CORRECTION", "2026-11-20", "2026-12-01"],
    ["six banking days over the end of summer time", "CORRECTION", "2026-10-30", "2026-11-09"],
    ["six banking days over the beginning of summer time", "CORRECTION", "2026-03-06", "2026-03-16"],
    ["six banking days over a holiday kept on the Monday", "CORRECTION", "2027-06-30", "2027-07-09"],
    ["180 days over both changes of the clock", "REPRESENTMENT", "2026-02-01", "2026-07-31"],
    ["60 days and the banking day after, a Monday", "UNAUTHORIZED_RETURN", "2026-10-14", "2026-12-14"],
    ["60 days and the banking day after Christmas", "UNAUTHORIZED_RETURN", "2026-10-25", "2026-12-28"],
    ["30 days, also where that is a Sunday", "ADVERSE_ACTION", "2026-11-20", "2026-12-20"],
    ["30 days in February of a leap year", "ADVERSE_ACTION", "2028-02-10", "2028-03-11"],
    ["30 days of a chargeback", "DISPUTE", "2026-11-20", "2026-12-20"],
    ["20 days from the payoff", "LIEN_TERMINATION", "2026-12-20", "2027-01-09"],
    ["a day of its own", "LIEN_CONTINUATION", "2026-11-26", "2026-11-26"],
    ["an offer's", "OFFER", "2026-11-28", "2026-11-28"],
    ["a consent's", "CONSENT", "2026-11-30", "2026-11-30"],
    ["an adjustment's", "PREFERENCE", "2026-12-25", "2026-12-25"],
    ["an instalment's", "CARD", "2026-12-04", "2026-12-04"],
  ])("%s", (_what, kind, from, on) => {
    expect(deadlineDay(kind, from)).toBe(on);
  });

  it("comes no earlier for a later start, whatever the clock", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CLOCK_KINDS), fc.nat(3650), fc.nat(30), (kind, start, later) => {
        const from = addDays("2024-01-01", start);
        expect(deadlineDay(kind, addDays(from, later)) >= deadlineDay(kind, from)).toBe(true);
      }),
    );
  });
});

describe("banking days before a day", () => {
  it("leave out weekends and holidays", () => {
    expect(bankingDaysBefore("2026-11-30", 3)).toBe("2026-11-24");
    expect(bankingDaysBefore("2026-11-29", 1)).toBe("2026-11-27");
  });

  it("are as many as lead back to it, and within the days that reminders are looked for", () => {
    fc.assert(
      fc.property(fc.nat(3650), (start) => {
        const day = addDays("2024-01-01", start);
        const before = bankingDaysBefore(day, REMINDER_BANKING_DAYS[0]);
        expect(dayNumber(day) - dayNumber(before)).toBeLessThanOrEqual(REMINDER_CALENDAR_DAYS);
        const after = bankingDaysAfter(before, REMINDER_BANKING_DAYS[0]);
        expect(isBankingDay(day) ? after : day).toBe(day);
      }),
    );
  });
});

describe("a reminder", () => {
  const at = (moment: string) => {
    const reminders = remindersUntil("2026-11-30", new Date(moment));
    return reminders && [newYorkDate(reminders.since), newYorkDate(reminders.latest)];
  };

  it("comes three banking days before at midnight in New York, and not before", () => {
    expect(at("2026-11-24T04:59:59Z")).toBeNull();
    expect(at("2026-11-24T05:00:00Z")).toEqual(["2026-11-24", "2026-11-24"]);
  });

  it("comes again one banking day before, and stays after the day has passed", () => {
    expect(at("2026-11-27T04:59:59Z")).toEqual(["2026-11-24", "2026-11-24"]);
    expect(at("2026-11-27T05:00:00Z")).toEqual(["2026-11-24", "2026-11-27"]);
    expect(at("2026-12-05T12:00:00Z")).toEqual(["2026-11-24", "2026-11-27"]);
  });

  it("comes at the midnight of summer time where that is kept", () => {
    const { since } = remindersUntil("2026-07-31", new Date("2026-07-31T12:00:00Z")) ?? {};
    expect(since).toEqual(new Date("2026-07-28T04:00:00Z"));
  });
});
