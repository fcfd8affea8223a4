import { describe, expect, it } from "vitest";
import { correctedNumbers, correctsAccount, correctsNumber, correctsWhatWasWrong } from "./changes.ts";

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
    [
      "C07",
      "0210000211234567890123456737",
      { routing: "021000021", account: "12345678901234567", subtype: "savings" },
    ],
    ["C01", "00123456   ", { account: "00123456" }],
  ])("%s with %j in its places corrects the account", (code, words, corrected) => {
    expect(correctedNumbers(code, words, WAS)).toEqual({ numbers: { ...WAS, ...corrected } });
  });

  it.each([
    ["C01", "", "account number is missing", '""'],
    ["C01", "12 34", "account number is missing", '"12_34"'],
    ["C01", "123", "account number is missing", '"123"'],
    ["C01", " 00123456", "account number is missing", '"_••••3456"'],
    ["C01", "1111222233330000", "account number is the same as the one that was sent", '"••••••••••••0000"'],
    ["C01", "1111222233330001   37", "more than C01 corrects", '"••••••••••••••01___37"'],
    ["C02", "021000022", "routing number is missing", '"•••••0022"'],
    ["C02", "02100002", "routing number is missing", '"••••0002"'],
    ["C02", "021000021 1234", "more than C02 corrects", '"•••••••••_1234"'],
    ["C03", "            0210000211234", "routing number is missing", '"____________•••••••••1234"'],
    ["C03", "091000019", "account number is missing", '"•••••0019"'],
    ["C03", "0210000211111222233330001", "more than C03 corrects", '"•••••••••••••••••••••0001"'],
    ["C05", "57", "account type is missing", '"57"'],
    ["C05", "27", "account type is the same as the one that was sent", '"27"'],
    ["C06", "1234567832", "account type is missing", '"••••••7832"'],
    ["C06", "1111222233330001 37", "account type is missing", '"••••••••••••••01_37"'],
    ["C07", "0210000211234567836", "account type is missing", '"•••••••••••••••7836"'],
    ["C07", "021000021                 37", "account number is missing", '"•••••••21_________________37"'],
  ])("%s with %j corrects nothing, and shows what the bank wrote", (code, words, why, shown) => {
    expect(correctedNumbers(code, words, WAS)).toEqual({ why: expect.stringContaining(why) });
    expect(correctedNumbers(code, words, WAS)).toEqual({ why: expect.stringContaining(shown) });
  });

  it.each(["C04", "C13"])("%s corrects no number and repeats none of its words", (code) => {
    const why = `${code} does not correct an account number. A person must read it.`;
    expect(correctedNumbers(code, "Diaz Ana", WAS)).toEqual({ why });
  });

  it("of a number is told from one of the kind of an account, and both from the others", () => {
    expect(["C01", "C02", "C05", "C04"].map(correctsNumber)).toEqual([true, true, false, false]);
    expect(["C01", "C05", "C04", "C13"].map(correctsAccount)).toEqual([true, true, false, false]);
  });

  it.each([
    ["C01", { routing: "021000021" }, false],
    ["C01", { account: "1111222233330001" }, true],
    ["C05", { account: "1111222233330001" }, false],
    ["C05", { subtype: "savings" }, true],
    ["R03", { subtype: "savings" }, false],
    ["R03", { routing: "021000021" }, true],
  ])("%s is corrected by %j: %s", (code, changed, isCorrected) => {
    expect(correctsWhatWasWrong(code, { ...WAS, ...changed }, WAS)).toBe(isCorrected);
  });
});
