import { expect, test } from "vitest";
import { findDifferences } from "./differences.ts";
import { inWords, subjectLabel } from "./rules.ts";

test("what changed is told by the name of its field, amounts in dollars and instants in New York", () => {
  expect(
    findDifferences(
      { city: "Brooklyn", approvedAmountCents: 100_000, isExternal: false, same: 1 },
      { city: "Queens", approvedAmountCents: 125_000, isExternal: true, same: 1 },
    ),
  ).toEqual([
    { path: "city", label: "City", before: "Brooklyn", after: "Queens" },
    { path: "approvedAmountCents", label: "Approved amount", before: "$1,000.00", after: "$1,250.00" },
    { path: "isExternal", label: "With an agency", before: "No", after: "Yes" },
  ]);
  expect(findDifferences(null, { expiresAt: "2026-11-20T16:40:00.000Z" })).toEqual([
    { path: "expiresAt", label: "Expires at", before: null, after: "2026-11-20 11:40:00 ET" },
  ]);
});

test("a secret that changed is told and not shown, one that is the same is not told", () => {
  expect(findDifferences({ ssn: "sealed:aa" }, { ssn: "sealed:bb" })).toEqual([
    { path: "ssn", label: "SSN", before: "not shown", after: "not shown" },
  ]);
  expect(findDifferences({ ssn: "sealed:aa" }, { ssn: "sealed:aa" })).toEqual([]);
});

test("objects are taken apart, lists of values stand in one line", () => {
  expect(findDifferences({}, { contact: { phone: "5550100", empty: {} }, userIds: [1, 2] })).toEqual([
    { path: "contact.phone", label: "Contact › Phone", before: null, after: "5550100" },
    { path: "userIds", label: "User ids", before: null, after: "1, 2" },
  ]);
});

test("a type of subject without a word of its own is spelled out", () => {
  expect([subjectLabel("bank_account"), subjectLabel("late_fee"), inWords("ABC")]).toEqual([
    "Bank account",
    "Late fee",
    "Abc",
  ]);
});
