import * as fc from "fast-check";
import { expect, test } from "vitest";
import { formatPhone, normalizePhone } from "./phone.ts";

test.each([
  "2125550144",
  "(212) 555-0144",
  "212.555.0144",
  "212 555 0144",
  "212‑555‑0144",
  "+1 (212) 555-0144",
  "12125550144",
  "1-212-555-0144",
  "  2125550144 ",
])("%j is the number 2125550144", (text) => {
  expect(normalizePhone(text)).toBe("2125550144");
});

test.each([
  "",
  "555-0144",
  "22125550144",
  "121255501444",
  "+44 20 7946 0958",
  "212-555-0144 x5",
  "call 2125550144",
  "=2125550144",
  "212+5550144",
  "٢١٢٥٥٥٠١٤٤",
])("%j is no phone number", (text) => {
  expect(normalizePhone(text)).toBeNull();
});

test("every ten digits survive being shown and read back", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{10}$/), (digits) => {
      expect(normalizePhone(formatPhone(digits))).toBe(digits);
    }),
  );
});

test("ten digits are shown with brackets and a dash, anything else as it is", () => {
  expect(formatPhone("2125550144")).toBe("(212) 555-0144");
  expect(formatPhone("555")).toBe("555");
  expect(formatPhone("")).toBe("");
});
