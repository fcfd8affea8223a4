import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isRoutingNumber } from "./routing-number.ts";

test.each(["011401533", "021000021", "026009593", "122105155"])("%s is a routing number", (text) => {
  expect(isRoutingNumber(text)).toBe(true);
});

test.each(["", "000000000", "011401534", "01140153", "0114015330", " 011401533", "01140153a"])(
  "%j is no routing number",
  (text) => {
    expect(isRoutingNumber(text)).toBe(false);
  },
);

test("a single wrong digit is always noticed", () => {
  const place = fc.integer({ min: 0, max: 8 });
  const error = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(place, error, (at, by) => {
      const digits = "021000021".split("");
      digits[at] = String((Number(digits[at]) + by) % 10);
      expect(isRoutingNumber(digits.join(""))).toBe(false);
    }),
  );
});
