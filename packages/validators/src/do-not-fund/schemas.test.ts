import { describe, expect, test } from "vitest";
import { DO_NOT_FUND_REASONS, whyNotSetDoNotFund } from "./rules.ts";
import { BanUser, doNotFundReasonText, SetDoNotFund } from "./schemas.ts";

const ban = { userId: 7, doNotFund: true, reason: "Defaulted" } as const;

const issues = (value: object) =>
  SetDoNotFund.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("a ban", () => {
  test.each(DO_NOT_FUND_REASONS)("can be for %s", (reason) => {
    const once = BanUser.parse({ ...ban, reason, otherReason: " lost contact " });
    expect(once).toEqual({ ...ban, reason, otherReason: "lost contact" });
    expect(BanUser.parse(once)).toEqual(once);
  });

  test.each([undefined, "", "Because"])("with the reason %j is refused", (reason) => {
    expect(issues({ ...ban, reason })).toEqual([["reason", "Please select from the Do not fund reasons."]]);
  });

  test.each([undefined, "", "   "])("for another reason has to say which, not %j", (otherReason) => {
    expect(issues({ ...ban, reason: "Other", otherReason })).toEqual([
      ["otherReason", "Please specity Other reason."],
    ]);
  });

  test("is kept with the chosen reason, or with what was written for Other", () => {
    expect(doNotFundReasonText({ reason: "Defaulted", otherReason: "ignored" })).toBe("Defaulted");
    expect(doNotFundReasonText({ reason: "Other", otherReason: "Fraud ring" })).toBe("Fraud ring");
  });
});

test("an unban carries no reason", () => {
  expect(SetDoNotFund.parse({ userId: 7, doNotFund: false })).toEqual({ userId: 7, doNotFund: false });
  expect(SetDoNotFund.safeParse({ userId: 7, doNotFund: false, reason: "Defaulted" }).success).toBe(false);
});

test.each([null, "", "  "])("a user whose CRM id is %j can not be flagged", (zohoId) => {
  expect(whyNotSetDoNotFund({ zohoId })).toBe("Zoho Id is empty.");
});

test("a user with a CRM id can be flagged", () => {
  expect(whyNotSetDoNotFund({ zohoId: "5725767000000411001" })).toBeNull();
});
