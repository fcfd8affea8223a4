import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastFour, maskCard, maskSsn, PERSONAL_DATA } from "./masking.ts";
import { ROLES } from "./roles.ts";

const PLACES = ["list", "detail"] as const;
const values = fc.oneof(fc.stringMatching(/^\d{0,20}$/), fc.string());

describe("a masked SSN", () => {
  test.each([
    ["123456789", "list", "***-***-***"],
    ["123456789", "detail", "***-**-6789"],
    ["123-45-6789", "list", "**** **** **** 6789"],
    ["1234567890", "detail", "**** **** **** 7890"],
    ["12345678", "list", "***"],
    ["12345678", "detail", "***"],
    ["1", "detail", "***"],
    ["not an SSN", "detail", "***"],
    ["", "list", ""],
    [null, "detail", ""],
  ] as const)("%j in the %s is %j", (value, place, masked) => {
    expect(maskSsn(value, place)).toBe(masked);
  });

  test("never shows more than four digits", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...PLACES), (value, place) => {
        expect(digitsIn(maskSsn(value, place))).toBeLessThanOrEqual(4);
      }),
    );
  });

  test("of nine characters shows no digit in the list", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{9}$/), (value) => {
        expect(digitsIn(maskSsn(value, "list"))).toBe(0);
      }),
    );
  });
});

describe("a masked card", () => {
  test.each([
    ["4111111111111234", "**** **** **** 1234"],
    ["4111 1111 1111 1234", "**** **** **** 1234"],
    ["1234", "**** **** **** 1234"],
    ["123", "***"],
    ["", ""],
    [null, ""],
  ])("%j is %j", (value, masked) => {
    expect(maskCard(value)).toBe(masked);
  });

  test("never shows more than four digits", () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(digitsIn(maskCard(value))).toBeLessThanOrEqual(4);
      }),
    );
  });
});

test("the last four are digits, whatever stands between them", () => {
  expect(lastFour("4111-1111-1111-12 34")).toBe("1234");
  expect(lastFour("12")).toBe("12");
});

test("docs/personal-data.md has the table of who sees what", () => {
  const text = readFileSync(new URL("../../../docs/personal-data.md", import.meta.url), "utf8");
  expect(text).toContain(`| | ${ROLES.join(" | ")} |`);
  for (const [field, seen] of Object.entries(PERSONAL_DATA))
    expect(text).toContain(`| \`${field}\` | ${ROLES.map((role) => seen[role]).join(" | ")} |`);
});

const digitsIn = (text: string): number => text.replace(/\D/g, "").length;
