import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatSsn, normalizeSsn } from "./ssn.ts";

test.each(["123456789", "123-45-6789", " 123 45 6789 "])("%j is the SSN 123456789", (text) => {
  expect(normalizeSsn(text)).toBe("123456789");
});

test.each(["", "12345678", "1234567890", "12-3456789", "123-45-678a", "***-**-6789"])(
  "%j is no SSN",
  (text) => {
    expect(normalizeSsn(text)).toBeNull();
  },
);

test("every SSN survives being shown and read back", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{9}$/), (digits) => {
      expect(normalizeSsn(formatSsn(digits))).toBe(digits);
    }),
  );
});

test("nine digits are shown as ###-##-####, anything else as it is", () => {
  expect(formatSsn("123456789")).toBe("123-45-6789");
  expect(formatSsn("***")).toBe("***");
});
