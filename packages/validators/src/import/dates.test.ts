import { describe, expect, test } from "vitest";
import { guessDateOrder, readDate, whyNotDay } from "./dates.ts";

const valueIn = (read: { value: unknown } | null): unknown => read?.value ?? null;

describe("a date", () => {
  const birth = { latestYear: 2020 };
  test.each([
    ["2020-04-07", "2020-04-07"],
    ["2020-04-07T15:00:00Z", "2020-04-07"],
    ["4/7/2020 3:15 PM", "2020-04-07"],
    ["4/7/20", "2020-04-07"],
    ["04-07-2020", "2020-04-07"],
    ["4.7.2020", "2020-04-07"],
    ["2020/4/7", "2020-04-07"],
    ["20200407", "2020-04-07"],
    ["Apr 7, 1985", "1985-04-07"],
    ["April 7 1985", "1985-04-07"],
    ["7-Apr-85", "1985-04-07"],
    ["7 April 1985", "1985-04-07"],
    ["07APR1985", "1985-04-07"],
    ["Tue, Apr 7, 2020", "2020-04-07"],
    ["44197", "2021-01-01"],
    ["31144", "1985-04-07"],
    ["44197.5", "2021-01-01"],
    ["4/7/45", "1945-04-07"],
  ])("%s is %s", (text, day) => {
    expect(valueIn(readDate(text, birth))).toBe(day);
  });

  test.each([
    "",
    "13/45/1980",
    "9999-12-31",
    "0202-04-07",
    "2020-02-30",
    "soon",
    "1985",
    "99999",
    "Foo 7, 1985",
    "4/7",
    "4/7/985",
  ])("%j is none", (text) => {
    expect(readDate(text, birth)).toBeNull();
  });

  test("may have the day first, where the column says so", () => {
    expect(valueIn(readDate("7/4/2020", { latestYear: 2049, order: "dmy" }))).toBe("2020-04-07");
    expect(guessDateOrder(["7/4/2020", "25/4/2020"])).toEqual({ order: "dmy", disagree: false });
    expect(guessDateOrder(["7/4/2020", "4/25/2020"])).toEqual({ order: "mdy", disagree: false });
    expect(guessDateOrder(["7/4/2020"])).toEqual({ order: "mdy", disagree: false });
  });

  test("disagree where one can only be day first and another only month first", () => {
    expect(guessDateOrder(["25/4/2020", "4/25/2020"])).toEqual({ order: "mdy", disagree: true });
  });

  test("that was made a number is said to be mended", () => {
    expect(readDate("44197", birth)?.mended).toBe("a date had been made a number");
    expect(readDate("2020-04-07", birth)?.mended).toBeUndefined();
  });
});

test.each([
  ["1950-01-01", { isBirth: false, isNumber: false }, true],
  ["1949-12-31", { isBirth: false, isNumber: false }, false],
  ["2076-11-30", { isBirth: false, isNumber: false }, true],
  ["2076-12-01", { isBirth: false, isNumber: false }, false],
  ["1979-12-31", { isBirth: false, isNumber: true }, false],
  ["1980-01-01", { isBirth: false, isNumber: true }, true],
  ["1931-05-01", { isBirth: true, isNumber: true }, true],
  ["1899-12-31", { isBirth: true, isNumber: false }, false],
  ["2026-12-01", { isBirth: true, isNumber: false }, false],
])("%s with %j can be meant on 2026-11-30: %s", (date, how, isMeant) => {
  expect(whyNotDay(date, { ...how, today: "2026-11-30" }) === null).toBe(isMeant);
});
