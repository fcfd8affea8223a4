import { readFileSync } from "node:fs";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

test("a book is imported from files that are dropped: read, planned, mended, imported, and its files are gone; then it is taken back", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const run = Date.now();
  const text = [
    "Book of the old system",
    "Cust No.;Name;Soc. Sec. No.;City;Region",
    `${run}-1;Ana Diaz;219-09-9999;Helena;West`,
    `${run}-2;Bo Lund;;Butte;East`,
    ";;;Butte;East",
  ].join("\n");
  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("textbox", { name: "Source" }).fill(`old-${run}`);
  await page.getByRole("button", { name: "Make the plan" }).click();

  await test.step("the plan says how the file is read, and shows no SSN", async () => {
    await expect(
      page.getByText(/^Read as users · utf-8 · separator semicolon · 1 title line · column names in line 2/),
    ).toBeVisible();
    const columns = page.getByRole("table", { name: "Columns of customers.csv" });
    await expect(columns.getByRole("combobox", { name: "What Soc. Sec. No. is" })).toContainText("SSN");
    await expect(page.getByText("219-09-9999")).toHaveCount(0);
    await expectAccessible(page);
  });

  await test.step("the refused row is had as a file to mend", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Refused rows: customers.refused.csv" }).click();
    const saved = await saving;
    expect(readFileSync(await saved.path(), "utf8")).toMatch(
      /^\uFEFFLine,Reason,Cust No\.[^\n]*\n5,[^\n]*,Butte,East\n$/,
    );
  });

  await test.step("what is imported is what was planned", async () => {
    await page.getByRole("button", { name: "Import…" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("2 customers are added and 0 completed.");
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(page.getByRole("region", { name: "Result" })).toContainText("Added2");
    const users = await inDatabase((tx) =>
      tx.user.findMany({ where: { importKey: { startsWith: `old-${run}:` } }, orderBy: { id: "asc" } }),
    );
    expect(users.map(({ firstname, city }) => [firstname, city])).toEqual([
      ["Ana", "Helena"],
      ["Bo", "Butte"],
    ]);
    await expect(page.getByRole("button", { name: "Choose files" })).toHaveCount(0);
  });

  await test.step("it stands in the list of imports", async () => {
    await page.getByRole("button", { name: "All imports" }).click();
    const row = page.getByRole("row").filter({ hasText: `old-${run}` });
    await expect(row).toContainText("Done");
    await row.getByRole("button", { name: "customers.csv" }).click();
  });

  await test.step("it is undone once what would go was looked at", async () => {
    await page.getByRole("button", { name: "Preview the undo" }).click();
    await expect(page.getByText(/^Can be undone: 2 customers are deleted\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Undo…" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Undo the import of customers.csv?" });
    await expect(dialog).toContainText("2 customers are deleted.");
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(/^Undone on .*: 2 customers are deleted\.$/)).toBeVisible();
    expect(
      await inDatabase((tx) => tx.user.count({ where: { importKey: { startsWith: `old-${run}:` } } })),
    ).toBe(0);
    await page.getByRole("button", { name: "All imports" }).click();
    await expect(page.getByRole("row").filter({ hasText: `old-${run}` })).toContainText("Undone");
  });
});
