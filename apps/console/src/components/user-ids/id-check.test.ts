import { expect, it } from "vitest";
import { checkIds, checkPasted, findPlace, withoutTokens } from "./id-check.ts";

const TEXT = "48213\n48214-2 48215_b\n4821x\n\n48213\ty";

it("counts what is valid, cut, doubled and wrong, and marks the wrong lines", () => {
  const check = checkIds(TEXT, "BULK_ACH", 2);
  expect(check.ids).toEqual([48213, 48214, 48215]);
  expect([check.cut, check.duplicates]).toEqual([2, 1]);
  expect(check.invalid.map(({ line, text }) => [line, text])).toEqual([
    [3, "4821x"],
    [5, "y"],
  ]);
  expect(check.whyNot).toBe("Invalid User ID: 4821x");
  expect([1, 2, 3, 4, 5].map(check.findMark)).toEqual([
    undefined,
    undefined,
    "invalid",
    undefined,
    "invalid",
  ]);
});

it.each([
  ["BULK_DEBIT", 1, 1_400],
  ["BULK_ACH", 1, 1_400],
  ["BULK_DEBIT", 2, 4_000],
  ["BULK_ACH", 2, 4_000],
] as const)("a %s list of version %i takes %i characters and no more", (kind, version, limit) => {
  const full = "1234567\n".repeat(limit / 8);
  expect(checkIds(full, kind, version).whyNot).toBeNull();
  const over = checkIds(`${full}1`, kind, version);
  expect(over.whyNot).toBe(`Use at most ${limit.toLocaleString("en-US")} characters.`);
  expect(over.ids).toEqual([]);
  const last = limit / 8 + 1;
  expect([over.findMark(last - 1), over.findMark(last)]).toEqual([undefined, "over"]);
});

it("a megabyte is refused without being read", () => {
  const megabyte = "x\n".repeat(512 * 1024);
  expect(checkIds(megabyte, "BULK_BALANCE", 1).whyNot).toBe("Use at most 4,000 characters.");
  const read = () => {
    throw new Error("It was read.");
  };
  const rules = { limit: 4_000, read, whyNotUse: () => "Use at most 4,000 characters." };
  expect(checkPasted(megabyte, rules).whyNot).toBe("Use at most 4,000 characters.");
});

it("an empty text is not wrong", () => expect(checkIds("  \n", "BULK_DEBIT", 1).whyNot).toBeNull());

it("a token is found where it stands", () => {
  const [, wrong] = checkIds(TEXT, "BULK_ACH", 2).invalid;
  if (!wrong) throw new Error("Nothing is wrong.");
  const { start, end } = findPlace(TEXT, wrong);
  expect(TEXT.slice(start, end)).toBe("y");
});

it("tokens are taken out, the rest stays as it is", () => {
  const { invalid } = checkIds(TEXT, "BULK_ACH", 2);
  expect(withoutTokens(TEXT, invalid)).toBe("48213\n48214-2 48215_b\n\n48213");
  expect(withoutTokens("x x 7", [{ line: 1, text: "x" }])).toBe("x 7");
});

it("what stands beside a removed token in its line stays", () => {
  const text = "10040\n10041-2\n4821x 10040";
  expect(withoutTokens(text, checkIds(text, "BULK_DEBIT", 1).invalid)).toBe("10040\n10041-2\n10040");
});
