import { chooseRowAction, closeMenu, openRowMenu } from "./support/row-menu.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

test("an AUDITOR reads who did what, opens an event and its subject, follows the history of a customer, and changes nothing @long", async ({
  signIn,
}) => {
  const page = await signIn("AUDITOR");
  await page.goto("/admin/audit?what=auth.verifyCode");
  const table = page.getByRole("table", { name: "Audit" });
  await table.getByRole("button", { name: "A visitor entered a sign-in code" }).first().click();
  const drawer = page.getByRole("dialog", { name: "A visitor entered a sign-in code" });
  await expect(drawer.getByRole("table", { name: "What changed" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await page.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Auth: everything" }).click();
  await expect(page).toHaveURL(/what=auth\b/);
  await expect(table.getByRole("row")).not.toHaveCount(1);
  await expectAccessible(page);

  await page.goto("/admin/users");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "History", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/audit\?user=\d+$/);
  await page.goBack();
  await expect(page.getByText("****-**-**").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Create Note/ })).toHaveAttribute("aria-disabled", "true");
});

test("a SUPERADMIN invites somebody and takes them out again; each admin sees their own sessions @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  await page.goto("/admin/settings");
  const staff = page.getByRole("region", { name: /^Staff/ });
  await staff.getByRole("button", { name: "Invite an admin" }).click();
  const form = page.getByRole("dialog", { name: "Invite an admin" });
  const email = `ines-${Date.now()}@lender.example`;
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Full name").fill(`Ines ${email}`);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expectToast(page, "The invitation was sent.");
  const row = staff.getByRole("listitem").filter({ hasText: email });
  await chooseRowAction(row, "Disable");
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(await openRowMenu(row, "Enable")).toBeVisible();
  await closeMenu(page);
  await expectAccessible(page);

  await page.goto("/admin/profile");
  await expect(page.getByRole("region", { name: /^Sessions/ }).getByText("This one")).toBeVisible();
  await expectAccessible(page);
});
