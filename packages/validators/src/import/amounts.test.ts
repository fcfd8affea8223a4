import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsToInput } from "../money.ts";
import {
  guessNumberFormat,
  guessRateFormat,
  isNumberFormatUnclear,
  isOtherCurrency,
  readFactor,
  readMoney,
  readRate,
} from "./values.ts";

const valueIn = (read: { value: unknown } | null): unknown => read?.value ?? null;

describe("an amount", () => {
  test.each([
    ["1234.5", 123_450],
    ["$1,234.50", 123_450],
    ["USD 1,234.50", 123_450],
    ["1,234.50 USD", 123_450],
    ["(1,234.50)", -123_450],
    ["$(20.00)", -2_000],
    ["-$20", -2_000],
    ["20.00-", -2_000],
    ["−20", -2_000],
    [".75", 75],
    ["0", 0],
    ["(0.00)", 0],
    ["1234.5000000001", 123_450],
    ["1 234.50", 123_450],
    ["$-", 0],
    [" $ -   ", 0],
    ["4.5E-13", 0],
    ["-1.8E-12", 0],
  ])("%s is %d cents", (text, cents) => {
    expect(valueIn(readMoney(text))).toBe(cents);
  });

  test.each([
    "",
    "abc",
    "1,23",
    "12,34",
    "1.234,50",
    "1e3",
    "0.001",
    "(5",
    "5)",
    "1.2.3",
    "--5",
    "99999999999",
    "१२",
    "$",
    "€12.00",
    "CAD 12",
  ])("%j is none", (text) => {
    expect(readMoney(text)).toBeNull();
  });

  test.each([
    ["1.234,50", 123_450],
    ["1234,5", 123_450],
    ["$ 12,00", 1_200],
    ["1.234", 123_400],
  ])("in the European format %s is %d cents", (text, cents) => {
    expect(valueIn(readMoney(text, "eu"))).toBe(cents);
  });

  test("is what the console itself writes, whatever it is", () => {
    fc.assert(
      fc.property(fc.integer({ min: -9_999_999_999, max: 9_999_999_999 }), (cents) => {
        expect(valueIn(readMoney(centsToInput(cents)))).toBe(cents);
      }),
    );
  });

  test.each(["€1,234.50", "1,234.50 EUR", "EUR 5", "£12", "CAD 12", "C$12", "12.00 CHF", "MX$5"])(
    "%s is of another currency than dollars",
    (text) => {
      expect(isOtherCurrency(text)).toBe(true);
      expect(readMoney(text)).toBeNull();
    },
  );

  test.each(["$12", "US$12", "USD 12", "12", "ten", "$-"])("%s is of no other currency", (text) => {
    expect(isOtherCurrency(text)).toBe(false);
  });

  test("of a dot and three digits is unclear where no amount of its column is of one format only", () => {
    expect(isNumberFormatUnclear(["2.000", "12.500", "35"])).toBe(true);
    for (const told of ["35.50", "1,234", "1.234,50", "0.125", "1234.500", "1.234.567"])
      expect(isNumberFormatUnclear(["2.000", told])).toBe(false);
    expect(valueIn(readMoney("2.000", "us"))).toBe(200);
    expect(valueIn(readMoney("2.000", "eu"))).toBe(200_000);
  });

  test("a column's format is European where it can be nothing else", () => {
    expect(guessNumberFormat(["1.234,50", "12,00", "7"])).toBe("eu");
    expect(guessNumberFormat(["1,234.50", "12.00"])).toBe("us");
    expect(guessNumberFormat(["1,234", "7"])).toBe("us");
    expect(guessNumberFormat(["12,00", "1,234.50"])).toBe("us");
    expect(guessNumberFormat([])).toBe("us");
  });
});

describe("a rate", () => {
  test.each([
    ["7.5%", 0.075],
    ["7.5 %", 0.075],
    ["7,5%", 0.075],
    [".075", 0.075],
    ["0.075", 0.075],
    ["0", 0],
    ["0%", 0],
    ["7.5", null],
    ["1", null],
    ["100%", null],
    ["1.2", null],
    ["abc", null],
  ])("%s is %s", (text, rate) => {
    expect(valueIn(readRate(text))).toBe(rate);
  });

  test("without a percent sign is a percentage where all of its column are", () => {
    expect(guessRateFormat(["7.5", "5", "12.25"])).toBe("percent");
    expect(guessRateFormat(["0.075", "7.5%", "0"])).toBe("part");
    expect(guessRateFormat(["7.5", "0.075"])).toBe("mixed");
    expect(valueIn(readRate("7.5", "percent"))).toBe(0.075);
    expect(valueIn(readRate("0.5", "percent"))).toBeNull();
    expect(valueIn(readRate("100", "percent"))).toBeNull();
    expect(valueIn(readRate("0.075", "mixed"))).toBeNull();
    expect(valueIn(readRate("7.5%", "mixed"))).toBe(0.075);
  });

  test.each([
    ["1.25", 1.25],
    ["1,3", 1.3],
    ["125%", 1.25],
    ["100", null],
  ])("a factor %s is %s", (text, factor) => {
    expect(valueIn(readFactor(text))).toBe(factor);
  });
});
