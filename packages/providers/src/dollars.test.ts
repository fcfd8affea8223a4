import fc from "fast-check";
import { expect, test } from "vitest";
import { isDollars, toCents, toDollars } from "./dollars.ts";

test("an amount goes to dollars and back to the cent, whatever it is", () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (cents) => {
      const dollars = toDollars(cents);
      expect(dollars).toMatch(/^-?\d+\.\d\d$/);
      expect(toCents(dollars)).toBe(cents);
      expect(toCents(Number(dollars))).toBe(cents);
    }),
  );
});

test.each([
  ["125.00", 12_500],
  ["125.5", 12_550],
  [" 7 ", 700],
  ["-0.07", -7],
  ["1.070", 107],
  [1.1, 110],
  [64.1, 6410],
])("%j is %i cents", (dollars, cents) => {
  expect(toCents(dollars)).toBe(cents);
});

test.each(["", "1.005", "1,000.00", "1e3", "$5", "٣", ".5", Number.NaN])("%j is no amount", (dollars) => {
  expect(isDollars(dollars)).toBe(false);
  expect(() => toCents(dollars)).toThrow(RangeError);
});

test.each([0.5, Number.NaN, 2 ** 53])("%d is not written: these are no whole cents", (cents) => {
  expect(() => toDollars(cents)).toThrow(RangeError);
});
