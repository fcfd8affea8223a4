import { expect, it } from "vitest";
import { wordsForStaff } from "./words-for-staff.ts";

it.each([
  ["tabapay: 200 PARTIAL_COMPLETED", "The card processor gave an unclear answer."],
  ["payliance: no answer within 4000 ms", "The bank-transfer processor did not answer."],
  ["zoho-crm: connection failed (ECONNREFUSED)", "The CRM did not answer."],
  ["zoho-crm: 400 INVALID_DATA: invalid data", "The CRM refused it: invalid data."],
  [
    "google-sheets: 403 PERMISSION_DENIED: The caller may not.",
    "The ledger sheet refused it: The caller may not.",
  ],
  ["google-sheets: 403 PERMISSION_DENIED", "The ledger sheet refused it."],
  ["google-sheets: 503 UNAVAILABLE: The service is down.", "The ledger sheet is not available just now."],
  ["zoho-crm: HTTP 429", "The CRM is not available just now."],
  ["smtp: the mail could not be sent", "The mail server: the mail could not be sent"],
])("raw adapter words never reach staff: %s is told as %s", (message, words) => {
  expect(wordsForStaff(message)).toBe(words);
});

it.each(["Do not honor", "", "Note: call back", "unknown-vendor: 400"])("%j stays as it is", (message) => {
  expect(wordsForStaff(message)).toBe(message);
});
