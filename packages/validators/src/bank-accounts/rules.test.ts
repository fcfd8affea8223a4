import { describe, expect, it, test } from "vitest";
import {
  sharedAccountText,
  whyNotMakeAccountPrimary,
  whyNotMakeCardPrimary,
  whyNotSwitchAccount,
  whyNotSwitchCard,
} from "./rules.ts";

const TODAY = "2026-11-20";

describe("an account", () => {
  it("that is primary can not be disabled, any other can be switched", () => {
    expect(whyNotSwitchAccount({ isPrimary: true, enabled: true })).toMatch(/^This is the primary account/);
    for (const enabled of [true, false])
      expect(whyNotSwitchAccount({ isPrimary: false, enabled })).toBeNull();
  });

  it("that is disabled can not be made primary, nor the one that is", () => {
    expect(whyNotMakeAccountPrimary({ isPrimary: false, enabled: true })).toBeNull();
    expect(whyNotMakeAccountPrimary({ isPrimary: false, enabled: false })).toBe(
      "A disabled account cannot be made primary.",
    );
    expect(whyNotMakeAccountPrimary({ isPrimary: true, enabled: true })).toBe("This is the primary account.");
  });
});

describe("a card", () => {
  const card = (facts: Partial<Parameters<typeof whyNotSwitchCard>[0]> = {}) => ({
    isPrimary: false,
    status: "INACTIVE" as const,
    expiry: "1228",
    ...facts,
  });

  it("whose expiry has passed can not be activated, but switched off", () => {
    expect(whyNotSwitchCard(card(), TODAY)).toBeNull();
    expect(whyNotSwitchCard(card({ expiry: "1026" }), TODAY)).toBe("Expired cards can not be activated");
    expect(whyNotSwitchCard(card({ expiry: "1026", status: "ACTIVE" }), TODAY)).toBeNull();
  });

  it("may be activated until its last month is over", () => {
    expect(whyNotSwitchCard(card({ expiry: "1126" }), "2026-11-30")).toBeNull();
    expect(whyNotSwitchCard(card({ expiry: "1126" }), "2026-12-01")).not.toBeNull();
  });

  it("that is primary can not be switched, whatever its status", () => {
    for (const status of ["ACTIVE", "INACTIVE"] as const)
      expect(whyNotSwitchCard(card({ isPrimary: true, status }), TODAY)).toMatch(/^This is the primary card/);
  });

  it("is made primary only while it is active and has not expired", () => {
    expect(whyNotMakeCardPrimary(card({ status: "ACTIVE" }), TODAY)).toBeNull();
    expect(whyNotMakeCardPrimary(card(), TODAY)).toBe("An inactive card cannot be made primary.");
    expect(whyNotMakeCardPrimary(card({ status: "ACTIVE", expiry: "1026" }), TODAY)).toBe(
      "An expired card cannot be made primary.",
    );
    expect(whyNotMakeCardPrimary(card({ isPrimary: true, status: "ACTIVE" }), TODAY)).toBe(
      "This is the primary card.",
    );
  });
});

test("an account that others have too is told with how many they are", () => {
  expect(sharedAccountText(1)).toMatch(/^Another customer has/);
  expect(sharedAccountText(3)).toMatch(/^3 other customers have/);
});
