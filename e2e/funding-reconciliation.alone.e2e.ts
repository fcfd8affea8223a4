import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { newYorkDate } from "../packages/validators/src/new-york.ts";
import { plantFundings } from "./support/reconciliation.ts";
import { expect, expectAccessible, leaveSearch, openGroup, pressSequence, test } from "./support/test.ts";

async function exportCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await saving;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.trimEnd().split("\n") };
}

test("Funding Reconciliation compares product, sheet and processor row by row, and exports both reports", async ({
  signIn,
}) => {
  const { day, fundings } = await plantFundings([
    (row) => [row],
    () => [],
    (row) => [row, row],
    (row) => [{ ...row, cells: row.cells.with(3, -1_000) }],
  ]);
  const [sound, missing, doubled, otherwise] = fundings;
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await leaveSearch(page);
  await openGroup(page, "Reports");
  await expect(page.getByRole("link", { name: "Funding Reconciliation" })).toBeVisible();
  await pressSequence(page, "g", "r");
  const form = page.getByRole("form", { name: "Funding Reconciliation" });
  for (const name of ["Start Date", "End Date"]) await form.getByLabel(name, { exact: true }).fill(day);
  await form.getByRole("button", { name: "Generate Report" }).click();
  await expect(page).toHaveURL(new RegExp(`startDate=${day}&endDate=${day}`));
  const table = page.getByRole("table", { name: "Funding Reconciliation" });
  const findRow = (name = "") => table.getByRole("row").filter({ hasText: name });

  await test.step("each difference has its row, and the summary counts them", async () => {
    await expect(table.getByRole("row")).toHaveCount(4);
    await expect(findRow(missing?.name)).toContainText("Ledger sheet differs from the others: missing");
    await expect(findRow(doubled?.name)).toContainText("Duplicate in the sheet");
    await expect(findRow(doubled?.name)).toContainText("$1,200.10 × 2");
    await expect(findRow(otherwise?.name)).toContainText("Mismatch");
    await expect(findRow(otherwise?.name)).toContainText("−$200.10");
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("1 of 4 match");
    await expect(summary).toContainText("1 duplicate, 1 missing");
    await expect(summary.getByRole("row", { name: /^Processor/ })).toContainText("$4,800.40");
  });

  await test.step("the keyboard opens the transactions of a row", async () => {
    await findRow(doubled?.name)
      .getByRole("button", { name: /^Transactions of / })
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: "Transactions" }).getByRole("row")).toHaveCount(5);
    await expectAccessible(page);
  });

  await test.step("a reload keeps days and filter, and the file holds all rows", async () => {
    await form.getByRole("checkbox", { name: "Issues only" }).click();
    await expect(page).toHaveURL(/issues=0/);
    await page.reload();
    await expect(findRow(sound?.name)).toContainText("Match");
    const { name, lines } = await exportCsv(page);
    expect(name).toBe(`funding_reconciliation_report_${newYorkDate(new Date())}.csv`);
    expect(lines).toHaveLength(5);
    expect(lines.filter((line) => line.startsWith(`${doubled?.userId},`))).toHaveLength(1);
  });

  await test.step("All Payments has the same payments, and a file of its own", async () => {
    await page.getByRole("tab", { name: "All Payments" }).click();
    const payments = page.getByRole("table", { name: "All Payments" });
    const row = payments.getByRole("row").filter({ hasText: missing?.name ?? "" });
    await expect(row).toContainText("CREDIT · money out");
    await expect(row).toContainText("Not Found");
    // The card processor in the sandbox has no report of a day that long ago.
    await expect(page.getByText(`The card processor has no complete report of ${day}.`)).toBeVisible();
    await expectAccessible(page);
    const { name } = await exportCsv(page);
    expect(name).toBe(`payment_reconciliation_report_${newYorkDate(new Date())}.csv`);
  });
});
