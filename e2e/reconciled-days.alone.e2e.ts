import type { Page } from "@playwright/test";
import { plantFundings } from "./support/reconciliation.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

// Others read the sheet while rows of this test are written and missing.
const differences = (page: Page) => page.getByRole("list", { name: "Differences" });
const difference = (page: Page, cause: string) =>
  differences(page).getByRole("listitem").filter({ hasText: cause });

/** Gives the reason that the open question asks for. */
async function giveReason(page: Page, button: "Ignore" | "Match", reason: string): Promise<void> {
  const form = page.getByRole("dialog");
  await form.getByLabel("Why").fill(reason);
  await form.getByRole("button", { name: button, exact: true }).click();
  await expect(form).toBeHidden();
}

test("a day is compared, its missing row written, what is accepted taken back and accepted again, and the day signed off", async ({
  signIn,
}) => {
  const { day } = await plantFundings([() => [], (row) => [row, row], (row) => [row]]);
  const page = await signIn("ADMIN");
  const compare = async () => {
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expectToast(page, "Compared.");
  };
  await page.goto(`/admin/reconciled-days?day=${day}`);
  await compare();
  const missing = difference(page, "The row is missing in the sheet");
  const twice = difference(page, "The row is duplicated in the sheet");
  await expect(missing).toHaveCount(1);
  await expect(twice).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Sign off" })).toBeDisabled();
  await expectAccessible(page);

  await test.step("the missing row is written by a press, and gone once the day is compared again", async () => {
    await missing.getByRole("button", { name: "Write the row" }).click();
    await expectToast(page, "The row is written.");
    await expect(async () => {
      await compare();
      await expect(missing).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });
  await test.step("what is ignored with a reason is taken back, and ignored again", async () => {
    await twice.getByRole("button", { name: "Ignore with a reason" }).click();
    await giveReason(page, "Ignore", "The second row was typed by hand.");
    await expect(twice).toContainText("Ignored by Adam Whitfield: The second row was typed by hand.");
    await twice.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "The break is open again.");
    await twice.getByRole("button", { name: "Ignore with a reason" }).click();
    await giveReason(page, "Ignore", "It was typed by hand.");
  });
  await test.step("the day is signed off with a document, and nothing of it is changed any more", async () => {
    await page.getByRole("button", { name: "Sign off" }).click();
    await expectToast(page, "The day is signed off.");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Certificate (PDF)" }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(twice.getByRole("button", { name: "Undo" })).toBeDisabled();
  });
});
