import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/user-detail?id=${id}`);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("payment automation is switched off and stays off", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, FIXTURES.highRisk);
  const automation = page.getByRole("switch", { name: "Run payment automation" });
  await expect(automation).toBeChecked();
  await automation.click();
  await expect(section(page, "Run payment automation")).toContainText("Payments are taken by staff only.");
  await page.reload();
  await expect(automation).not.toBeChecked();
});

test("without a bank link the reconnect button has no effect, and that is said", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, FIXTURES.noBankLink);
  await expect(section(page, "Toggle Panel")).toContainText(
    "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
  );
});

test("a customer is placed with an agency", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, FIXTURES.loginDisabled);
  const external = section(page, "External Payment");
  const isExternal = external.getByRole("checkbox", { name: "Is External Collections" });
  await external.getByRole("button", { name: "Create" }).click();
  await isExternal.click();
  await external.getByLabel("External Agency Name").fill("Atlas Receivables");
  await external.getByRole("button", { name: "Submit" }).click();
  await expectToast(page, "Updated external payment detail successfully");
  await expect(external).toContainText("Atlas Receivables");
});

test("the transactions are read on the page and saved as sheet and statement", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.behind);
  const balance = section(page, "Balance Details");
  const details = balance.getByRole("table", { name: "Transaction Details" });
  await balance.getByRole("button", { name: "Transaction Details" }).click();
  await expect(details).toContainText("Disbursement");
  const sheet = page.waitForEvent("download");
  await balance.getByRole("button", { name: "Transaction Sheet" }).click();
  expect((await sheet).suggestedFilename()).toMatch(
    /^transactions_user-10023_[\d-]+_to_[\d-]+_America-New_York\.csv$/,
  );
  await expectToast(page, "Transaction sheet exported successfully!");
  const statement = page.waitForEvent("download");
  await balance.getByRole("button", { name: "Transactions PDF" }).click();
  expect((await statement).suggestedFilename()).toMatch(/^transactions_user-10023_.+\.pdf$/);
});

test("axe finds nothing wrong with the preference form and a payment date being moved", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  await open(page, FIXTURES.contractedNotFunded);
  const dates = section(page, "Payment Dates");
  await dates
    .getByRole("button", { name: /^Edit / })
    .last()
    .click();
  await expect(dates.getByRole("button", { name: "Save" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set Payment Preference" }).click();
  await expect(page.getByRole("dialog", { name: "Payment Preference" })).toBeVisible();
  await expectAccessible(page);
});
