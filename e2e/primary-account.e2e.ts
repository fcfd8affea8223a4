import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { smallBusiness: owner, noBankLink: newcomer } = FIXTURES;
/** Another number for each run. */
const NUMBER = `000${Date.now()}`;

const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/primary-account?id=${id}`);
const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const primaryRow = (page: Page, name: string) =>
  table(page, name)
    .getByRole("row")
    .filter({ has: page.locator("[data-slot=status-badge]", { hasText: "Primary" }) });
const otherRow = (page: Page, name: string) =>
  table(page, name)
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: /^Make primary/ }) })
    .filter({ has: page.getByRole("switch", { checked: true }) })
    .first();

async function makePrimary(page: Page, row: Locator): Promise<void> {
  await row.getByRole("button", { name: /^Make primary/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
}

const readNumber = async (row: Locator): Promise<string> =>
  (await row.getByRole("cell").first().textContent()) ?? "";

test("the keyboard alone adds an account manually, which then is an active account @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${newcomer.id}`);
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: "Primary Accounts" })
    .click();
  await page.getByRole("link", { name: "Add Manually" }).first().click();
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(breadcrumb).toContainText(/Users.*Oscar Ramírez.*Primary Account.*Add Manually/);
  await expect(page.getByLabel("Type", { exact: true })).toHaveValue("checking");
  await expect(page.getByLabel("Subtype")).toHaveValue("depository");
  await page.getByLabel("Account", { exact: true }).focus();
  for (const [position, text] of [NUMBER, NUMBER, "Business Checking", "021000021"].entries()) {
    if (position > 0) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expectToast(page, "Account added successfully!");
  await expect(page).toHaveURL(`/admin/primary-account?id=${newcomer.id}`);
  const row = table(page, "Active Accounts").getByRole("row", { name: `•••• ${NUMBER.slice(-4)}` });
  await expect(row).toContainText("Business Checking");
  await expect(row).toContainText("manual");
  await expect(page.locator("body")).not.toContainText(NUMBER);
});

test("the primary account changes, and the payment screen follows @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const before = await readNumber(primaryRow(page, "Active Accounts"));
  const other = otherRow(page, "Active Accounts");
  const chosen = await readNumber(other);
  await makePrimary(page, other);
  await expectToast(page, "Mark account primary successfully");
  await expect(primaryRow(page, "Active Accounts").getByRole("cell").first()).toHaveText(chosen);
  await expect(primaryRow(page, "Active Accounts")).toHaveCount(1);
  expect(before).not.toBe(chosen);
  await page.goto(`/admin/payment?id=${owner.id}&mode=DEBIT`);
  const choice = page.getByRole("radiogroup", { name: "Bank account" }).locator("label", { hasText: chosen });
  await expect(choice).toContainText("primary");
});

test("accounts and cards are switched, a card is made primary, and a lost account is added manually", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const lost = table(page, "Inactive Accounts").getByRole("row").nth(1);

  await test.step("the keyboard switches an account, and a reload shows the new state", async () => {
    const before = await lost.getByRole("switch").isChecked();
    await lost.getByRole("switch").focus();
    await page.keyboard.press("Space");
    await expectToast(page, "Account enable/disable successfully");
    await page.reload();
    await expect(lost.getByRole("switch")).toBeChecked({ checked: !before });
  });

  await test.step("a disabled card is activated and made primary", async () => {
    const inactive = table(page, "Cards")
      .getByRole("row", { name: /INACTIVE/ })
      .filter({ hasNotText: "Expired" })
      .first();
    const number = await readNumber(inactive);
    await inactive.getByRole("switch").click();
    await expectToast(page, "Update details successfully!");
    const activated = table(page, "Cards").getByRole("row", { name: new RegExp(number) });
    await expect(activated).toContainText("ACTIVE");
    await makePrimary(page, activated);
    await expect(primaryRow(page, "Cards").getByRole("cell").first()).toHaveText(number);
  });

  await test.step("an account of a lost link is active after it is added manually", async () => {
    const number = await readNumber(lost);
    await lost.getByRole("button", { name: /^Add Manually/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Add Manually" }).click();
    const added = table(page, "Active Accounts").getByRole("row", { name: number });
    await expect(added).toContainText("manual");
    await expect(page.getByRole("region", { name: "Inactive Accounts" }).getByText(number)).toHaveCount(0);
  });
});

test("axe finds nothing wrong with the accounts, the question before one is primary, and the form @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  await open(page, owner);
  await expect(table(page, "Cards")).toBeVisible();
  await expectAccessible(page);
  await table(page, "Active Accounts")
    .getByRole("button", { name: /^Make primary/ })
    .first()
    .click();
  await expectAccessible(page.getByRole("alertdialog"));
  await page.goto(`/admin/add-manually?id=${owner.id}`);
  await page.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("Please Input Account!")).toBeVisible();
  await expectAccessible(page);
});
