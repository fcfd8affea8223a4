import { expect, it } from "vitest";
import { typedText, withoutInvisible } from "./invisible.ts";

it.each([
  ["\uFEFF1042", "1042"],
  ["10\u200B42\u00AD", "1042"],
  ["\u200D1042\u200C", "1042"],
  ["Ma\u200Cria", "Maria"],
  ["\u202A+1 (901) 555-0101\u202C", "+1 (901) 555-0101"],
  ["Ana \u202EziD\u202C 00.001$", "Ana ziD 00.001$"],
  ["\u2066Ana\u2069", "Ana"],
  [`A${"\u0301".repeat(200)}na`, `A${"\u0301".repeat(6)}na`],
])("%j loses what has no width", (text, left) => {
  expect(withoutInvisible(text)).toBe(left);
});

it.each(["👩‍👩‍👧‍👦 Goods", "می‌خواهم", "क्‍ष"])("%s keeps its joiners", (text) => {
  expect(withoutInvisible(text)).toBe(text);
});

it.each(["\u200B10001 ", "１０００１"])("%j is what was typed as 10001", (text) => {
  expect(typedText(text)).toBe("10001");
});
