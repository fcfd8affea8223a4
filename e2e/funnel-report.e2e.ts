import { readFile } from "node:fs/promises";
import { chooseOption } from "./support/choose-option.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("the funnel is asked for by deal, channel, partner and time, read, and exported @long", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await page.getByRole("link", { name: "Funnel Analysis" }).click();
  await expect(page.getByRole("heading", { name: "Funnel Analysis" })).toBeVisible();
  const filters = page.getByRole("form", { name: "Funnel" });
  const run = filters.getByRole("button", { name: "Go Filter" });
  const exportButton = page.getByRole("button", { name: "Export CSV" });
  const choose = (filter: string, option: string): Promise<void> =>
    chooseOption(filters.getByLabel(filter, { exact: true }), option);

  await test.step("it opens with the current month, and the address says so", async () => {
    await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/);
    await expect(exportButton).not.toHaveAttribute("aria-disabled", "true");
  });

  await test.step("Filters: Deal Type (New, Renewal, All); Channel (All, Organic, Partner); Time Period", async () => {
    for (const [filter, options] of [
      ["Deal Type", ["New", "Renewal", "All"]],
      ["Channel", ["All", "Organic", "Partner"]],
      ["Time Period", ["Current Month", "Last Month", "Last Quarter", "Custom"]],
    ] as const) {
      await filters.getByLabel(filter, { exact: true }).click();
      await expect(page.getByRole("option")).toHaveText(options);
      await page.keyboard.press("Escape");
    }
  });

  await test.step("Partner (only when channel is partner; list starts with 'All Partners')", async () => {
    const partner = filters.getByLabel("Partner", { exact: true });
    await expect(partner).toHaveCount(0);
    await choose("Channel", "Partner");
    await expect(partner).toHaveText("All Partners");
    await partner.click();
    await expect(page.getByRole("option").first()).toHaveText("All Partners");
    await expect(page.getByRole("option")).toHaveCount(6);
    await page.keyboard.press("Escape");
  });

  await test.step("'Inclusive Date' … or 'Select Start Date' / 'Select End Date' if invalid", async () => {
    const shown = filters.locator("output");
    await expect(shown).toHaveText(/^\w{3} 01, \d{4}( – \w{3} \d\d, \d{4})? \(ET\)$/);
    await choose("Time Period", "Custom");
    await expect(shown).toHaveText("Select Start Date");
    await filters.getByLabel("Start Date", { exact: true }).fill("2026-02-01");
    await expect(shown).toHaveText("Select End Date");
    await filters.getByLabel("End Date", { exact: true }).fill("2026-01-01");
    await expect(filters.getByRole("alert")).toHaveText("The start date must be before the end date.");
    await expect(run).toHaveAttribute("aria-disabled", "true");
    await filters.getByLabel("Start Date", { exact: true }).fill("2020-01-01");
    await expect(shown).toHaveText("Jan 01, 2020 – Jan 01, 2026 (ET)");
  });

  const table = page.getByRole("table", { name: "Funnel Analysis" });
  await test.step("'Go Filter' runs the report. Columns: Phases, Count of Users, …", async () => {
    await filters.getByLabel("End Date", { exact: true }).fill("2030-01-01");
    await choose("Channel", "All");
    await run.click();
    await expect(page).toHaveURL(/from=2020-01-01&to=2030-01-01/);
    await expect(run).toBeFocused();
    await expect(
      page.locator("[data-slot=page-header]").getByText("Jan 01, 2020 – Jan 01, 2030 (ET)"),
    ).toBeVisible();
    await expect(table.getByRole("columnheader")).toHaveText([
      "Phases",
      "Count of Users",
      "Phases to Converted Ratio",
      "Amount Value",
      "Drop off count",
      "Rejected count",
      "Still open count",
    ]);
    await expect(table.getByRole("row")).toHaveCount(24);
    const funded = table
      .getByRole("row")
      .filter({ has: page.getByRole("cell", { name: "Funded", exact: true }) });
    await expect(funded).toContainText("100.0%");
    await expect(funded).toContainText("$");
  });

  await test.step("the same report is there again by its address, and nothing is wrong with it", async () => {
    const before = await table.textContent();
    await page.reload();
    await expect(table.getByRole("row")).toHaveCount(24);
    expect(await table.textContent()).toBe(before);
    await expectAccessible(page);
  });

  await test.step("'Export CSV'", async () => {
    const saving = page.waitForEvent("download");
    await exportButton.click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("funnel-report.csv");
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(24);
    expect(lines[1]).toMatch(/^10,Application Started,\d+,\d+\.\d,\d+\.\d\d,\d+,\d+,\d+$/);
  });
});
