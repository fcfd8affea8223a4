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
