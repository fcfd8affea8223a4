import { describe, expect, it } from "vitest";
import { correctedNumbers, correctsAccount, correctsNumber } from "./changes.ts";

const WAS = { account: "1111222233330000", routing: "011401533", subtype: "checking" };

describe("a notification of change", () => {
  it.each([
    ["C01", "1111222233330001", { account: "1111222233330001" }],
    ["C02", "021000021", { routing: "021000021" }],
    ["C03", "021000021   1111222233330001", { routing: "021000021", account: "1111222233330001" }],
    ["C05", "37", { subtype: "savings" }],
    ["C06", "1111222233330001    37", { account: "1111222233330001", subtype: "savings" }],
    [
      "C07",
      "0210000211111222233330001 37",
      { routing: "021000021", account: "1111222233330001", subtype: "savings" },
    ],
    ["C07", "0210000211234567890123456727", { routing: "021000021", account: "12345678901234567" }],
    ["C01", "  00123456  ", { account: "00123456" }],
  ])("%s with %j says what is right", (code, words, corrected) => {
    expect(correctedNumbers(code, words, WAS)).toEqual({ numbers: { ...WAS, ...corrected } });
  });

  it.each([
    ["C01", "", "What the bank says is right can not be read."],
    ["C01", "12 34", "What the bank says is right can not be read."],
    ["C01", "123", "The corrected account number is none."],
    ["C02", "021000022", "The corrected routing number is none."],
    ["C05", "57", "What the bank says is right can not be read."],
    ["C04", "Diaz Ana", "Nothing of the account is corrected by C04: a person has to look at it."],
    ["C13", "", "Nothing of the account is corrected by C13: a person has to look at it."],
  ])("%s with %j corrects nothing, and why", (code, words, why) => {
    expect(correctedNumbers(code, words, WAS)).toEqual({ why });
  });

  it("of a number is told from one of the kind of an account, and both from the others", () => {
    expect(["C01", "C02", "C05", "C04"].map(correctsNumber)).toEqual([true, true, false, false]);
    expect(["C01", "C05", "C04", "C13"].map(correctsAccount)).toEqual([true, true, false, false]);
  });
});
