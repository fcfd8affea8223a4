import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { readZip } from "../packages/api/src/testing/zip.ts";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { region, section } from "./support/customer-page.ts";
import { chooseRowAction, openRowMenu } from "./support/row-menu.ts";
import { expect, expectAccessible, expectToast, follow, pageThroughout, test } from "./support/test.ts";

const { fundedUser, loginDisabled, longNames } = FIXTURES;

/** Nothing of a customer is changed here. */
const employee = pageThroughout("EMPLOYEE");
const viewer = pageThroughout("VIEWER");

const files = (page: Page) => region(page, "User files");

/** Opens the page at the files, and waits until they are there: they stand far down. */
async function open(page: Page, { id }: { id: number }, search = ""): Promise<void> {
  await follow(page, `/admin/user-detail?id=${id}${search}`);
  await section(page, "User files");
  await expect(files(page).getByRole("combobox").first()).toBeVisible();
}

/** The same at the contracts that were signed again. */
async function openRecontracts(page: Page, { id }: { id: number }): Promise<void> {
  await follow(page, `/admin/user-detail?id=${id}`);
  await section(page, "ReContracts");
}

async function saved(page: Page, control: Locator): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), control.click()]);
  return download;
}

const downloadedBy = (page: Page, button: string): Promise<Download> =>
  saved(page, files(page).getByRole("button", { name: button }).first());

const readBytes = async (download: Download): Promise<Buffer> => readFileSync(await download.path());

test("a signed contract is listed with where and when, and is saved as a real PDF", async () => {
  const page = employee();
  await open(page, fundedUser);
  const row = files(page).getByRole("row").filter({ hasText: "Signed in the customer portal" }).first();
  await expect(row.getByRole("cell", { name: /^(198\.51\.100|203\.0\.113)\.\d+$/ })).toBeVisible();
  await expect(row.getByRole("cell", { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ })).toBeVisible();
  const contract = files(page)
    .getByRole("row")
    .filter({ hasText: /contract-\d+\.pdf/ })
    .first();
  const download = await saved(page, await openRowMenu(contract, "Download"));
  expect(download.suggestedFilename()).toMatch(/^contract-\d+\.pdf$/);
  const pdf = await readBytes(download);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.subarray(-6).toString()).toContain("%%EOF");
});

test("all files, and the selected ones, come as a zip that opens @long", async () => {
  const page = employee();
  await open(page, fundedUser);
  await expect(files(page).getByRole("checkbox").first()).toBeVisible();
  const count = await files(page).getByRole("checkbox").count();
  const all = await downloadedBy(page, "Download all");
  expect(all.suggestedFilename()).toBe(`files_user-${fundedUser.id}.zip`);
  const entries = readZip(await readBytes(all));
  expect(entries).toHaveLength(count);
  for (const { content } of entries) expect(content.subarray(0, 5).toString()).toBe("%PDF-");
  await files(page).getByRole("checkbox").first().check();
  expect(readZip(await readBytes(await downloadedBy(page, "Download 1 selected")))).toHaveLength(1);
});

test("hostile names are shown as text, and saved as harmless ones @long", async () => {
  const page = employee();
  await open(page, longNames, "&type=other");
  await expect(files(page).getByTitle("../../etc/passwd")).toBeVisible();
  const one = await downloadedBy(page, "Download ../../etc/passwd");
  expect(one.suggestedFilename()).toBe("passwd.pdf");
  const names = readZip(await readBytes(await downloadedBy(page, "Download all"))).map(({ name }) => name);
  expect(names).toHaveLength(5);
  for (const name of names) expect(name).toMatch(/^[^/\\\p{C}]{1,104}\.pdf$/u);
});

test("a file whose bytes are lost says so, alone and in a zip @long", async () => {
  const page = employee();
  await open(page, loginDisabled);
  await files(page).getByRole("button", { name: "Download lost-statement.pdf" }).click();
  await expectToast(page, "Error - Failed to generate user files");
  await files(page).getByRole("button", { name: "Download all" }).click();
  await expectToast(page, "Error - Failed to generate user zip file");
  await expectToast(page, "lost-statement.pdf");
});

test("a VIEWER sees which files there are and can open none @long", async () => {
  const page = viewer();
  await open(page, fundedUser);
  const button = files(page).getByRole("button", { name: "Download all" });
  await expect(button).toHaveAccessibleDescription("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  await expect(files(page).getByRole("cell", { name: "Contract", exact: true }).first()).toBeVisible();
});

test("the filters stand in the address, and Back takes one back @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.contractedNotFunded);
  await expect(files(page).getByText("No file fits these filters")).toBeVisible();
  await files(page).getByRole("button", { name: "Show all files" }).click();
  await expect(page).toHaveURL(/stage=all/);
  await expect(files(page).getByRole("cell", { name: "Consent", exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/stage=all/);
  await expect(files(page).getByText("No file fits these filters")).toBeVisible();
});

test("a copied contract link opens the contract for who has not signed in; a changed one does not @long", async ({
  browser,
}) => {
  const page = employee();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, fundedUser);
  const contract = files(page)
    .getByRole("row")
    .filter({ hasText: /contract-\d+\.pdf/ })
    .first();
  await chooseRowAction(contract, "Copy link");
  await expectToast(page, "Contract link copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/public\/contracts\//);
  const stranger = await browser.newContext();
  const opened = await stranger.request.get(link);
  expect(opened.status()).toBe(200);
  expect(opened.headers()["content-type"]).toBe("application/pdf");
  expect((await opened.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const visitor = await stranger.newPage();
  const refused = await visitor.goto(`${link}x`);
  expect(refused?.status()).toBe(403);
  await expect(visitor.getByRole("heading", { name: "This link is not valid." })).toBeVisible();
  await stranger.close();
});

test("File Attachments opens a drawer with a preview, and axe finds nothing wrong with it @long", async () => {
  const page = employee();
  await open(page, fundedUser);
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("button", { name: "File Attachments" })
    .click();
  const drawer = page.getByRole("dialog", { name: "File Attachments" });
  await expect(page).toHaveURL(/drawer=files/);
  await expect(drawer.getByRole("region", { name: "State Disclosure" })).toBeVisible();
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/files/")),
    drawer.getByRole("button", { name: /^Preview disclosure-/ }).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-disposition"]).toMatch(/^inline;/);
  await drawer.getByRole("button", { name: "Close preview" }).click();
  await expectAccessible(drawer);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("contracts that were signed again have a section of their own @long", async () => {
  const page = employee();
  const again = region(page, "ReContracts").getByRole("button", { name: /^Actions of contract-\d+-again/ });
  await openRecontracts(page, fundedUser);
  await expect(again).toBeVisible();
});

test("axe finds nothing wrong with the files of a customer @long", async () => {
  const page = employee();
  await open(page, longNames);
  await expect(files(page).getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(files(page));
});
