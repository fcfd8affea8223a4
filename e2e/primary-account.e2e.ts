import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { smallBusiness: owner, noBankLink: newcomer, lostBankLink } = FIXTURES;
/** New with every try. */
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

const readNumber = async (row: Locator): Promise<string> =>
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

test("'Add Manually': the account is added by the keyboard alone, and after 1 s stands among the active ones @long", async ({
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

test("routing digits only; the same account twice is refused; what the bank would refuse is not sent @long", async ({
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

test("manual add success 'Update details successfully!' on the list page (reloads after 1 s) @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, lostBankLink);
  const lost = table(page, "Inactive Accounts").getByRole("row").nth(1);
  const number = await readNumber(lost);
  await lost.getByRole("button", { name: /^Add Manually/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Add Manually" }).click();
  await expectToast(page, "Update details successfully!");
  const added = table(page, "Active Accounts").getByRole("row", { name: number });
  await expect(added).toContainText("manual");
  await expect(page.getByRole("region", { name: "Inactive Accounts" }).getByText(number)).toHaveCount(0);
});

test("'Setting a primary account updates the highlighted row', and the payment screen follows @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, owner);
  const before = await readNumber(primaryRow(page, "Active Accounts"));
  const other = otherRow(page, "Active Accounts");
  const chosen = await readNumber(other);
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
  const number = await readNumber(inactive);
  await inactive.getByRole("switch").click();
  await expectToast(page, "Update details successfully!");
  const activated = cards.getByRole("row", { name: new RegExp(number) });
  await expect(activated).toContainText("ACTIVE");
  await activated.getByRole("button", { name: /^Make primary/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
  await expect(primaryRow(page, "Cards").getByRole("cell").first()).toHaveText(number);
});

test("what fails says so in the product's words, and leaves the row as it was @long", async ({ signIn }) => {
  const page = await signIn("ADMIN");
  const failing = (procedure: string) =>
    page.route(`**/trpc/**${procedure}**`, (route) => route.fulfill({ status: 500, body: "{}" }));
  const region = (name: string) => page.getByRole("region", { name, exact: true });

  await test.step("'page failures 'Something went wrong!''; 'loading all cards failed … 'Something went wrong''", async () => {
    await failing("bankAccounts.list");
    await failing("cards.list");
    await open(page, owner);
    for (const [name, message] of [
      ["Active Accounts", "Something went wrong!"],
      ["Inactive Accounts", "Something went wrong!"],
      ["Cards", "Something went wrong"],
    ] as const)
      await expect(region(name).getByText(message, { exact: true })).toBeVisible();
    await page.unrouteAll();
    for (const name of ["Active Accounts", "Inactive Accounts", "Cards"]) {
      await region(name).getByRole("button", { name: "Retry" }).click();
      await expect(table(page, name)).toBeVisible();
    }
  });
  await test.step("'collapsible Active Accounts table; collapsible Inactive Accounts table'", async () => {
    for (const name of ["Active Accounts", "Inactive Accounts"]) {
      await region(name)
        .getByRole("button", { name: `Collapse ${name}` })
        .click();
      await expect(table(page, name)).toHaveCount(0);
      await region(name)
        .getByRole("button", { name: `Expand ${name}` })
        .click();
      await expect(table(page, name)).toBeVisible();
    }
  });
  await test.step("'failure 'Failed to make the accound enable/disable''", async () => {
    await failing("bankAccounts.setEnabled");
    const lost = table(page, "Inactive Accounts").getByRole("row").nth(1).getByRole("switch");
    const before = await lost.isChecked();
    await lost.click();
    await expectToast(page, "Failed to make the accound enable/disable");
    await expect(lost).toBeChecked({ checked: before });
  });
  const card = table(page, "Cards")
    .getByRole("row", { name: /Make primary/ })
    .filter({ hasNotText: "Expired" })
    .first();
  await test.step("'card switch failure 'Failed to make the card enable/disable''", async () => {
    await failing("cards.setStatus");
    const before = await card.getByRole("switch").isChecked();
    await card.getByRole("switch").click();
    await expectToast(page, "Failed to make the card enable/disable");
    await expect(card.getByRole("switch")).toBeChecked({ checked: before });
  });
  await test.step("'a disabled account cannot be made primary'", async () => {
    await page.unrouteAll();
    const account = table(page, "Inactive Accounts").getByRole("row").nth(2);
    const wasOn = await account.getByRole("switch").isChecked();
    if (wasOn) await account.getByRole("switch").click();
    await expect(account.getByRole("button", { name: /^Make primary/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await account.getByRole("switch").click();
    await expect(account.getByRole("button", { name: /^Make primary/ })).toBeEnabled();
  });
  await test.step("'set primary card failure shows the server's error field or message'", async () => {
    if (!(await card.getByRole("switch").isChecked())) await card.getByRole("switch").click();
    const message = "The card was removed meanwhile.";
    const error = { json: { message, code: -32009, data: { code: "CONFLICT", httpStatus: 409 } } };
    await page.route("**/trpc/**cards.makePrimary**", (route) =>
      route.fulfill({ status: 409, contentType: "application/json", body: JSON.stringify([{ error }]) }),
    );
    await card.getByRole("button", { name: /^Make primary/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Make primary" }).click();
    await expectToast(page, message);
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
