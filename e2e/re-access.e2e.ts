import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { payer } from "./support/reports.ts";
import { paymentRowsWith } from "./support/sandbox.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { fundedUser, overlapping } = FIXTURES;

const RE_ACCESS = "Login Into User Profile";
const LOAN_RETURNS = "Loan Returns";

async function openDialog(page: Page, { id }: { id: number }, name: string): Promise<Locator> {
  await page.goto(`/admin/user-detail?id=${id}`);
  await page.getByRole("button", { name, exact: true }).click();
  return page.getByRole("dialog", { name });
}

test.describe("Login Into User Profile", () => {
  test("leads through the customer portal to the confirmation, and its link works once", async ({
    signIn,
  }) => {
    const page = await signIn("EMPLOYEE");
    const dialog = await openDialog(page, fundedUser, RE_ACCESS);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Cannot find the upload page");
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("button", { name: "Log in" }).click();
    const portal = await opened;
    await expect(portal.getByRole("status")).toContainText(
      `is acting for Maria Delgado (customer ${fundedUser.id}), read-only`,
    );
    expect(await portal.evaluate(() => [document.referrer, window.opener])).toEqual(["", null]);
    await expect(dialog).toBeHidden();
    await expectToast(page, "The customer portal of Maria Delgado opened in a new tab.");

    const again = await page.context().newPage();
    await again.goto(portal.url());
    await expect(again.getByRole("alert")).toHaveText("This link was used already or has expired.");

    await portal.getByRole("link", { name: "Back to the console" }).click();
    await expect(portal).toHaveURL(/\/re-access\/logged\?id=[\w-]{36}$/);
    await expect(portal.getByText(/entered the customer portal as Maria Delgado/)).toContainText(
      /on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(New York\)\. The visit is recorded\.$/,
    );
    await expectAccessible(portal);

    const other = await signIn("ADMIN");
    await other.goto(new URL(portal.url()).pathname + new URL(portal.url()).search);
    await expect(other.getByText("There is no such re-access of yours.")).toBeVisible();
  });

  test("stands as a button that expires where the browser blocks the tab @long", async ({ signIn }) => {
    const page = await signIn("ADMIN", "own");
    await page.addInitScript(() => {
      window.open = () => null;
    });
    const dialog = await openDialog(page, overlapping, RE_ACCESS);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Asked on the phone");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("timer")).toHaveText(/^It expires in \d\d s\.$/);
    await expectAccessible(dialog);
    const opened = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: /Open the customer portal/ }).click();
    await expect((await opened).getByRole("status")).toContainText("is acting for Luis Delgado");
    await expect(dialog).toBeHidden();
  });
});

test.describe("Loan Returns", () => {
  const readBalance = async (page: Page): Promise<string> =>
    (
      (await page
        .getByRole("paragraph")
        .filter({ hasText: /^Balance/ })
        .textContent()) ?? ""
    ).replace("Balance", "");

  test("takes disbursement and ofee back, once, and the balance and the ledger sheet follow", async ({
    signIn,
  }) => {
    const borrower = await payer();
    const page = await signIn("EMPLOYEE");
    const dialog = await openDialog(page, borrower, LOAN_RETURNS);
    const submit = dialog.getByRole("button", { name: /^Return/ });
    const ofee = dialog.getByRole("checkbox", { name: /^Ofee · \$/ });
    await ofee.click();
    await expect(ofee).toBeChecked();
    await expect(submit).toHaveAccessibleDescription("Check Disbursement Amount first.");
    await dialog.getByRole("checkbox", { name: /^Disbursement Amount · \$/ }).click();
    const summary = dialog.getByText(`Reduce what ${borrower.name} owes by`);
    const after = /→ (\S+)$/.exec((await summary.textContent()) ?? "");
    await submit.click();
    await expectToast(page, "Loan return recorded successfully!");
    await expect(dialog).toBeHidden();
    await expect.poll(() => readBalance(page)).toBe(after?.[1]);
    const row = page.getByRole("table", { name: "Manual payments" }).getByRole("row");
    await expect(row.filter({ hasText: "Disbursement Return" })).toHaveCount(1);
    const rows = async () =>
      (await paymentRowsWith("Disbursement Return: Application")).filter(([, id]) => id === borrower.id);
    await expect.poll(rows).toHaveLength(1);

    await page.getByRole("button", { name: LOAN_RETURNS, exact: true }).click();
    await expect(dialog.getByText("This loan was already returned.").first()).toBeVisible();
    await expect(submit).toHaveAttribute("aria-disabled", "true");
  });
});

test("axe finds nothing wrong with the question for the reason @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const dialog = await openDialog(page, fundedUser, RE_ACCESS);
  await dialog.getByRole("button", { name: "Log in" }).click();
  await expect(dialog.getByText("Please Input Reason!")).toBeVisible();
  await expectAccessible(dialog);
});

test("axe finds nothing wrong with a loan about to be returned @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const dialog = await openDialog(page, fundedUser, LOAN_RETURNS);
  await dialog.getByRole("checkbox", { name: /^Disbursement Amount · \$/ }).click();
  await expect(dialog.getByText(/^Reduce what Maria Delgado owes by/)).toBeVisible();
  await expectAccessible(dialog);
});
