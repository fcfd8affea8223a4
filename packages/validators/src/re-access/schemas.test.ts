import { describe, expect, test } from "vitest";
import { whyNotReAccess, whyNotRedeem } from "./rules.ts";
import { CreateReAccess } from "./schemas.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 15, 0, seconds));
const open = { redeemedAt: null, expiresAt: at(60) };
const REFUSED = "This link was used already or has expired.";

describe("asking for a link", () => {
  test("needs a reason, which is kept without the spaces around it", () => {
    expect(CreateReAccess.parse({ userId: 7, reason: " Cannot upload " })).toEqual({
      userId: 7,
      reason: "Cannot upload",
    });
    for (const reason of ["", "   ", undefined])
      expect(CreateReAccess.safeParse({ userId: 7, reason }).error?.issues[0]?.message).toBe(
        "Please Input Reason!",
      );
  });

  test("takes a reason of five hundred characters and no more", () => {
    expect(CreateReAccess.safeParse({ userId: 7, reason: "x".repeat(500) }).success).toBe(true);
    expect(CreateReAccess.safeParse({ userId: 7, reason: "x".repeat(501) }).success).toBe(false);
  });
});

test("whoever may not sign in is not entered as", () => {
  expect(whyNotReAccess({ disableLogin: true })).toBe("The login of this customer is disabled.");
  expect(whyNotReAccess({ disableLogin: false })).toBeNull();
});

test("a link can be redeemed up to its last millisecond, and not at its end", () => {
  expect(whyNotRedeem(open, new Date(at(60).getTime() - 1))).toBeNull();
  expect(whyNotRedeem(open, at(60))).toBe(REFUSED);
});

test("a link that was redeemed can not be redeemed again", () => {
  expect(whyNotRedeem({ ...open, redeemedAt: at(1) }, at(2))).toBe(REFUSED);
});
