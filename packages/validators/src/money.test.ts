import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centsToInput, formatCents, MAX_AMOUNT_CENTS, parseCents } from "./money.ts";

const amounts = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS });

describe("parseCents", () => {
  test.each([
    ["0", 0],
    ["0.01", 1],
    ["12", 1200],
    ["12.", 1200],
    ["12.5", 1250],
    [".75", 75],
    ["0007.10", 710],
    ["$1,234.56", 123_456],
    ["$ 5", 500],
    [" 1,234,567.89 ", 123_456_789],
    ["\u200B25.00\uFEFF", 2_500],
    ["99999999.99", MAX_AMOUNT_CENTS],
  ])("reads %j as %i cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });

  test.each([
    "",
    " ",
    ".",
    "$",
    "-5",
    "−5",
    "+5",
    "1e3",
    "0.001",
    "1.005",
    "12,34",
    "1,23",
    "0,123",
    "1,2345",
    ",123",
    "1 000",
    "5 USD",
    "€5",
    "0x10",
    "NaN",
    "Infinity",
    "١٢",
    "１２",
    "1.2.3",
    "$$5",
    "5\n6",
    "100000000.00",
    "1000000000000",
  ])("refuses %j", (text) => {
    expect(parseCents(text)).toBeNull();
  });

  test("every amount survives being written into a field and read back", () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseCents(centsToInput(cents))).toBe(cents);
      }),
    );
  });

  test("every amount survives being shown and pasted back", () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents);
      }),
    );
  });

  test("no text becomes a fraction of a cent, a negative amount or one above the limit", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.double().map(String),
      fc.stringMatching(/^\$?[\d,]{0,15}(\.\d{0,4})?$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const cents = parseCents(text);
        expect(cents === null || (Number.isInteger(cents) && cents >= 0 && cents <= MAX_AMOUNT_CENTS)).toBe(
          true,
        );
      }),
    );
  });
});

describe("formatCents", () => {
  test.each([
    [0, "$0.00"],
    [-0, "$0.00"],
    [5, "$0.05"],
    [123_450, "$1,234.50"],
    [-2000, "−$20.00"],
    [-1, "−$0.01"],
    [MAX_AMOUNT_CENTS, "$99,999,999.99"],
    [Number.MAX_SAFE_INTEGER, "$90,071,992,547,409.91"],
  ])("shows %i as %s", (cents, text) => {
    expect(formatCents(cents)).toBe(text);
  });
});

describe("centsToInput", () => {
  test.each([
    [0, "0.00"],
    [123_450, "1234.50"],
    [-2005, "-20.05"],
  ])("writes %i as %s", (cents, text) => {
    expect(centsToInput(cents)).toBe(text);
  });
});
