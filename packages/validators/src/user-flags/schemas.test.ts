import { describe, expect, it, test } from "vitest";
import { USER_FLAGS, whyNotSwitchFlag } from "./rules.ts";
import { ExternalPayment } from "./schemas.ts";

const allowed = { hasBankLink: true, application: { expired: false, offerExpired: false } };

describe("switching a flag", () => {
  test.each(USER_FLAGS)("%s can be switched on and off when nothing is in the way", (flag) => {
    expect(whyNotSwitchFlag(flag, true, allowed)).toBeNull();
    expect(whyNotSwitchFlag(flag, false, allowed)).toBeNull();
  });

  test.each(USER_FLAGS)("%s can always be switched off", (flag) => {
    expect(whyNotSwitchFlag(flag, false, { hasBankLink: false, application: null })).toBeNull();
  });

  it("payment automation needs neither a bank link nor an application", () => {
    const nothing = { hasBankLink: false, application: null };
    expect(whyNotSwitchFlag("runPaymentAutomation", true, nothing)).toBeNull();
  });

  it("reconnecting needs a bank link", () => {
    expect(whyNotSwitchFlag("showReconnectButton", true, { ...allowed, hasBankLink: false })).toBe(
      "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
    );
  });

  test.each([
    [null, "There is no application whose contract could be signed again."],
    [
      { expired: true, offerExpired: true },
      "Latest Application has expired. Please ask the user to start a new application.",
    ],
    [
      { expired: false, offerExpired: true },
      "Latest Offer has expired. Please ask the user to create a new offer.",
    ],
  ])("signing again is refused on the application %j", (application, message) => {
    expect(whyNotSwitchFlag("showResignContractButton", true, { ...allowed, application })).toBe(message);
  });
});

describe("external collections", () => {
  it("name their agency", () => {
    const { error } = ExternalPayment.safeParse({ isExternal: true, externalAgency: "  " });
    expect(error?.issues.map(({ path, message }) => [...path, message])).toEqual([
      ["externalAgency", "Please Input External Agency Name!"],
    ]);
  });

  it("leave no agency behind when they end", () => {
    expect(ExternalPayment.parse({ isExternal: false, externalAgency: "Atlas" })).toEqual({
      isExternal: false,
      externalAgency: "",
    });
  });

  it("give what they gave when their result is parsed again", () => {
    const once = ExternalPayment.parse({ isExternal: true, externalAgency: " Atlas " });
    expect(once).toEqual({ isExternal: true, externalAgency: "Atlas" });
    expect(ExternalPayment.parse(once)).toEqual(once);
  });
});
