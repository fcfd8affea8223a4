import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { openEditForm as open, recalculation, submit, value } from "./support/edit-user.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { behind, contractedNotFunded, expiredApplication, expiredOffer, fundedUser } = FIXTURES;

async function chooseReason(page: Page, reason: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Manual Adjustment Reason" });
  await expect(dialog.getByRole("button", { name: "OK" })).toHaveAccessibleDescription(
    "Choose a reason first.",
  );
  await dialog.getByRole("radio", { name: reason }).check();
  await dialog.getByRole("button", { name: "OK" }).click();
}

async function noReason(page: Page): Promise<void> {
  await value(page, "Manual Adjustment Reason").click();
  await page.getByRole("option", { name: "None" }).click();
}

/** Fills in what is not there yet, so that each try changes something. */
const other = async (page: Page, label: string, one: string, two: string): Promise<string> => {
  const next = (await value(page, label).inputValue()) === one ? two : one;
  await value(page, label).fill(next);
  return next;
};

test("the Edit User button leads to the form, Back to user-detail, and the breadcrumb to both @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  await page.getByRole("button", { name: "Edit User" }).click();
  await expect(page).toHaveURL(`/admin/edit-user?id=${fundedUser.id}`);
  const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
  await expect(breadcrumb.getByRole("link", { name: "Maria Delgado" })).toBeVisible();
  await expect(breadcrumb).toContainText("Edit User");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${fundedUser.id}`));
});

test("'Latest application is expired. Please ask user to start a new application.': the amount fields are disabled @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, expiredApplication);
  const text = "Latest application is expired. Please ask user to start a new application.";
  await expect(page.getByText(text).first()).toBeVisible();
  for (const label of ["Approved Amount", "Discount Amount", "Payback Amount", "Payment Amount"]) {
    await expect(value(page, label)).not.toBeEditable();
    await expect(value(page, label)).toHaveAccessibleDescription(text);
  }
  await expectAccessible(page);
});

test("'Most recent offer has expired. Please ask user to generate a new offer.' @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, expiredOffer);
  await expect(
    page.getByText("Most recent offer has expired. Please ask user to generate a new offer.").first(),
  ).toBeVisible();
  await expect(value(page, "Approved Amount")).not.toBeEditable();
});

test("Submit opens a reason-picking dialog; OK submits: 'User updated successfully!'", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, contractedNotFunded);
  await noReason(page);
  const amount = await other(page, "Approved Amount", "1,500.00", "1,600.00");
  await expect(recalculation(page)).toContainText(`now $${amount}`);
  await submit(page);
  await chooseReason(page, "Customer Request");
  await expectToast(page, "User updated successfully!");
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${contractedNotFunded.id}`));
  await expect(page.getByRole("region", { name: "General", exact: true })).toContainText(`$${amount}`);
});

test("Cancel reverts the form to loaded values @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, behind);
  await noReason(page);
  const before = await value(page, "Discount Amount").inputValue();
  await value(page, "Discount Amount").fill("1.00");
  await submit(page);
  const dialog = page.getByRole("dialog", { name: "Manual Adjustment Reason" });
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(value(page, "Discount Amount")).toHaveValue(before);
});

test("payments that are unpaid follow the new terms, after they were looked at @long", async ({ signIn }) => {
  const page = await signIn("ADMIN");
  await open(page, behind);
  await noReason(page);
  const amount = await other(page, "Payment Amount", "777.00", "888.00");
  await submit(page);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("table", { name: "Unpaid payments" })).toContainText(`$${amount}`);
  const day = await dialog
    .getByRole("table", { name: "Unpaid payments" })
    .getByRole("row")
    .nth(1)
    .getByRole("cell")
    .first()
    .textContent();
  await chooseReason(page, "Payment Plan Change");
  await expectToast(page, "User updated successfully!");
  await page.goto(`/admin/payment-schedules?user=${behind.id}`);
  const row = page.getByRole("row").filter({ has: page.getByRole("cell", { name: new RegExp(`^${day}`) }) });
  await expect(row).toContainText(`$${amount}`);
});

test("'User with same email already exists: {id} {fullname}' opens that user @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, contractedNotFunded);
  await value(page, "Email").fill(fundedUser.email);
  await submit(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  const link = page.getByRole("link", {
    name: `User with same email already exists: ${fundedUser.id} Maria Delgado`,
  });
  const opened = page.context().waitForEvent("page");
  await link.click();
  await expect(await opened).toHaveURL(new RegExp(`/admin/user-detail\\?id=${fundedUser.id}$`));
});

test("unsaved changes are asked about by Back, and come back after a reload @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${behind.id}`);
  await page.getByRole("button", { name: "Edit User" }).click();
  await value(page, "City").fill("Elsewhere");
  await page.goBack();
  await page
    .getByRole("alertdialog", { name: "Discard changes?" })
    .getByRole("button", { name: "Keep editing" })
    .click();
  await expect(page).toHaveURL(`/admin/edit-user?id=${behind.id}`);
  await page.waitForFunction(() =>
    Object.values(sessionStorage).some((text) => String(text).includes("Elsewhere")),
  );
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/^Draft from \d\d:\d\d ET recovered$/)).toBeVisible();
  await expect(value(page, "City")).toHaveValue("Elsewhere");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(value(page, "City")).not.toHaveValue("Elsewhere");
});

test("the keyboard alone edits, gives the reason and saves @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  await open(page, behind);
  await value(page, "Company Name").focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(`Bennett ${Date.now()}`);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Review changes" });
  await expect(dialog.getByRole("button", { name: "Save changes" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectToast(page, "User updated successfully!");
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${behind.id}`));
});

test("a VIEWER is not led there, and told who may @long", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  await expect(page.getByRole("button", { name: "Edit User" })).toHaveAccessibleDescription(reason);
  await page.goto(`/admin/edit-user?id=${fundedUser.id}`);
  await expect(page.getByText("Your role may not edit users.")).toBeVisible();
  await expect(page.getByText(reason)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Back to User" }).click();
  await expect(page).toHaveURL(`/admin/user-detail?id=${fundedUser.id}`);
});

test("axe finds nothing wrong with the form, with errors, and with the question for the reason @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, behind);
  await expectAccessible(page);
  await noReason(page);
  await value(page, "Zip Code").fill("1");
  await value(page, "Discount Amount").fill("2.00");
  await submit(page);
  await expect(page.getByText("Enter a zip code of 5 or 9 digits.")).toBeVisible();
  await expectAccessible(page);
  await value(page, "Zip Code").fill("10001");
  await submit(page);
  await expectAccessible(page.getByRole("dialog"));
});
