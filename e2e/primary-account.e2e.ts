import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { smallBusiness: owner, noBankLink: newcomer, lostBankLink } = FIXTURES;
/** New with every try. */
const NUMBER = `000${Date.now()}`;

const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/primary-account?id=${id}`);
const table = (page: Page, name: string) => page.getByRole("table", { name });
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

const numberOf = async (row: Locator): Promise<string> =>
  (await row.getByRole("cell").first().textContent()) ?? "";

async function addByHand(page: Page, { id }: { id: number }, account: string): Promise<void> {
  await page.goto(`/admin/add-manually?id=${id}`);
  await page.getByLabel("Account", { exact: true }).fill(account);
  await page.getByLabel("Account again").fill(account);
  await page.getByLabel("Name").fill("Business Checking");
  await page.getByLabel("Routing").fill("021000021");
  await page.getByRole("button", { name: "Add account" }).click();
  await expectToast(page, "Account added successfully!");
}

test("'Add Manually': the account is added, and after 1 s stands among the active ones", async ({
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
  await addByHand(page, newcomer, NUMBER);
  await expect(page).toHaveURL(`/admin/primary-account?id=${newcomer.id}`);
  const row = table(page, "Active Accounts").getByRole("row", { name: `•••• ${NUMBER.slice(-4)}` });
  await expect(row).toContainText("Business Checking");
  await expect(row).toContainText("manual");
  await expect(page.locator("body")).not.toContainText(NUMBER);
});

test("routing digits only; the same account twice is refused; what the bank would refuse is not sent", async ({
  signIn,
}) => {
  const page = await signIn("ADMIN");
  await addByHand(page, FIXTURES.emptyUser, NUMBER);
  await page.goto(`/admin/add-manually?id=${FIXTURES.emptyUser.id}`);
  await page.getByLabel("Account", { exact: true }).fill(NUMBER);
  await page.getByLabel("Account again").fill(NUMBER);
  await page.getByLabel("Name").fill("Business Checking");
  await page.getByLabel("Routing").fill("02100002x");
  await page.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("Routing number must be a number")).toBeVisible();
  await page.getByLabel("Routing").fill("021000022");
  await expect(page.getByText("This is not a routing number: its check digit is wrong")).toBeVisible();
  await page.getByLabel("Routing").fill("021000021");
  await page.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByRole("alert").last()).toContainText("The customer has this account already.");
});

test("manual add success 'Update details successfully!' on the list page (reloads after 1 s)", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, lostBankLink);
  const lost = table(page, "Inactive Accounts").getByRole("row").nth(1);
  const number = await numberOf(lost);
  await lost.getByRole("button", { name: /^Add Manually/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Add Manually" }).click();
  await expectToast(page, "Update details successfully!");
  const added = table(page, "Active Accounts").getByRole("row", { name: number });
  await expect(added).toContainText("manual");
  await expect(page.getByRole("region", { name: "Inactive Accounts" }).getByText(number)).toHaveCount(0);
});

test("'Setting a primary account updates the highlighted row', and the payment screen follows", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const before = await numberOf(primaryRow(page, "Active Accounts"));
  const other = otherRow(page, "Active Accounts");
  const chosen = await numberOf(other);
  await other.getByRole("button", { name: /^Make primary/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
  await expectToast(page, "Mark account primary successfully");
  await expect(primaryRow(page, "Active Accounts").getByRole("cell").first()).toHaveText(chosen);
  await expect(primaryRow(page, "Active Accounts")).toHaveCount(1);
  expect(before).not.toBe(chosen);
  await page.goto(`/admin/payment?id=${owner.id}&mode=DEBIT`);
  const choice = page.getByRole("radiogroup", { name: "Bank account" }).locator("label", { hasText: chosen });
  await expect(choice).toContainText("primary");
});

test("'A bank-link account is enabled or disabled by a switch; the primary account's switch is disabled'", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const primarySwitch = primaryRow(page, "Active Accounts").getByRole("switch");
  await expect(primarySwitch).toHaveAttribute("aria-disabled", "true");
  const lost = table(page, "Inactive Accounts").getByRole("row").nth(1);
  const before = await lost.getByRole("switch").isChecked();
  await lost.getByRole("switch").focus();
  await page.keyboard.press("Space");
  await expectToast(page, "Account enable/disable successfully");
  await page.reload();
  await expect(lost.getByRole("switch")).toBeChecked({ checked: !before });
});

test("'activating a card whose expiry has passed is refused; the primary card's switch is disabled'", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const cards = table(page, "Cards");
  const expired = cards.getByRole("row", { name: /Expired/ }).getByRole("switch");
  await expired.hover();
  await expect(
    page.locator("[data-slot=tooltip-content]", { hasText: "Expired cards can not be activated" }),
  ).toBeVisible();
  await expired.click({ force: true });
  await expect(expired).not.toBeChecked();
  await expect(primaryRow(page, "Cards").getByRole("switch")).toHaveAttribute("aria-disabled", "true");
  const inactive = cards
    .getByRole("row", { name: /INACTIVE/ })
    .filter({ hasNotText: "Expired" })
    .first();
  const number = await numberOf(inactive);
  await inactive.getByRole("switch").click();
  await expectToast(page, "Update details successfully!");
  const activated = cards.getByRole("row", { name: new RegExp(number) });
  await expect(activated).toContainText("ACTIVE");
  await activated.getByRole("button", { name: /^Make primary/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
  await expect(primaryRow(page, "Cards").getByRole("cell").first()).toHaveText(number);
});

test("'Back goes: add-manually to primary-account; primary-account to user-detail'", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto(`/admin/add-manually?id=${owner.id}`);
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await sidebar.getByRole("link").click();
  await expect(page).toHaveURL(`/admin/primary-account?id=${owner.id}`);
  await sidebar.getByRole("link").click();
  await expect(page).toHaveURL(`/admin/user-detail?id=${owner.id}`);
});

test("axe finds nothing wrong with the accounts, the question before one is primary, and the form", async ({
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
  await page.getByRole("alertdialog").waitFor();
  await expectAccessible(page);
  await page.goto(`/admin/add-manually?id=${owner.id}`);
  await page.getByRole("button", { name: "Add account" }).click();
  await expect(page.getByText("Please Input Account!")).toBeVisible();
  await expectAccessible(page);
});
