import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatEin, normalizeEin } from "./ein.ts";

test.each(["123456789", "12-3456789", " 12 3456789 "])("%j is the EIN 123456789", (text) => {
  expect(normalizeEin(text)).toBe("123456789");
});

test.each(["", "12345678", "1234567890", "123-45-6789", "12-345678a", "１２３４５６７８９"])(
  "%j is no EIN",
  (text) => {
    expect(normalizeEin(text)).toBeNull();
  },
);

test("every EIN survives being shown and read back", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
      expect(normalizeEin(formatEin(digits))).toBe(digits);
    }),
  );
});

test("nine digits are shown as ##-#######, anything else as it is", () => {
  expect(formatEin("123456789")).toBe("12-3456789");
  expect(formatEin("")).toBe("");
});
