import { describe, expect, test } from "vitest";
import { folderOf, isOdd, loweredLimits, plainEnglishProblems, proseOf } from "./plain-english.ts";
import type { SourceFile } from "./repository-files.ts";

const file = (path: string, text: string): SourceFile => ({ path, text });
const ODD = "// What came of the payment.";
const files = (limit: number): SourceFile[] => [
  file("packages/api/src/payments/a.ts", `${ODD}\n// Returns the payment.\n`),
  file("tools/checks/plain-english.json", JSON.stringify({ "packages/api/src/payments": limit })),
];

test.each([
  ["What came of the payment", true],
  ["Whoever asks is told", true],
  ["The admin is told of it", true],
  ["What is the balance?", false],
  ["Returns the payment by its id", false],
])("%s: odd is %s", (text, expected) => {
  expect(isOdd(text)).toBe(expected);
});

test("prose is found in comments, titles of tests, texts of screens and documents, not in blocks of code", () => {
  const lines = (path: string, text: string) => proseOf(file(path, text)).map(({ text: prose }) => prose);
  expect(
    lines("apps/a.ts", 'const a = 1; // a reason here\nthrow new Error("The card has expired.");'),
  ).toEqual(["a reason here", "The card has expired."]);
  expect(lines("apps/a.test.ts", 'it("refuses an expired card", () => {});')).toEqual([
    "refuses an expired card",
  ]);
  expect(lines("docs/a.md", "- A rule of the manual.\n```sh")).toEqual(["A rule of the manual."]);
});

test.each([
  ["packages/api/src/payments/engine/take.ts", "packages/api/src/payments"],
  ["apps/console/src/pages/users/users-page.tsx", "apps/console/src/pages/users"],
  ["docs/money.md", "docs"],
  ["README.md", "."],
])("%s counts for %s", (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});

describe("a limit", () => {
  test("is broken by one more odd line, which is shown", () => {
    expect(plainEnglishProblems(files(0))).toEqual([
      "packages/api/src/payments has 1 odd lines, its limit is 0\n    packages/api/src/payments/a.ts:1  What came of the payment.",
    ]);
    expect(plainEnglishProblems(files(1))).toEqual([]);
  });

  test("must be lowered after lines were mended", () => {
    expect(plainEnglishProblems(files(3))).toEqual([
      "packages/api/src/payments has 1 odd lines. Lower its limit of 3: npm run check:rules -- --lower",
    ]);
    expect(loweredLimits(files(3))).toEqual({ "packages/api/src/payments": 1 });
  });
});
