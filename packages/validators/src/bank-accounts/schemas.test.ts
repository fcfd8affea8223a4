import { describe, expect, it } from "vitest";
import { AddAccountManually, ManualAccountForm } from "./schemas.ts";

const TYPED = {
  account: "000123456789",
  repeated: "000123456789",
  name: "Business Checking",
  routing: "021000021",
};

const toIssues = (changed: Partial<typeof TYPED>) =>
  ManualAccountForm.safeParse({ ...TYPED, ...changed }).error?.issues.map(({ path, message }) => [
    path.join("."),
    message,
  ]) ?? [];

describe("an account typed by hand", () => {
  it("keeps the zeros it begins with, and loses the blanks and dashes between its digits", () => {
    const form = { ...TYPED, account: " 0001-2345 6789", routing: "0210 0002 1" };
    expect(ManualAccountForm.parse(form)).toEqual(TYPED);
  });

  it.each([
    ["account", "", "Please Input Account!"],
    ["account", "12a4567", "Account number must be a number"],
    ["account", "123", "An account number has 4 to 17 digits"],
    ["account", "123456789012345678", "An account number has 4 to 17 digits"],
    ["name", " ", "Please Input Name!"],
    ["name", "Check", "The name must have at least 6 characters"],
    ["routing", "", "Please Input Routing!"],
    ["routing", "02100002x", "Routing number must be a number"],
    ["routing", "021000", "A routing number has 9 digits"],
    ["routing", "021000022", "This is not a routing number. Its check digit is wrong"],
  ])("with the %s %j is refused: %s", (field, text, message) => {
    const repeated = field === "account" ? { repeated: text } : {};
    expect(toIssues({ [field]: text, ...repeated })[0]).toEqual([field, message]);
  });

  it("is refused when the two account numbers differ", () => {
    expect(toIssues({ repeated: "000123456798" })).toEqual([
      ["repeated", "The account numbers do not match."],
    ]);
  });

  it("says nothing of its type, and not that it was not added by hand", () => {
    const { repeated: _, ...fields } = TYPED;
    expect(AddAccountManually.safeParse({ userId: 1, ...fields }).success).toBe(true);
    for (const more of [{ isManuallyAdded: false }, { type: "credit" }])
      expect(AddAccountManually.safeParse({ userId: 1, ...fields, ...more }).success).toBe(false);
  });
});
