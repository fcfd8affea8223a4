import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parseCsv } from "../packages/api/src/testing/parse-csv.ts";
import { readZip } from "../packages/api/src/testing/zip.ts";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { payer } from "./support/reports.ts";
import { chooseRowAction, openRowMenu } from "./support/row-menu.ts";
import { expect, expectAccessible, expectToast, openGroup, test } from "./support/test.ts";

const { fundedUser: customer, smallBusiness } = FIXTURES;
const UNKNOWN_ID = 999_999_999;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function saved(page: Page, control: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), control.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The name and the first bytes of each entry of a zip file. */
const toEntries = ({ bytes }: { bytes: Buffer }) =>
  readZip(bytes).map(({ name, content }) => ({ name, begins: content.subarray(0, 5).toString() }));

test("the collections export lists users, saves their documents and a CSV file, and charges one of them", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  const { id: payerId } = await payer();
  await page.goto("/admin/users");
  const sidebar = page.getByRole("navigation", { name: "Main" });
  await openGroup(page, "Collections");
  await sidebar.getByRole("link", { name: "Export", exact: true }).click();
  await expect(page).toHaveURL("/admin/external-payments");
  await page.getByLabel("User ids").fill(`${customer.id}, ${smallBusiness.id}-2\n${payerId} ${UNKNOWN_ID}`);
  await button(page, "Get Users").click();
  const table = page.getByRole("table", { name: "Collections export" });
  await expect(table.getByRole("row")).toHaveCount(4);
  const row = table
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: String(customer.id), exact: true }) });
  await expect(row).toContainText(customer.email);
  await expect(row).toContainText(/\*\*\*-\*\*-\d{4}/);
  await expect(row).toContainText(`${customer.id}_asset-report-`);
  await expect(page.getByText(String(UNKNOWN_ID), { exact: true })).toBeVisible();
  await expectAccessible(page);

  await test.step("the documents of one user", async () => {
    const pdf = await saved(page, await openRowMenu(row, "Download Contract"));
    expect(pdf.name).toMatch(new RegExp(`^${customer.id}_contract-.+\\.pdf$`));
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const zip = await saved(page, await openRowMenu(row, "Download Assets"));
    expect(zip.name).toBe("assetReports.zip");
    for (const { name, begins } of toEntries(zip))
      expect([name.startsWith(`${customer.id}_`), begins]).toEqual([true, "%PDF-"]);
  });
  await test.step("the documents of all users", async () => {
    const contracts = await saved(page, button(page, "Export Contracts"));
    expect(contracts.name).toBe("bulkContracts.zip");
    expect(toEntries(contracts).map(({ name }) => name.split("_")[0])).toContain(String(customer.id));
    const reports = await saved(page, button(page, "Export Asset Reports"));
    expect(reports.name).toBe("bulkAssetReports.zip");
    expect(toEntries(reports)).toContainEqual({
      name: expect.stringMatching(`^${customer.id}_asset-report-`),
      begins: "%PDF-",
    });
    await expect(page.getByText(/^bulkAssetReports\.zip is complete and saved/)).toBeVisible();
  });
  await test.step("the CSV file", async () => {
    await button(page, "Export CSV").click();
    const csv = await saved(page, button(page, "Save as CSV"));
    expect(csv.name).toBe("collection-exports.csv");
    const [head, first] = parseCsv(csv.bytes);
    expect([head?.[0], first?.[0], first?.[1]]).toEqual(["user_id", String(customer.id), customer.email]);
  });
  await test.step("a charge", async () => {
    await chooseRowAction(
      table.getByRole("row").filter({ has: page.getByRole("link", { name: String(payerId), exact: true }) }),
      "Payment",
    );
    const sheet = page.getByRole("dialog", { name: "Performaing Transaction" });
    await sheet.getByRole("radio").and(page.locator(":enabled")).first().check();
    await expect(sheet.getByText(/^Owes \$/)).toBeVisible();
    await sheet.getByLabel("Amount (USD)").fill("3.25");
    await sheet.getByRole("button", { name: "Charge $3.25…" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Charge $3.25" }).click();
    await expectToast(page, "Transaction perform successfully");
  });
});
