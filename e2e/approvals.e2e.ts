import type { Page } from "@playwright/test";
import { chooseOption } from "./support/choose-option.ts";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, expectToast, leaveSearch, pressSequence, test } from "./support/test.ts";

const newCustomer = (firstname: string) =>
  inDatabase((tx) => tx.user.create({ data: { firstname, lastname: "Twice-Looked" }, select: { id: true } }));

const balance = (page: Page) => page.getByRole("paragraph").filter({ hasText: /^Balance/ });
const table = (page: Page) => page.getByRole("table", { name: "Approvals" });

/** Records a credit over the ceiling, which waits for a second person. */
async function recordOverCeiling(page: Page, id: number): Promise<void> {
  await page.goto(`/admin/user-detail?id=${id}&drawer=manual-payment`);
  const drawer = page.getByRole("dialog", { name: "Performing Manual Payment" });
  const choose = (label: string, option: string) =>
    chooseOption(drawer.getByRole("combobox", { name: label }), option);
  await choose("Line Item Type", "Adjustment");
  await choose("Mode Of Payment", "Discount Credit");
  await choose("Transaction Type", "Other");
  await choose("Payment Type", "CREDIT");
  await drawer.getByLabel("Transaction Amount").fill("10500");
  await drawer.getByLabel("Description").fill("Taken over from the old system");
  await drawer.getByRole("button", { name: "Record payment" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: /^Record \$10,500\.00/ }).click();
  await expectToast(page, "Sent for approval");
  await expect(drawer).toBeHidden();
}

test("what is over the ceiling waits for a second person, who sees what it would do and approves it by keyboard", async ({
  signIn,
}) => {
  const { id } = await newCustomer("Wanda");
  const maker = await signIn("SUPERADMIN");
  await recordOverCeiling(maker, id);
  await test.step("who asked for it sees it on the customer, and may not decide it", async () => {
    await expect(balance(maker)).toContainText("$0.00");
    await expect(
      maker.getByText("Waiting for approval: Manual payment: Adjustment (CREDIT) of $10,500.00"),
    ).toBeVisible();
    await maker.locator("#page").getByRole("button", { name: "View", exact: true }).click();
    const sheet = maker.getByRole("dialog");
    await expect(sheet).toContainText("You requested this. Another admin must decide it.");
    await expect(sheet.getByRole("button", { name: "Approve" })).toBeDisabled();
    await expect(sheet.getByRole("button", { name: "Withdraw" })).toBeEnabled();
    await expectAccessible(maker);
    await maker.keyboard.press("Escape");
  });
  await test.step("another opens the inbox with g v, and it with a key", async () => {
    const checker = await signIn("ADMIN");
    await checker.goto("/admin/users");
    await leaveSearch(checker);
    await pressSequence(checker, "g", "v");
    await expect(checker).toHaveURL("/admin/approvals");
    await expect(table(checker)).toContainText("Wanda Twice-Looked");
    await expectAccessible(checker);
    await table(checker)
      .getByRole("row", { name: /Wanda/ })
      .getByRole("button", { name: /^Manual payment/ })
      .press("Enter");
    const sheet = checker.getByRole("dialog");
    await expect(sheet).toContainText("Manual payment over the ceiling: always needs approval.");
    await expect(sheet).toContainText("$0.00 → $10,500.00");
    await expect(sheet).toContainText(`receivable:${id}`);
    await sheet.getByRole("button", { name: "Approve" }).press("Enter");
    await expectToast(checker, "Approved and completed.");
    await checker.goto(`/admin/user-detail?id=${id}`);
    await expect(balance(checker)).toContainText("$10,500.00");
  });
});

test("what is denied is not done, and who asked for it reads why @long", async ({ signIn }) => {
  const { id } = await newCustomer("Dennis");
  const maker = await signIn("SUPERADMIN");
  await recordOverCeiling(maker, id);
  const checker = await signIn("ADMIN");
  await checker.goto(`/admin/user-detail?id=${id}`);
  await checker.getByRole("button", { name: "Decide" }).click();
  await checker.getByRole("dialog").getByRole("button", { name: "Deny" }).click();
  const form = checker.getByRole("dialog", { name: "Deny this request?" });
  await form.getByLabel("Reason").fill("It was taken over already.");
  await form.getByRole("button", { name: "Deny" }).click();
  await expectToast(checker, "Denied.");
  await maker.goto("/admin/approvals?view=mine");
  const row = table(maker).getByRole("row", { name: /Dennis/ });
  await expect(row).toContainText("Denied (Adam Whitfield)");
  await row.getByRole("button", { name: /^Manual payment/ }).click();
  await expect(maker.getByRole("dialog")).toContainText("It was taken over already.");
  await maker.goto(`/admin/user-detail?id=${id}`);
  await expect(balance(maker)).toContainText("$0.00");
});

test("a rule is changed by two people @long", async ({ signIn }) => {
  const maker = await signIn("SUPERADMIN");
  await maker.goto("/admin/settings?tab=approvals");
  const rules = maker.getByRole("region", { name: "Approval rules" });
  await expect(rules).toContainText("Loan return No approval needed.");
  await rules.getByRole("button", { name: "Change Collect" }).click();
  const form = maker.getByRole("dialog", { name: "Collect" });
  await form.getByLabel("Needs approval over (USD)").fill("1000000");
  await form.getByRole("button", { name: "Request this change" }).click();
  await expectToast(maker, "Sent for approval");
  await expect(form).toBeHidden();
  await expect(rules).toContainText("Collect No approval needed.");
  const checker = await signIn("ADMIN");
  await checker.goto("/admin/approvals");
  await table(checker)
    .getByRole("button", { name: /^Collect: Needs approval: over \$1,000,000\.00/ })
    .click();
  await checker.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expectToast(checker, "Approved and completed.");
  await maker.reload();
  await expect(rules).toContainText("Collect Needs approval: over $1,000,000.00.");
});
