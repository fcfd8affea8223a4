import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { MAX_AMOUNT_CENTS } from "./money.ts";
import {
  AmountCents,
  AmountOrZeroCents,
  amountField,
  INVALID_AMOUNT,
  INVALID_AMOUNT_OR_ZERO,
  optionalAmountField,
  titledAmountField,
} from "./money-field.ts";

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe("an amount field", () => {
  test("turns the dollars that were typed into cents", () => {
    expect(amountField.parse("$1,234.5")).toBe(123_450);
  });

  test("comes to what the server takes, for every amount there is", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_CENTS }), (cents) => {
        const sent = amountField.parse((cents / 100).toFixed(2));
        expect(sent).toBe(cents);
        expect(AmountCents.parse(sent)).toBe(cents);
      }),
    );
  });

  test.each(["", "0", "0.00", "1e3", "0.001", "-5", "١٢", "12,34", "1000000000000", 1000, null])(
    "refuses %j with the one message",
    (typed) => {
      expect(messages(amountField, typed)).toEqual([INVALID_AMOUNT]);
    },
  );

  test("names its label when it is empty", () => {
    expect(messages(titledAmountField("Transaction Amount"), " ")).toEqual([
      "Please Input Transaction Amount!",
    ]);
    expect(messages(titledAmountField("Transaction Amount"), "x")).toEqual([INVALID_AMOUNT]);
  });
});

describe("an optional amount field", () => {
  test.each([
    ["", null],
    ["  ", null],
    ["0", 0],
    ["10.50", 1050],
  ])("reads %j as %j", (typed, cents) => {
    expect(optionalAmountField.parse(typed)).toBe(cents);
  });

  test.each(["-1", "1e3", "abc", 1050, null])("refuses %j", (typed) => {
    expect(messages(optionalAmountField, typed)).toEqual([INVALID_AMOUNT_OR_ZERO]);
  });
});

describe("cents that are sent", () => {
  const NO_CENTS = [
    ...["12", "12.00", "", null, true, -500, 0.1, 1.5],
    ...[MAX_AMOUNT_CENTS + 1, 1e14, Number.NaN, Number.POSITIVE_INFINITY],
  ];

  test.each([...NO_CENTS, 0])("are not %j", (cents) => {
    expect(new Set(messages(AmountCents, cents))).toEqual(new Set([INVALID_AMOUNT]));
  });

  test.each(NO_CENTS)("where there may be none are not %j", (cents) => {
    expect(new Set(messages(AmountOrZeroCents, cents))).toEqual(new Set([INVALID_AMOUNT_OR_ZERO]));
  });

  test("are what they are", () => {
    expect([1, MAX_AMOUNT_CENTS].map((cents) => AmountCents.parse(cents))).toEqual([1, MAX_AMOUNT_CENTS]);
    expect(AmountOrZeroCents.parse(0)).toBe(0);
  });
});
