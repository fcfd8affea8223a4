import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { MAX_AMOUNT_CENTS } from "./money.ts";
import {
  AmountCents,
  amountField,
  amountFieldOf,
  INVALID_AMOUNT,
  INVALID_AMOUNT_OR_ZERO,
  optionalAmountField,
} from "./money-field.ts";

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe("an amount field", () => {
  test("turns the dollars that were typed into cents", () => {
    expect(amountField.parse("$1,234.5")).toBe(123_450);
  });

  test("leaves a number alone, it is cents already", () => {
    expect(amountField.parse(123_450)).toBe(123_450);
  });

  test("gives what it gave when its result is parsed again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }), (cents) => {
        const once = amountField.parse((cents / 100).toFixed(2));
        expect(once).toBe(cents);
        expect(amountField.parse(once)).toBe(once);
      }),
    );
  });

  test.each(["", "0", "0.00", "1e3", "0.001", "-5", "١٢", "12,34", "1000000000000"])(
    "refuses the text %j with the one message",
    (text) => {
      expect(messages(amountField, text)).toEqual([INVALID_AMOUNT]);
    },
  );

  test.each([
    0,
    -500,
    0.1,
    1.5,
    MAX_AMOUNT_CENTS + 1,
    1e14,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    true,
  ])("refuses the cents %j with the same message", (cents) => {
    expect(messages(amountField, cents)).toContain(INVALID_AMOUNT);
    expect(new Set(messages(AmountCents, cents))).toEqual(new Set([INVALID_AMOUNT]));
  });

  test("names its label when it is empty", () => {
    expect(messages(amountFieldOf("Transaction Amount"), " ")).toEqual(["Please Input Transaction Amount!"]);
    expect(messages(amountFieldOf("Transaction Amount"), "x")).toEqual([INVALID_AMOUNT]);
  });
});

describe("an optional amount field", () => {
  test.each([
    ["", null],
    ["  ", null],
    [null, null],
    ["0", 0],
    ["10.50", 1050],
    [1050, 1050],
  ])("reads %j as %j, again and again", (value, cents) => {
    expect(optionalAmountField.parse(value)).toBe(cents);
    expect(optionalAmountField.parse(optionalAmountField.parse(value))).toBe(cents);
  });

  test.each(["-1", "1e3", "abc", -1, 0.5])("refuses %j", (value) => {
    expect(messages(optionalAmountField, value)).toEqual([INVALID_AMOUNT_OR_ZERO]);
  });
});
