import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addDays,
  addMonths,
  formatNewYork,
  isCalendarDate,
  newYorkDate,
  newYorkMidnight,
  newYorkOffset,
} from "./new-york.ts";

const dates = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("the clock of New York", () => {
  test.each([
    ["2026-11-21T20:04:05Z", "2026-11-21 15:04:05", "21/11/2026 03:04:05 pm", "-05:00"],
    ["2026-07-04T04:30:00Z", "2026-07-04 00:30:00", "04/07/2026 12:30:00 am", "-04:00"],
    ["2026-07-04T16:00:00Z", "2026-07-04 12:00:00", "04/07/2026 12:00:00 pm", "-04:00"],
    ["2026-01-01T04:59:59Z", "2025-12-31 23:59:59", "31/12/2025 11:59:59 pm", "-05:00"],
    ["2026-11-01T05:30:00Z", "2026-11-01 01:30:00", "01/11/2026 01:30:00 am", "-04:00"],
    ["2026-11-01T06:30:00Z", "2026-11-01 01:30:00", "01/11/2026 01:30:00 am", "-05:00"],
    ["2026-03-08T07:00:00Z", "2026-03-08 03:00:00", "08/03/2026 03:00:00 am", "-04:00"],
  ])("at %s shows %s", (utc, dateTime, balance, offset) => {
    const at = new Date(utc);
    expect(formatNewYork(at, "dateTime")).toBe(dateTime);
    expect(formatNewYork(at, "balance")).toBe(balance);
    expect(newYorkOffset(at)).toBe(offset);
    expect(newYorkDate(at)).toBe(dateTime.slice(0, 10));
    expect(formatNewYork(at, "date")).toBe(dateTime.slice(0, 10));
  });

  test("names the day of each of two moments, however near they are to each other", () => {
    const moments = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2099-01-01"),
      noInvalidDate: true,
    });
    const apart = fc.integer({ min: -7_200_000, max: 7_200_000 });
    fc.assert(
      fc.property(moments, apart, (one, ms) => {
        for (const at of [one, new Date(one.getTime() + ms), one])
          expect(newYorkDate(at)).toBe(formatNewYork(at, "date"));
      }),
    );
  });

  test("and its offset name the moment they were made from", () => {
    const moments = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2099-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (at) => {
        at.setUTCMilliseconds(0);
        const text = `${formatNewYork(at, "dateTime").replace(" ", "T")}${newYorkOffset(at)}`;
        expect(new Date(text)).toEqual(at);
      }),
    );
  });

  test.each([
    ["2026-11-21T20:04:05Z", "2026-11-21T05:00:00Z"],
    ["2026-07-04T03:59:59Z", "2026-07-03T04:00:00Z"],
    ["2026-03-08T20:00:00Z", "2026-03-08T05:00:00Z"],
    ["2026-11-01T20:00:00Z", "2026-11-01T04:00:00Z"],
  ])("at %s has struck midnight at %s, also on the days it changes", (utc, midnight) => {
    expect(newYorkMidnight(new Date(utc))).toEqual(new Date(midnight));
  });

  test("strikes midnight on the same day, at or before the moment", () => {
    const moments = fc.date({
      min: new Date("2007-01-01"),
      max: new Date("2099-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (at) => {
        const midnight = newYorkMidnight(at);
        expect(formatNewYork(midnight, "dateTime")).toBe(`${newYorkDate(at)} 00:00:00`);
        expect(midnight.getTime()).toBeLessThanOrEqual(at.getTime());
      }),
    );
  });

  test("refuses a date that is none", () => {
    expect(() => newYorkDate(new Date("yesterday"))).toThrow(RangeError);
  });
});

describe("calendar dates", () => {
  test.each([
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "2026-4-1",
    "4/1/2026",
    "",
    "2026-04-01Z",
  ])("%j is none", (text) => {
    expect(isCalendarDate(text)).toBe(false);
    expect(() => addDays(text, 1)).toThrow(RangeError);
  });

  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2026-08-31", 6, "2027-02-28"],
    ["2026-11-21", 6, "2027-05-21"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-01-15", -1, "2025-12-15"],
    ["2026-12-31", 0, "2026-12-31"],
  ])("%s and %i months is %s", (date, months, result) => {
    expect(addMonths(date, months)).toBe(result);
  });

  test.each([
    ["2026-02-28", 1, "2026-03-01"],
    ["2024-02-28", 1, "2024-02-29"],
    ["2026-01-01", -1, "2025-12-31"],
    ["2026-03-07", 2, "2026-03-09"],
  ])("%s and %i days is %s", (date, days, result) => {
    expect(addDays(date, days)).toBe(result);
  });

  test("days added are taken back exactly", () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
  });

  test("months added land in the month meant, never in the one after", () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 240 }), (date, months) => {
        const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(index(addMonths(date, months))).toBe(index(date) + months);
      }),
    );
  });
});
