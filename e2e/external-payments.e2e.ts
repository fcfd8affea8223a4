import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parseCsv } from "../packages/api/src/testing/parse-csv.ts";
import { readZip } from "../packages/api/src/testing/zip.ts";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { emptyUser, fundedUser, smallBusiness } = FIXTURES;
const NOBODY = 999_999_999;

const table = (page: Page) => page.getByRole("table", { name: "Collections export" });
const findRow = (page: Page, { id }: { id: number }) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: String(id), exact: true }) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function get(page: Page, ids: string): Promise<void> {
  await page.getByLabel("User ids").fill(ids);
  await button(page, "Get Users").click();
}

async function saved(page: Page, pressed: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), pressed.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The names and beginnings of what lies in a zip file. */
const toEntries = ({ bytes }: { bytes: Buffer }) =>
  readZip(bytes).map(({ name, content }) => ({ name, begins: content.subarray(0, 5).toString() }));

test("Collections export: 'Textarea of user ids; buttons Get Users, Export Asset Reports, Export Contracts, Export CSV' @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await test.step("'sidebar label Export'; 'Get Users disabled when the textarea is empty'", async () => {
    await page.goto("/admin/users");
    const sidebar = page.getByRole("navigation", { name: "Main" });
    await sidebar.getByRole("link", { name: "Export", exact: true }).click();
    await expect(page).toHaveURL("/admin/external-payments");
    await expect(button(page, "Get Users")).toHaveAccessibleDescription("Paste user ids first.");
    for (const name of ["Export Asset Reports", "Export Contracts", "Export CSV"])
      await expect(button(page, name)).toHaveAccessibleDescription("Get users first.");
  });
  await test.step("'error 'Invalid User ID: {value}' with 'Please enter valid user IDs''", async () => {
    await page.getByLabel("User ids").fill("12x");
    await expect(page.getByText("Invalid User ID: 12x").first()).toBeVisible();
    await expect(page.getByText("Please enter valid user IDs")).toBeVisible();
  });
  await test.step("'Collections … also split on commas'; ids that are nobody's are named", async () => {
    await get(page, `${fundedUser.id}, ${smallBusiness.id}-2\n${emptyUser.id} ${NOBODY}`);
    await expect(findRow(page, fundedUser)).toContainText(fundedUser.email);
    await expect(page.getByText("1 id was not found")).toBeVisible();
    await expect(page.getByText(String(NOBODY), { exact: true })).toBeVisible();
    await expect(table(page).getByRole("row")).toHaveCount(4);
    await expect(findRow(page, fundedUser)).toContainText(/\*\*\*-\*\*-\d{4}/);
    await expect(findRow(page, fundedUser)).toContainText(`${fundedUser.id}_asset-report-`);
    await expectAccessible(page);
  });
  await test.step("'per-row Download Contract and Download Assets'; assetReports.zip", async () => {
    const pdf = await saved(page, button(page, `Download Contract, user ${fundedUser.id}`));
    expect(pdf.name).toMatch(new RegExp(`^${fundedUser.id}_contract-.+\\.pdf$`));
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const zip = await saved(page, button(page, `Download Assets, user ${fundedUser.id}`));
    expect(zip.name).toBe("assetReports.zip");
    for (const { name, begins } of toEntries(zip))
      expect([name.startsWith(`${fundedUser.id}_`), begins]).toEqual([true, "%PDF-"]);
    await expect(button(page, `Download Contract, user ${emptyUser.id}`)).toHaveAccessibleDescription(
      "This user has no contract.",
    );
  });
  await test.step("bulkContracts.zip and bulkAssetReports.zip: 'file names starting with '{userId}_''", async () => {
    const contracts = await saved(page, button(page, "Export Contracts"));
    expect(contracts.name).toBe("bulkContracts.zip");
    expect(toEntries(contracts).map(({ name }) => name.split("_")[0])).toContain(String(fundedUser.id));
    const reports = await saved(page, button(page, "Export Asset Reports"));
    expect(reports.name).toBe("bulkAssetReports.zip");
    expect(toEntries(reports)).toContainEqual({
      name: expect.stringMatching(`^${fundedUser.id}_asset-report-`),
      begins: "%PDF-",
    });
    await expect(page.getByText(/^bulkAssetReports\.zip is complete and saved/)).toBeVisible();
  });
  await test.step("collection-exports.csv", async () => {
    await button(page, "Export CSV").click();
    const csv = await saved(page, button(page, "Save as CSV"));
    expect(csv.name).toBe("collection-exports.csv");
    const [head, first] = parseCsv(csv.bytes);
    expect([head?.[0], first?.[0], first?.[1]]).toEqual(["user_id", String(fundedUser.id), fundedUser.email]);
    await expectToast(page, "collection-exports.csv is saved: 3 users.");
  });
  await test.step("'an optional per-row Payment action … opening a modal 'Performaing Transaction''", async () => {
    await button(page, `Payment, user ${fundedUser.id}`).click();
    const sheet = page.getByRole("dialog", { name: "Performaing Transaction" });
    await sheet.getByRole("radio").and(page.locator(":enabled")).first().check();
    await expect(sheet.getByText(/^Owes \$/)).toBeVisible();
    await expect(sheet.getByRole("alert")).toHaveCount(0);
    await sheet.getByLabel("Amount (USD)").fill("3.25");
    await sheet.getByRole("button", { name: "Charge $3.25…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Charge $3.25" }).click();
    await expectToast(page, "Transaction perform successfully");
    await sheet.getByRole("button", { name: "Close" }).last().click();
    await expect(sheet).toBeHidden();
  });
  await test.step("''No asset report found!' when no files'; ''No file exists!''", async () => {
    await get(page, String(emptyUser.id));
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await button(page, "Export Asset Reports").click();
    await expectToast(page, "No asset report found!");
    await button(page, "Export Contracts").click();
    await expectToast(page, "No file exists!");
  });
});
