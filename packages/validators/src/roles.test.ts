import { expect, test } from "vitest";
import { CAPABILITY_NAMES, can, ROLES, whyNotCapable } from "./roles.ts";

test.each([
  ["SUPERADMIN", CAPABILITY_NAMES],
  [
    "ADMIN",
    [
      "session.use",
      "users.read",
      "users.manualApprove",
      "users.setFlags",
      "users.setExternalPayment",
      "users.restartApplication",
      "users.reAccess",
      "notes.read",
      "notes.write",
      "payments.read",
      "ledger.read",
      "paymentSchedules.write",
      "payments.charge",
      "payments.payOut",
      "loans.return",
      "doNotFund.read",
      "doNotFund.write",
      "deals.read",
      "deals.write",
      "remarks.read",
      "decisions.read",
      "decisions.retryFacts",
      "similarRecords.read",
      "bankLinks.read",
      "bankLinks.ask",
      "assetReports.read",
      "assetReports.request",
      "files.read",
      "files.download",
    ],
  ],
  [
    "EMPLOYEE",
    [
      "session.use",
      "users.read",
      "users.setFlags",
      "users.setExternalPayment",
      "users.restartApplication",
      "users.reAccess",
      "notes.read",
      "notes.write",
      "payments.read",
      "ledger.read",
      "paymentPreferences.write",
      "paymentSchedules.write",
      "payments.recordManual",
      "payments.charge",
      "payments.payOut",
      "loans.return",
      "doNotFund.read",
      "doNotFund.write",
      "deals.read",
      "deals.write",
      "remarks.read",
      "decisions.read",
      "decisions.retryFacts",
      "similarRecords.read",
      "bankLinks.read",
      "bankLinks.ask",
      "assetReports.read",
      "assetReports.request",
      "files.read",
      "files.download",
    ],
  ],
  [
    "VIEWER",
    [
      "session.use",
      "users.read",
      "notes.read",
      "payments.read",
      "ledger.read",
      "doNotFund.read",
      "deals.read",
      "remarks.read",
      "decisions.read",
      "similarRecords.read",
      "bankLinks.read",
      "assetReports.read",
      "files.read",
    ],
  ],
] as const)("%s holds exactly its own capabilities", (role, capabilities) => {
  expect(CAPABILITY_NAMES.filter((name) => can(role, name))).toEqual(capabilities);
});

test("a capability that is not held comes with who holds it", () => {
  expect(whyNotCapable("VIEWER", "notes.write")).toBe("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  expect(whyNotCapable("ADMIN", "payments.recordManual")).toBe("Only SUPERADMIN or EMPLOYEE can do this.");
});

test("there is a reason exactly where the capability is not held", () => {
  for (const role of ROLES)
    for (const name of CAPABILITY_NAMES) expect(whyNotCapable(role, name) === null).toBe(can(role, name));
});
