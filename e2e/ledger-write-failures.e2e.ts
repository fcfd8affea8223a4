import type { Page } from "@playwright/test";
import { paymentRow } from "../packages/api/src/testing/ledger-writes.ts";
import { failLedgerWrites } from "./support/ledger-writes.ts";
import { paymentRowsWith } from "./support/sandbox.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const group = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });

const BATCH = ["Batch Ann", "Batch Ben", "Batch Cy"];
const SINGLES = ["Single One", "Single Two"];

test("failed ledger writes are copied, deleted and retried, and a retried row is in the sheet once", async ({
  signIn,
}) => {
  await failLedgerWrites([
    { sheet: "Refunds", rows: [["=1+1", "other", 3]], error: "its reason" },
    { sheet: "Payments", rows: BATCH.map((name) => paymentRow(name)) },
    ...SINGLES.map((name) => ({ sheet: "Payments", rows: [paymentRow(name, -12.5)], about: "payment" })),
  ]);
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/ledger-write-failures");
  const payments = group(page, "Payments");
  const others = group(page, "Others");
  await expect(page.getByText("4 failures")).toBeVisible();
  await expectAccessible(page);

  await test.step("the tooltip opens to the left and leaves Copy free", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const about = payments.getByRole("button", { name: /^About .*Single Two/ });
    await about.hover();
    const tooltip = page.locator("[data-slot=tooltip-content]").filter({ hasText: "Queued date" });
    await expect(tooltip).toBeVisible();
    const [popup, button] = [await tooltip.boundingBox(), await about.boundingBox()];
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    await payments.getByRole("button", { name: /^Copy .*Single Two/ }).click();
    await expectToast(page, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Single Two\t");
  });

  await test.step("a tooltip opens on focus, and the next Tab reaches Copy", async () => {
    await others.getByRole("checkbox", { name: /^Select =1/ }).focus();
    await page.keyboard.press("Tab");
    const tooltip = page.locator("[data-slot=tooltip-content]").filter({ hasText: "its reason" });
    await expect(tooltip.getByRole("term")).toHaveText(["Action", "Range", "Queued date", "Source", "Error"]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("'=1+1\tother\t3");
  });

  await test.step("a deleted failure is never written", async () => {
    await payments.getByRole("checkbox", { name: /Single Two/ }).click();
    await payments.getByRole("button", { name: "Delete Selected" }).click();
    const question = page.getByRole("alertdialog", { name: "Delete 1 row?" });
    await question.getByRole("button", { name: /^Delete / }).click();
    await expectToast(page, "Delete succeeded");
    await expect(payments.getByRole("checkbox", { name: /Single Two/ })).toHaveCount(0);
  });

  await test.step("retried rows are in the sheet once each", async () => {
    const batch = group(page, /^Payments \| BatchId\(/);
    await batch.getByRole("button", { name: "Retry Batch" }).click();
    await payments.getByRole("button", { name: "Retry All" }).click();
    await expectToast(page, "Retry succeeded");
    await expect(batch).toBeHidden();
    await expect(payments).toBeHidden();
    for (const name of [...BATCH, "Single One"]) expect(await paymentRowsWith(name)).toHaveLength(1);
    expect(await paymentRowsWith("Single Two")).toEqual([]);
  });

  await test.step("a row that the sheet refuses again stays, with the reason", async () => {
    await others.getByRole("button", { name: "Retry All" }).click();
    await expectToast(page, 'there is no sheet named "Refunds"');
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(others.getByRole("button", { name: /^About =1/ })).toHaveAccessibleDescription(
      /Error: ledger-sheet: there is no sheet named "Refunds"$/,
    );
  });
});
