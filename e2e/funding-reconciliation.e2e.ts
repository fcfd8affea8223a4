import { readFile } from "node:fs/promises";
import { addDays, newYorkDate } from "../packages/validators/src/new-york.ts";
import { plantFundings } from "./support/reconciliation.ts";
import { armFault } from "./support/sandbox.ts";
import { expect, expectAccessible, leaveSearch, pressSequence, test } from "./support/test.ts";

test.use({ alone: true });

/** The rows of the sheet; who copies a payment there reads the column of ids alone. */
const UNREADABLE_SHEET = {
  provider: "google",
  kind: "status",
  status: 503,
  method: "GET",
  path: "/values/Payments!A",
} as const;

test("what specification 2 says of Funding Reconciliation, line by line @long", async ({ signIn }) => {
  const { day, fundings } = await plantFundings([
    (row) => [row],
    () => [],
    (row) => [row, row],
    (row) => [{ ...row, cells: row.cells.with(3, -1_000) }],
  ]);
  const [sound, missing, doubled, otherwise] = fundings;
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await expect(page.getByRole("link", { name: "Funding Reconciliation" })).toBeVisible();
  await leaveSearch(page);
  await pressSequence(page, "g", "r");
  await expect(page.getByRole("heading", { name: "Funding Reconciliation" })).toBeVisible();
  const form = page.getByRole("form", { name: "Funding Reconciliation" });
  const run = form.getByRole("button", { name: "Generate Report" });
  const [start, end] = [
    form.getByLabel("Start Date", { exact: true }),
    form.getByLabel("End Date", { exact: true }),
  ];
  const latest = addDays(newYorkDate(new Date()), -2);

  await test.step("'default range is two days ago; issues-only checkbox default on'", async () => {
    await expect(start).toHaveValue(latest);
    await expect(end).toHaveValue(latest);
    await expect(form.getByRole("checkbox", { name: "Issues only" })).toBeChecked();
  });

  // It opens with the report of that day; faults that are armed below are for the one that is asked for then.
  await expect(page).toHaveURL(new RegExp(`startDate=${latest}&endDate=${latest}`));
  await expect(page.getByText(/· Compared /)).toBeVisible();

  await test.step("'allows only dates from 2024-08-01 up to two days before today; Generate Report is disabled unless both dates are chosen, otherwise error'", async () => {
    await end.fill("");
    await expect(form.getByRole("alert")).toHaveText(
      "Please select a valid date range to generate the report.",
    );
    await expect(run).toHaveAttribute("aria-disabled", "true");
    for (const late of ["2024-07-31", addDays(latest, 1)]) {
      await start.fill(late);
      await end.fill(late);
      await expect(form.getByRole("alert")).toContainText(`Choose days from 2024-08-01 to ${latest}`);
      await expect(run).toHaveAttribute("aria-disabled", "true");
    }
  });

  const table = page.getByRole("table", { name: "Funding Reconciliation" });
  const findLine = (name = "") => table.getByRole("row").filter({ hasText: name });
  await test.step("'Error generating funding reconciliation report. Please try again.'", async () => {
    await armFault(UNREADABLE_SHEET);
    await armFault({
      provider: "payliance",
      kind: "status",
      status: 503,
      path: "querysettlements",
      body: `"Start":"${day.slice(0, 4)}-`,
    });
    await start.fill(day);
    await end.fill(day);
    await run.click();
    await expect(
      page.getByText("Error generating funding reconciliation report. Please try again."),
    ).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`startDate=${day}&endDate=${day}`));
  });

  await test.step("a system that does not answer is named, and nothing is taken for missing in it", async () => {
    await armFault(UNREADABLE_SHEET);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Ledger sheet did not answer: compared 2 of 3.")).toBeVisible();
    await expect(page.getByText("4 of 4 match.")).toBeVisible();
  });

  await test.step("'Row status: Match, Mismatch, Double Funded, Not Found; overall Match or Not Match'", async () => {
    await run.click();
    await expect(table.getByRole("row")).toHaveCount(4);
    await expect(findLine(missing?.name)).toContainText("Not Found");
    await expect(findLine(missing?.name)).toContainText("Ledger sheet is not as the others: missing");
    await expect(findLine(doubled?.name)).toContainText("Twice in the sheet");
    await expect(findLine(doubled?.name)).toContainText("$1,200.10 × 2");
    await expect(findLine(otherwise?.name)).toContainText("Mismatch");
    await expect(findLine(otherwise?.name)).toContainText("−$200.10");
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText("Not Match");
    await expect(summary).toContainText("1 of 4 match");
    await expect(summary).toContainText("1 duplicate, 1 missing");
    await expect(summary.getByRole("row", { name: /^Processor/ })).toContainText("$4,800.40");
  });

  await test.step("a status leaves its rows, a row opens to the raw transactions, a user id leads to the user", async () => {
    await page.getByRole("button", { name: "Mismatch 1" }).click();
    await expect(table.getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: "All 3" }).click();
    await findLine(doubled?.name)
      .getByRole("button", { name: /^Transactions of / })
      .focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("table", { name: "Transactions" }).getByRole("row")).toHaveCount(5);
    await expect(page.getByRole("link", { name: "Open the payment" })).toHaveAttribute(
      "href",
      `/admin/payment-processor?payment=${doubled?.paymentId}`,
    );
    await expect(table.getByRole("link", { name: String(missing?.userId), exact: true })).toHaveAttribute(
      "href",
      `/admin/user-detail?id=${missing?.userId}`,
    );
    await expectAccessible(page);
  });

  await test.step("'optional query params startDate and endDate': the same report is there by its address, all rows of it", async () => {
    await form.getByRole("checkbox", { name: "Issues only" }).click();
    await expect(findLine(sound?.name)).toContainText("Match");
    await expect(page).toHaveURL(/issues=0/);
    await page.reload();
    await expect(findLine(sound?.name)).toContainText("Match");
    await expect(start).toHaveValue(day);
  });

  await test.step("'funding_reconciliation_report_{date}.csv'", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(`funding_reconciliation_report_${newYorkDate(new Date())}.csv`);
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(5);
    expect(lines.filter((line) => line.startsWith(`${doubled?.userId},`))).toHaveLength(1);
  });

  await test.step("All Payments has the same payments with what they are, under an address of its own, and as a file", async () => {
    await page.getByRole("tab", { name: "All Payments" }).click();
    await expect(page).toHaveURL(/tab=payments/);
    const payments = page.getByRole("table", { name: "All Payments" });
    const row = payments.getByRole("row").filter({ hasText: missing?.name ?? "" });
    await expect(row).toContainText("CREDIT · money out");
    await expect(row).toContainText("Not Found");
    await expect(payments.getByRole("row").filter({ hasText: doubled?.name ?? "" })).toContainText(
      "Twice in the sheet",
    );
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("Bank transfers, money out");
    // The day is long ago: the card processor in the sandbox has no report of it.
    await expect(page.getByText(`The card processor has no whole report of ${day}.`)).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(payments).toBeVisible();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    expect((await saving).suggestedFilename()).toBe(
      `payment_reconciliation_report_${newYorkDate(new Date())}.csv`,
    );
  });
});
