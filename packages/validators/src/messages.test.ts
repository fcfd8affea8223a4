import { expect, test } from "vitest";
import { pleaseInput } from "./general-messages.ts";
import { EDIT_USER_MESSAGES, SIMILAR_RECORDS_MESSAGES } from "./messages.ts";

test("an empty field is named in its message", () => {
  expect(pleaseInput("Note")).toBe("Please Input Note!");
});

test("an offer above the limit is refused with the limit", () => {
  expect(EDIT_USER_MESSAGES.overOfferLimit("10000")).toBe("Maximum Allowed Offer Limit is 10000 USD");
});

test("a taken e-mail names the user who has it", () => {
  expect(EDIT_USER_MESSAGES.emailTaken(7, "Ana Diaz")).toBe(
    "User with same email already exists: 7 Ana Diaz",
  );
});

test("a failed look-up of similar records names what was looked up", () => {
  expect(SIMILAR_RECORDS_MESSAGES.loadFailed("Company Name")).toBe("Couldn't Fetch Company Name Details");
});
