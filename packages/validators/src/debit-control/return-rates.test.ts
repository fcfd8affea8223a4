import { describe, expect, it } from "vitest";
import {
  type CountsOfDay,
  countReturns,
  forecastRates,
  NO_RETURNS,
  type ReturnCounts,
  rateStanding,
  ratesByDay,
  rateWarnings,
  sumCounts,
  toRates,
} from "./return-rates.ts";

const counts = (
  entries: number,
  unauthorised: number,
  administrative: number,
  overall: number,
): ReturnCounts => ({
  entries,
  unauthorised,
  administrative,
  overall,
});

describe("the return rates", () => {
  it("count each return overall, and by its code as unauthorized or administrative beside it", () => {
    const returned = sumCounts([
      countReturns("R01", 5),
      countReturns("R10", 2),
      countReturns("R02", 3),
      countReturns("R99", 1),
    ]);
    expect(returned).toEqual(counts(0, 2, 3, 11));
  });

  it("are of the debits that went out, in percent, and none where none did", () => {
    expect(toRates(counts(400, 2, 12, 60))).toEqual({ unauthorised: 0.5, administrative: 3, overall: 15 });
    expect(toRates(NO_RETURNS)).toEqual({ unauthorised: 0, administrative: 0, overall: 0 });
  });

  it.each([
    ["unauthorised", 0.39, "well"],
    ["unauthorised", 0.4, "near"],
    ["unauthorised", 0.5, "near"],
    ["unauthorised", 0.51, "over"],
    ["administrative", 2.4, "near"],
    ["overall", 11.9, "well"],
    ["overall", 15.01, "over"],
  ] as const)("of %s at %f %% are %s", (bucket, rate, standing) => {
    expect(rateStanding(bucket, rate)).toBe(standing);
  });

  it("say what is over a limit before what is near one", () => {
    expect(rateWarnings({ unauthorised: 0.42, administrative: 3.5, overall: 5 })).toEqual([
      "Administrative returns are over the limit of 3 %: 3.50 %.",
      "Unauthorized returns are near the limit of 0.5 %: 0.42 %.",
    ]);
    expect(rateWarnings({ unauthorised: 0, administrative: 0, overall: 0 })).toEqual([]);
  });

  it("of a day are those of the sixty days that end with it", () => {
    const days: CountsOfDay[] = [
      { day: "2026-09-25", ...counts(100, 1, 0, 1) },
      { day: "2026-11-23", ...counts(100, 0, 0, 0) },
    ];
    const line = ratesByDay(days, "2026-11-24");
    expect(line).toHaveLength(30);
    expect(line.at(-1)).toEqual({ day: "2026-11-24", unauthorised: 0, administrative: 0, overall: 0 });
    expect(line.at(-2)).toEqual({ day: "2026-11-23", unauthorised: 0.5, administrative: 0, overall: 0.5 });
    expect(line.at(-3)?.unauthorised).toBe(1);
  });
});

describe("the forecast of a run", () => {
  const BOOK = counts(1_000, 2, 10, 50);

  it("worked by hand: forty customers whose one debit came back as unauthorized", () => {
    // Each: (1 + 4 × 0.2 %) / (1 + 4) = 0.2016; forty of them 8.064; (2 + 8.064) / 1,040 = 0.96769 %.
    const rates = forecastRates(
      BOOK,
      Array.from({ length: 40 }, () => counts(1, 1, 0, 1)),
    );
    expect(rates.unauthorised).toBeCloseTo(0.967_69, 5);
    // Overall: (1 + 4 × 5 %) / 5 = 0.24; 9.6; 59.6 / 1,040 = 5.73077 %.
    expect(rates.overall).toBeCloseTo(5.730_77, 5);
  });

  it("leaves the rates as they are where nobody of it was debited before", () => {
    const rates = forecastRates(
      BOOK,
      Array.from({ length: 40 }, () => NO_RETURNS),
    );
    expect(rates).toEqual({
      unauthorised: expect.closeTo(0.2, 9),
      administrative: expect.closeTo(1, 9),
      overall: expect.closeTo(5, 9),
    });
  });

  it("of a book without debits counts what customers did alone", () => {
    expect(forecastRates(NO_RETURNS, [counts(1, 0, 0, 1)]).overall).toBeCloseTo(20, 9);
    expect(forecastRates(NO_RETURNS, []).overall).toBe(0);
  });
});
