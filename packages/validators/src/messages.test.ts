import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as catalogue from "./messages.ts";

const { EDIT_USER_MESSAGES, pleaseInput, SIMILAR_RECORDS_MESSAGES } = catalogue;

const specifications = ["000_5eb551df28ce9850.txt", "001_d1cd2a0a863170ef.txt"].map((name) =>
  fileURLToPath(new URL(`../../../../shared/seeds/${name}`, import.meta.url)),
);

const fixedTexts = Object.entries(catalogue).flatMap(([group, messages]) =>
  Object.entries(messages).flatMap(([name, message]) =>
    typeof message === "string" ? [[`${group}.${name}`, message] as const] : [],
  ),
);

describe.skipIf(!specifications.every((file) => existsSync(file)))("the specifications", () => {
  test.each(fixedTexts)("have the text of %s word for word: %s", (_, message) => {
    // Of the card's texts it only says that they name the card where the bank's name the bank.
    const written = message.replace(/^Card number/, "Bank number");
    expect(specifications.some((file) => readFileSync(file, "utf8").includes(written))).toBe(true);
  });
});

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
