import { expect, it } from "vitest";
import { bankLinkFailure, shownLast4, whyNotAskBank } from "./rules.ts";

it.each([
  ["ITEM_LOGIN_REQUIRED", "We have lost user's plaid connection"],
  ["INSTITUTION_NOT_RESPONDING", "The banking institution is not responding"],
  ["INTERNAL_SERVER_ERROR", "Plaid is experiencing internal system issues"],
])("%s is told in the product's words, whatever the provider said", (code, text) => {
  expect(bankLinkFailure({ code, told: "something else" })).toBe(text);
});

it("any other failure is told in the provider's words, and without any in ours", () => {
  expect(bankLinkFailure({ code: "NO_AUTH_ACCOUNTS", told: "no accounts" })).toBe("no accounts");
  expect(bankLinkFailure({ code: "", told: "" })).toBe("Something went wrong while re-auth!");
});

it("the last digits are those of the number, then the mask, then not available", () => {
  expect(shownLast4({ last4: "1234", mask: "0000" })).toBe("1234");
  expect(shownLast4({ last4: "", mask: "0000" })).toBe("0000");
  expect(shownLast4({ last4: "", mask: null })).toBe("Not Available");
});

it("a customer without a link is not asked about", () => {
  expect(whyNotAskBank({ links: 0 })).toBe("This customer has no bank link.");
  expect(whyNotAskBank({ links: 1 })).toBeNull();
});
