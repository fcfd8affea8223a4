import { readFile } from "node:fs/promises";
import { chooseOption } from "./support/choose-option.ts";
import { expect, expectAccessible, openGroup, test } from "./support/test.ts";

test("the funnel is read for chosen days, reloaded by its address, and exported @long", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await openGroup(page, "Reports");
  await page.getByRole("link", { name: "Funnel Analysis" }).click();
  const filters = page.getByRole("form", { name: "Funnel" });
  const choose = (filter: string, option: string): Promise<void> =>
    chooseOption(filters.getByLabel(filter, { exact: true }), option);
  const table = page.getByRole("table", { name: "Funnel Analysis" });
  await expect(table.getByRole("row")).toHaveCount(24);

  await test.step("Go Filter makes the report of ten years", async () => {
    await choose("Time Period", "Custom");
    await filters.getByLabel("Start Date", { exact: true }).fill("2020-01-01");
    await filters.getByLabel("End Date", { exact: true }).fill("2030-01-01");
    await filters.getByRole("button", { name: "Go Filter" }).click();
    await expect(page).toHaveURL(/from=2020-01-01&to=2030-01-01/);
    const days = page.locator("[data-slot=page-header]").getByText("Jan 01, 2020 – Jan 01, 2030 (ET)");
    await expect(days).toBeVisible();
    await expect(table.getByRole("row")).toHaveCount(24);
    const funded = table
      .getByRole("row")
      .filter({ has: page.getByRole("cell", { name: "Funded", exact: true }) });
    await expect(funded).toContainText("100.0%");
    await expect(funded).toContainText("$");
    const before = await table.textContent();
    await page.reload();
    await expect(table.getByRole("row")).toHaveCount(24);
    expect(await table.textContent()).toBe(before);
    await expectAccessible(page);
  });

  await test.step("the report is exported", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe("funnel-report.csv");
    const lines = (await readFile(await file.path(), "utf8")).trimEnd().split("\n");
    expect(lines).toHaveLength(24);
    expect(lines[1]).toMatch(/^10,Application Started,\d+,\d+\.\d,\d+\.\d\d,\d+,\d+,\d+$/);
  });
});
