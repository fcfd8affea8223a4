import type { Locator, Page } from "@playwright/test";
import { paymentRow } from "../packages/api/src/testing/ledger-writes.ts";
import { LEDGER_SHEET_COLUMNS } from "../packages/validators/src/ledger-writes/rules.ts";
import { inDatabase } from "./support/database.ts";
import { failLedgerWrites } from "./support/ledger-writes.ts";
import { refuse } from "./support/refuse.ts";
import { paymentRowsWith } from "./support/sandbox.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const group = (page: Page, name: string | RegExp) => page.getByRole("region", { name, exact: true });
const findRows = (section: Locator) => section.getByRole("table").getByRole("row");
const press = (section: Locator, name: string) => section.getByRole("button", { name, exact: true }).click();
const refresh = (page: Page) => page.getByRole("button", { name: "Refresh" }).click();

/** Confirms the question that is asked before something is deleted. */
const confirmDelete = (page: Page) =>
  page
    .getByRole("alertdialog")
    .getByRole("button", { name: /^Delete / })
    .click();

const BATCH = ["Batch Ann", "Batch Ben", "Batch Cy"];
const SINGLES = Array.from({ length: 12 }, (_, index) => `Single ${String(index).padStart(2, "0")}`);

test("what specification 2 says of ledger write failures, line by line @long", async ({ signIn }) => {
  await failLedgerWrites([]);
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/ledger-write-failures");
  const payments = group(page, "Payments");
  const batch = group(page, /^Payments \| BatchId\(/);

  await test.step("Empty state: 'No ledger write failures found.'", async () => {
    await expect(page.getByText("No ledger write failures found.")).toBeVisible();
  });

  const ids = await failLedgerWrites([
    { sheet: "Refunds", rows: [["=1+1", "other", 3]], error: "its reason" },
    { sheet: "Upcoming", rows: [Array.from({ length: 16 }, (_, index) => index)] },
    { sheet: "New Accounts", rows: [Array.from({ length: 35 }, (_, index) => `c${index}`)] },
    { sheet: "Payments", rows: BATCH.map((name) => paymentRow(name)) },
    ...SINGLES.map((name) => ({ sheet: "Payments", rows: [paymentRow(name, -12.5)], about: "payment" })),
  ]);

  await test.step("'Failed to load ledger failures'", async () => {
    const pass = await refuse(page, { "ledgerWrites.list": { code: "SERVICE_UNAVAILABLE" } });
    await page.reload();
    const alert = page.getByRole("alert").filter({ hasText: "Failed to load ledger failures" });
    await expect(alert).toBeVisible();
    await pass();
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect(payments).toBeVisible();
  });

  await test.step("Failures grouped by sheet name: Payments, New Accounts, Upcoming; anything else under Others, shown last. The group heading shows the failure count.", async () => {
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "Payments",
      `Payments | BatchId(${ids[3]})`,
      "New Accounts",
      "Upcoming",
      "Others",
    ]);
    await expect(payments.locator("header")).toContainText("12");
    await expect(page.getByText("16 failures")).toBeVisible();
  });

  await test.step("Known sheets have named columns; Others uses lettered columns A, B and so on.", async () => {
    const named = { ...LEDGER_SHEET_COLUMNS, Others: ["A", "B", "C"] };
    for (const [sheet, names] of Object.entries(named)) {
      const heads = await group(page, sheet).getByRole("columnheader").allTextContents();
      expect(heads.slice(1)).toEqual(names);
    }
  });

  await test.step("split into one row per value, and gets only Retry Batch and Delete Batch", async () => {
    await expect(findRows(batch)).toHaveCount(1 + BATCH.length);
    await expect(batch.locator("header").getByRole("button")).toHaveText(["Retry Batch", "Delete Batch"]);
    await expect(batch.getByRole("checkbox")).toHaveCount(0);
  });

  await test.step("Other groups get Retry All, Retry Selected, Delete Selected (last two disabled with no selection), row checkboxes, page size 10.", async () => {
    await expect(findRows(payments)).toHaveCount(1 + 10);
    for (const name of ["Retry Selected", "Delete Selected"])
      await expect(payments.getByRole("button", { name })).toHaveAccessibleDescription(
        "Select failures first.",
      );
    await payments.getByRole("button", { name: "Next" }).click();
    await expect(findRows(payments)).toHaveCount(1 + 2);
    await expect(page).toHaveURL(/[?&]payments=2$/);
    await page.goBack();
    await expect(findRows(payments)).toHaveCount(1 + 10);
    await expectAccessible(page);
  });

  const others = group(page, "Others");
  await test.step("Each row has an info tooltip (Action, Range, Queued date, Source or '-', Error)", async () => {
    await others.getByRole("checkbox", { name: /^Select =1/ }).focus();
    await page.keyboard.press("Tab");
    const tooltip = page.locator("[data-slot=tooltip-content]");
    await expect(tooltip.getByRole("term")).toHaveText(["Action", "Range", "Queued date", "Source", "Error"]);
    await expect(tooltip.getByRole("definition")).toHaveText([
      "append",
      "Refunds!A:C",
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ET$/,
      "-",
      "its reason",
    ]);
    await expect(others.getByRole("button", { name: /^About =1/ })).toBeFocused();
  });

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await test.step("the tooltip opens to the left, and Copy can be pressed while it is there", async () => {
    const about = payments.getByRole("button", { name: /^About .*Single 11/ });
    await about.hover();
    const tooltip = page.locator("[data-slot=tooltip-content]").filter({ hasText: "Queued date" });
    await expect(tooltip).toBeVisible();
    const [popup, button] = [await tooltip.boundingBox(), await about.boundingBox()];
    expect((popup?.x ?? 0) + (popup?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    await payments.getByRole("button", { name: /^Copy .*Single 11/ }).click();
    await expectToast(page, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("Single 11\t");
    await others.getByRole("button", { name: /^About =1/ }).focus();
  });

  await test.step("a Copy button copying tab-separated values; 'Copied', 'Copy failed'", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectToast(page, "Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("'=1+1\tother\t3");
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
    });
    await page.keyboard.press("Enter");
    await expectToast(page, "Copy failed");
  });

  await test.step("'Delete failed', 'Delete succeeded'", async () => {
    await payments.getByRole("checkbox", { name: /Single 11/ }).click();
    const pass = await refuse(page, { "ledgerWrites.delete": {} });
    await press(payments, "Delete Selected");
    await confirmDelete(page);
    await expectToast(page, "Delete failed");
    await pass();
    await press(payments, "Delete Selected");
    await expect(page.getByRole("alertdialog", { name: "Delete 1 row?" })).toBeVisible();
    await confirmDelete(page);
    await expectToast(page, "Delete succeeded");
    await expect(payments.locator("header")).toContainText("11");
  });

  await test.step("'Retry failed': somebody else was faster (two admins at once: the second is told)", async () => {
    await payments.getByRole("checkbox", { name: /Single 10/ }).click();
    await inDatabase((tx) =>
      tx.outboxMessage.updateMany({ where: { id: ids[14] ?? "" }, data: { deletedAt: new Date() } }),
    );
    await press(payments, "Retry Selected");
    await expectToast(page, "Somebody else retried or deleted this failure meanwhile.");
    await expect(payments.locator("header")).toContainText("10");
  });

  await test.step("'Retry succeeded': the rows stand in the ledger sheet, each once", async () => {
    await press(batch, "Retry Batch");
    await press(payments, "Retry All");
    await expectToast(page, "Retry succeeded");
    await expect(batch).toBeHidden();
    await expect(payments).toBeHidden();
    for (const name of [...BATCH, ...SINGLES.slice(0, 10)])
      expect(await paymentRowsWith(name)).toHaveLength(1);
    for (const name of SINGLES.slice(10)) expect(await paymentRowsWith(name)).toEqual([]);
  });

  await test.step("'Retry failed': the sheet refuses it again, and the row comes back with the reason", async () => {
    await press(others, "Retry All");
    await expectToast(page, 'there is no sheet named "Refunds"');
    await refresh(page);
    await expect(others.getByRole("button", { name: /^About =1/ })).toHaveAccessibleDescription(
      /Error: ledger-sheet: there is no sheet named "Refunds"$/,
    );
  });
});
