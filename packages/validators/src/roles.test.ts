import { expect, test } from "vitest";
import { CAPABILITY_TO_START } from "./bulk-jobs/rules.ts";
import { can, ROLES, whyNotCapable } from "./roles.ts";

test("a refused role reads which roles hold the capability", () => {
  expect(whyNotCapable("VIEWER", "notes.write")).toBe("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  expect(whyNotCapable("ADMIN", "payments.recordManual")).toBe("Only SUPERADMIN or EMPLOYEE can do this.");
  expect(whyNotCapable("ADMIN", "payments.resolve")).toBe("Only SUPERADMIN can do this.");
  expect(whyNotCapable("EMPLOYEE", "notes.write")).toBeNull();
});

test("each role that decides approvals starts and stops each kind of bulk job", () => {
  for (const role of ROLES.filter((each) => can(each, "approvals.decide")))
    for (const capability of Object.values(CAPABILITY_TO_START)) expect(can(role, capability)).toBe(true);
});
