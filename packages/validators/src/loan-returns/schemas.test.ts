import { describe, expect, test } from "vitest";
import { returnedCents, whyNotFunded, whyNotReturnLoan, whyNotReturnParts } from "./rules.ts";
import { ReturnLoan } from "./schemas.ts";

const amounts = { isDA: 463_750, isOF: 36_250, isDF: 0 };
const facts = { funded: true, returned: false, amounts };
const only = { isDA: true, isOF: false, isDF: false };

describe("a loan can be returned", () => {
  test("when it is funded, in the ledger and not returned yet", () => {
    expect(whyNotReturnLoan(facts)).toBeNull();
  });

  test("not when it is not funded, was returned, or is not in the ledger", () => {
    const unfunded = "Only a funded application can be returned.";
    expect(whyNotReturnLoan({ ...facts, funded: false })).toBe(unfunded);
    expect([whyNotFunded(null), whyNotFunded({ funded: false })]).toEqual([unfunded, unfunded]);
    expect(whyNotReturnLoan({ ...facts, returned: true })).toBe("This loan was already returned.");
    expect(whyNotReturnLoan({ ...facts, amounts: null })).toBe(
      "The ledger has no disbursement of this application.",
    );
  });
});

describe("the parts of a return", () => {
  test("are the disbursement alone, or with what was taken besides", () => {
    expect(whyNotReturnParts(amounts, only)).toBeNull();
    expect(returnedCents(amounts, only)).toBe(463_750);
    expect(whyNotReturnParts(amounts, { ...only, isOF: true })).toBeNull();
    expect(returnedCents(amounts, { ...only, isOF: true })).toBe(500_000);
  });

  test("are refused without the disbursement, on the form and by the schema", () => {
    const without = { ...only, isDA: false, isOF: true };
    expect(whyNotReturnParts(amounts, without)).toBe("Check Disbursement Amount first.");
    const parsed = ReturnLoan.safeParse({ userId: 7, applicationId: 8, ...without });
    expect(parsed.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["isDA", "Check Disbursement Amount first."],
    ]);
  });

  test("are refused when nothing was taken for one of them", () => {
    expect(whyNotReturnParts(amounts, { ...only, isDF: true })).toBe(
      "There is no Disbursement Fee to return.",
    );
  });
});
