import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { bringIntoSight, expect, test } from "./support/test.ts";

/**
 * Walks every section of one customer for each role but SUPERADMIN, which e2e/user-detail.e2e.ts walks, and changes
 * nothing: what is shown to all, what is masked, what is held with its reason.
 */

const CUSTOMER = FIXTURES.fundedUser;

const NOT_VIEWER = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
const NOT_ADMIN = "Only SUPERADMIN or EMPLOYEE can do this.";
const ADMINS_ONLY = "Only SUPERADMIN or ADMIN can open this.";
const SEEN_BY_ALL = null;

/** Who may not, in the words beside the control; null where everybody may. */
const HEADER = {
  "App History": SEEN_BY_ALL,
  "Login Into User Profile": NOT_VIEWER,
  "Edit User": NOT_VIEWER,
  "Loan Returns": NOT_VIEWER,
  Payment: NOT_VIEWER,
  "Record payment": NOT_ADMIN,
};
const SWITCHES = {
  "Run payment automation": ["Run payment automation", NOT_VIEWER],
  "Do Not Fund": ["Do Not Fund", NOT_VIEWER],
  "Show reconnect bank account": ["Toggle Panel", NOT_VIEWER],
  "Show re-sign contract": ["Toggle Panel", NOT_VIEWER],
} as const;
const BUTTONS = [
  ["Notes", "Create Note", NOT_VIEWER],
  ["User files", "Download all", NOT_VIEWER],
  ["Asset Report", "Asset 720 PDF", SEEN_BY_ALL],
  ["Balance Details", "Transactions PDF", SEEN_BY_ALL],
  ["Balance Details", "Transaction Sheet", SEEN_BY_ALL],
  ["Balance Details", "Manual Payment", NOT_ADMIN],
  ["Manual Payment", "Manual Payment", NOT_ADMIN],
  ["Payment Adjustment", "Set Payment Preference", ADMINS_ONLY],
  ["External Payment", "Create", NOT_VIEWER],
  ["ACH Details", "Re-auth", NOT_VIEWER],
  ["Plaid Balance", "Get Plaid Balance", NOT_VIEWER],
] as const;

/** What a role may not do, by the reasons it is given. */
const HELD = {
  ADMIN: [NOT_ADMIN],
  EMPLOYEE: [ADMINS_ONLY],
  VIEWER: [NOT_ADMIN, NOT_VIEWER, ADMINS_ONLY],
} as const satisfies Record<string, readonly string[]>;

for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) {
  test(`${role} sees every section, the SSN by its last four digits, and beside what is held who may do it @long`, async ({
    signIn,
  }) => {
    const held: readonly string[] = HELD[role];
    const page = await signIn(role);
    await page.goto(`/admin/user-detail?id=${CUSTOMER.id}`);
    await seeEverySection(page);
    await expect(page.getByRole("region", { name: "Identity" })).toContainText(/\*\*\*-\*\*-\d{4}/);
    const whoMay = async (control: Locator, reason: string | null) => {
      const isHeld = reason !== null && held.includes(reason);
      await expect.soft(control).toBeEnabled({ enabled: !isHeld });
      if (isHeld) await expect.soft(control).toHaveAccessibleDescription(endingIn(reason));
    };
    await page.evaluate(() => window.scrollTo(0, 0)); // The buttons of the header fold away below.
    for (const [name, reason] of Object.entries(HEADER))
      await whoMay(page.getByRole("button", { name, exact: true }).first(), reason);
    for (const [name, [section, reason]] of Object.entries(SWITCHES))
      await whoMay(region(page, section).getByRole("switch", { name }), reason);
    for (const [section, name, reason] of BUTTONS)
      await whoMay(region(page, section).getByRole("button", { name: startingWith(name) }), reason);
    const dates = region(page, "Payment Dates").getByRole("button", { name: /^Edit / });
    await whoMay(dates.last(), NOT_VIEWER);
    const anchors = page.getByRole("navigation", { name: "On this page" });
    const asWhat = held.includes(NOT_ADMIN) ? "button" : "link";
    await whoMay(anchors.getByRole(asWhat, { name: /^Manual Payment/ }), NOT_ADMIN);
    if (held.includes(ADMINS_ONLY)) return;
    await test.step("'The payment preference form is editable only for SUPERADMIN and EMPLOYEE; Save is disabled for other roles.'", async () => {
      await region(page, "Payment Adjustment")
        .getByRole("button", { name: "Set Payment Preference" })
        .click();
      const drawer = page.getByRole("dialog", { name: "Payment Preference" });
      await whoMay(drawer.getByRole("button", { name: "Save" }), NOT_ADMIN);
      await expect(drawer.getByLabel("Bank Number")).not.toBeEditable();
    });
  });
}

const endingIn = (text: string) => new RegExp(`${text.replace(".", "\\.")}$`);
/** A shortcut may stand behind it. */
const startingWith = (text: string) => new RegExp(`^${text}`);

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Each is brought into sight so that it loads, and neither fails nor is kept from this role. */
async function seeEverySection(page: Page): Promise<void> {
  const sections = page.locator("[data-section]");
  await expect(region(page, "General")).toHaveAttribute("data-state", "ready");
  const ids = await sections.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(30);
  for (const id of ids) {
    const section = page.locator(`#${id}`);
    await bringIntoSight(section);
    await expect(section).toHaveAttribute("data-state", /^(ready|empty)$/);
  }
}
