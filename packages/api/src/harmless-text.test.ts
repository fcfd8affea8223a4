import { withoutLaterGuards } from "@countinghouse/validators/harmless-text";
import { expect, test } from "vitest";
import { harmlessText } from "./harmless-text.ts";

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1", "="])(
  "a text that begins like a formula, %j, gets an apostrophe in front and keeps all of itself",
  (text) => {
    expect(harmlessText(text)).toBe(`'${text}`);
  },
);

test.each(["", "Paid = 5", " =1", "'=1", "a\n=1", "שלום", "🙂"])("the text %j stays as it is", (text) => {
  expect(harmlessText(text)).toBe(text);
});

test.each([
  ["Acme;=1+1;x", "Acme;'=1+1;x"],
  ['Acme;"=1+1"', `Acme;"'=1+1"`],
  ["a;'=1", "a;''=1"],
  ["=1;=2", "'=1;'=2"],
  ["a;b; -c", "a;b; -c"],
])("behind a list separator no formula begins: %j", (text, harmless) => {
  expect(harmlessText(text)).toBe(harmless);
  expect(withoutLaterGuards(harmlessText(text)).replace(/^'(?==)/, "")).toBe(text);
});
