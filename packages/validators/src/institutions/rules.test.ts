import { expect, test } from "vitest";
import { institutionFailure, whyNotRefreshInstitutions } from "./rules.ts";

const now = new Date("2026-11-20T15:00:00Z");
const FREE = { institutions: 8, awaited: 0, requestedAt: null, now };

test.each([
  ["no bank is linked", { institutions: 0 }, "No customer has linked a bank."],
  ["an answer is awaited", { awaited: 1 }, "The banks are being asked already."],
  [
    "staff asked just now",
    { requestedAt: new Date("2026-11-20T14:59:31Z") },
    "The banks were asked less than 30 seconds ago.",
  ],
])("the banks are not asked while %s", (_when, facts, whyNot) => {
  expect(whyNotRefreshInstitutions({ ...FREE, ...facts })).toBe(whyNot);
});

test("the banks may be asked again after half a minute", () => {
  expect(whyNotRefreshInstitutions({ ...FREE, requestedAt: new Date("2026-11-20T14:59:30Z") })).toBeNull();
});

test.each([
  ["INTERNAL_SERVER_ERROR", false, "Plaid is experiencing internal system issues"],
  ["INVALID_INSTITUTION", true, "Bank unknown"],
  ["INVALID_API_KEYS", true, "Refused"],
  ["", false, "No answer"],
])("a failure of code %j is told in words", (code, isRefused, words) => {
  expect(institutionFailure({ code, isRefused })).toBe(words);
});
