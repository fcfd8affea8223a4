import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { region } from "./support/customer-page.ts";
import { bringIntoSight, expect, test } from "./support/test.ts";

// SUPERADMIN: e2e/user-detail.e2e.ts.
for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) {
  test(`${role} reads every section of a customer, and the last four digits of the SSN @long`, async ({
    signIn,
  }) => {
    const page = await signIn(role);
    await page.goto(`/admin/user-detail?id=${FIXTURES.fundedUser.id}`);
    await expect(region(page, "General")).toHaveAttribute("data-state", "ready");
    const ids = await page.locator("[data-section]").evaluateAll((all) => all.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(30);
    for (const id of ids) {
      const section = page.locator(`#${id}`);
      await bringIntoSight(section);
      await expect(section).toHaveAttribute("data-state", /^(ready|empty)$/);
    }
    await expect(region(page, "Identity")).toContainText(/\*\*\*-\*\*-\d{4}/);
  });
}
