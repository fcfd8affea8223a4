import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  achSentence,
  achTimes,
  bankingDayOnOrAfter,
  bankingDaysAfter,
  federalReserveHolidays,
  isBankingDay,
  takenOnInstead,
} from "./banking-days.ts";
import { addDays, newYorkDate } from "./new-york.ts";

/** As the Federal Reserve Banks publish them; those on a Saturday are not kept. */
const PUBLISHED: Record<number, string[]> = {
  2025: ["01-01", "01-20", "02-17", "05-26", "06-19", "07-04", "09-01", "10-13", "11-11", "11-27", "12-25"],
  2026: ["01-01", "01-19", "02-16", "05-25", "06-19", "09-07", "10-12", "11-11", "11-26", "12-25"],
  2027: ["01-01", "01-18", "02-15", "05-31", "07-05", "09-06", "10-11", "11-11", "11-25"],
  2028: ["01-17", "02-21", "05-29", "06-19", "07-04", "09-04", "10-09", "11-23", "12-25"],
  2029: ["01-01", "01-15", "02-19", "05-28", "06-19", "07-04", "09-03", "10-08", "11-12", "11-22", "12-25"],
  2030: ["01-01", "01-21", "02-18", "05-27", "06-19", "07-04", "09-02", "10-14", "11-11", "11-28", "12-25"],
};

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

describe("the calendar of the Federal Reserve", () => {
  test.each(Object.entries(PUBLISHED))("has the holidays of %s as they are published", (year, days) => {
    const onWeekdays = federalReserveHolidays(Number(year)).filter((day) => weekday(day) % 6 !== 0);
    expect(onWeekdays.map((day) => day.slice(5))).toEqual(days);
  });

  it("is open on four or five days of every week, for ten years", () => {
    for (let monday = "2026-01-05"; monday < "2036-12-29"; monday = addDays(monday, 7)) {
      const open = [0, 1, 2, 3, 4].filter((n) => isBankingDay(addDays(monday, n))).length;
      expect([3, 4, 5]).toContain(open);
      expect([5, 6].some((n) => isBankingDay(addDays(monday, n)))).toBe(false);
    }
  });

  it("counts banking days over weekends and holidays", () => {
    expect(bankingDayOnOrAfter("2026-11-26")).toBe("2026-11-27");
    expect(bankingDaysAfter("2026-11-25", 1)).toBe("2026-11-27");
    expect(bankingDaysAfter("2026-11-20", 6)).toBe("2026-12-01");
    expect(bankingDayOnOrAfter("2026-12-31")).toBe("2026-12-31");
    expect(bankingDayOnOrAfter("2027-07-03")).toBe("2027-07-06");
    expect([takenOnInstead("2026-11-21"), takenOnInstead("2026-11-23")]).toEqual(["2026-11-23", null]);
  });
});

describe("a bank transfer", () => {
  test.each([
    ["before the cut-off of a banking day", "2026-11-24T22:59:59Z", "2026-11-24", "2026-11-27"],
    ["after it", "2026-11-24T23:00:00Z", "2026-11-25", "2026-11-30"],
    ["before a holiday", "2026-11-25T15:00:00Z", "2026-11-25", "2026-11-30"],
    ["on a Saturday", "2026-11-21T15:00:00Z", "2026-11-23", "2026-11-25"],
    ["on the Sunday on which summer time ends", "2026-11-01T15:00:00Z", "2026-11-02", "2026-11-04"],
    ["in summer, after the cut-off", "2026-07-01T22:00:00Z", "2026-07-02", "2026-07-06"],
  ])("that is sent %s goes out and settles on banking days", (_when, at, sentOn, settlesOn) => {
    expect(achTimes(new Date(at))).toMatchObject({ sentOn, settlesOn });
  });

  it("never settles before it goes out, nor goes out before it is sent, whenever that is", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2026-01-01"), max: new Date("2036-12-01"), noInvalidDate: true }),
        (at) => {
          const { sentOn, settlesOn, cutOff } = achTimes(at);
          expect(isBankingDay(sentOn) && isBankingDay(settlesOn)).toBe(true);
          expect(sentOn >= newYorkDate(at) && settlesOn > sentOn && cutOff > at).toBe(true);
        },
      ),
    );
  });

  it("says so in one sentence", () => {
    expect(achSentence(new Date("2026-11-25T15:00:00Z"))).toBe(
      "Goes out on 2026-11-25 if sent before 6:00 PM ET that day; expected to settle on 2026-11-30.",
    );
  });
});
