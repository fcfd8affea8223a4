import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parseCsv } from "../packages/api/src/testing/parse-csv.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/** Customers that no other test works with, a block for each kind of job. */
const usersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
const BALANCE_USERS = usersFrom(10_040, 30);
const DEBIT_USERS = usersFrom(10_040, 100);
const ACH_USERS = usersFrom(10_140, 100);
/** As many of them are charged in a run, if so many may be. */
const CHARGED = 20;

// Charging many users takes a while, and what a page holds of them takes axe a while.
test.describe.configure({ timeout: 120_000 });

async function open(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/admin/${name}`);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
}

const box = (page: Page) => page.getByRole("textbox", { name: "User ids" });
const table = (page: Page) => page.getByRole("table", { name: "Rows of the batch" });
const results = (page: Page) => page.getByRole("heading", { name: /^Results/ });
const selected = (page: Page) => page.getByText(/selected · total/);
const completed = (page: Page) => page.getByText(/^\d+\/\d+$/).first();

/** Pastes ids, as from a sheet, and waits until they are read. */
async function paste(page: Page, users: readonly number[]): Promise<void> {
  await box(page).fill(users.join("\n"));
  await expect(page.getByText(`${users.length} valid`)).toBeVisible();
}

/** Asks for the details of these users; how many of them are ready. */
async function review(page: Page, users: readonly number[]): Promise<number> {
  await paste(page, users);
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("table", { name: "List to review" })).toBeVisible();
  const ready = page.getByRole("button", { name: /^Ready \d+$/ });
  return Number(/\d+/.exec((await ready.textContent()) ?? "")?.[0]);
}

/** Keeps the first so many chosen rows, and starts the batch. */
async function process(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: `Process payments (${count})…` }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel(`Type the count, ${count}, to confirm`).fill(String(count));
  await question.getByRole("button", { name: `Process ${count} payments` }).click();
  await expect(page).toHaveURL(/\?batch=[\w-]{36}$/);
}

/** Takes back the choice of all but the first so many ready rows. */
async function chooseFirst(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: /^Ready \d+$/ }).click();
  const all = page.getByRole("checkbox", { name: "Choose all that are shown" });
  await all.click();
  await expect(page.getByText("0 selected")).toBeVisible();
  const rows = page.getByRole("checkbox", { name: /^Choose user/ });
  for (let row = 0; row < count; row += 1) await rows.nth(row).click();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
}

/** Exports the batch, and reads the file that the browser saved. */
async function exported(page: Page): Promise<{ name: string; lines: string[][] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), lines: parseCsv(await readFile(await download.path())) };
}

test("'Bulk balance rows fill in as each user's response arrives', and are exported as bulk-plaid-balance.csv", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-balance-v2", "Bulk Balance V2");
  await paste(page, BALANCE_USERS);
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await expect(completed(page)).toBeVisible();
  await expect(results(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: `All ${BALANCE_USERS.length}` })).toBeVisible();
  const first = table(page).getByRole("row").filter({ hasText: "100%" }).first();
  await expect(first).toContainText(/\$[\d,]+\.\d\d••\d{4} /);
  expect(await table(page).textContent()).not.toMatch(/(?<!\d)\d{9,}(?!\d)/);
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-plaid-balance.csv");
  expect(lines).toHaveLength(BALANCE_USERS.length + 1);
  expect(lines.slice(1).map(([userId]) => Number(userId))).toEqual(BALANCE_USERS);
});

test("a card-debit list is reviewed, changed, confirmed by its count, run to its end and exported as bulk-debit-payment.csv", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-debit-payment-v2", "Bulk Debit Payment V2");
  const count = Math.min(await review(page, DEBIT_USERS), CHARGED);
  expect(count).toBeGreaterThan(2);
  await chooseFirst(page, count);

  const before = await selected(page).textContent();
  const row = page.getByRole("table", { name: "List to review" }).getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Edit the amount/ }).click();
  await page.getByLabel(/^Payment Amount of user/).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please Input Payment Amount!" })).toBeVisible();
  await page.getByLabel(/^Payment Amount of user/).fill("1.25");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(selected(page)).not.toHaveText(before ?? "");
  await process(page, count);

  await expect(results(page)).toBeVisible({ timeout: 40_000 });
  const outcomes = page.getByRole("list", { name: "Outcomes" });
  await expect(outcomes).toContainText(/\d+ succeeded \$/);
  await expect(table(page).getByRole("row").filter({ hasText: "$1.25" })).toContainText(
    /100%|Exception|unknown/,
  );
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-debit-payment.csv");
  expect(lines).toHaveLength(count + 1);

  await page.getByRole("button", { name: "New batch" }).click();
  const paid = lines.slice(1).map(([, id]) => Number(id));
  expect(await review(page, paid)).toBeLessThan(count);
});

test("a running ACH job is there again after leaving, is there for a second admin, who is refused, and ends with Reset Job Status", async ({
  signIn,
}) => {
  const [page, second] = await Promise.all([signIn("EMPLOYEE"), signIn("ADMIN")]);
  await open(page, "bulk-ach-payment", "Bulk ACH Payment");
  const count = Math.min(await review(page, ACH_USERS), CHARGED);
  expect(count).toBeGreaterThan(5);
  // Version 1 waits 1.5 seconds between two users: there is time to look.
  await open(second, "bulk-ach-payment-v2", "Bulk ACH Payment V2");
  await review(second, ACH_USERS);
  await chooseFirst(second, 2);
  await chooseFirst(page, count);
  await process(page, count);
  const progress = new RegExp(`^\\d+/${count}$`);
  await expect(completed(page)).toHaveText(progress);
  const link = page.url();

  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.goto("/admin/bulk-ach-payment");
  await expect(completed(page)).toHaveText(progress, { timeout: 2_000 });
  await expect(page).toHaveURL(link);

  const held = second.getByRole("button", { name: "Process payments (2)…" });
  await expect(held).toHaveAccessibleDescription(/^A bulk ACH job started by .+ is running \d+\/\d+\.$/);
  await second.getByRole("button", { name: "View", exact: true }).click();
  await second.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(completed(second)).toHaveText(progress);
  await second.goto(link);
  await expect(completed(second)).toHaveText(progress);
  await expect(second.getByText(/^started \d\d:\d\d ET by /)).not.toContainText("by you");

  await page.getByRole("button", { name: "Reset Job Status" }).first().click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("It does not stop what was already sent");
  await question.getByRole("button", { name: "Reset Job Status" }).click();
  await expectToast(page, "Bulk job status successfully reset.");
  for (const each of [page, second]) await expect(results(each)).toBeVisible();
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText(/\d+ cancelled/);

  await page.getByRole("checkbox", { name: "Show Completed" }).click();
  await expect(page).toHaveURL(/rows=completed/);
  await expect(page.getByText(`${count} completed of ${count}`)).toBeVisible();
  const { name } = await exported(page);
  expect(name).toBe("bulk-ach-payment.csv");
});

test("'Invalid User ID: {value}' and 'Please enter valid user IDs', line by line", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-debit-payment", "Bulk Debit Payment");
  await box(page).fill("10040\n10041-2\n4821x 10040");
  await expect(page.getByText("Please enter valid user IDs")).toBeVisible();
  await expect(page.getByRole("list", { name: "Invalid ids" })).toContainText("Invalid User ID: 4821x");
  await expect(page.getByText("1 cut at - or _")).toBeVisible();
  await expect(page.getByText("1 duplicate removed")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove all invalid" }).click();
  await expect(box(page)).toHaveValue("10040\n10041-2\n10040");
  await expect(page.getByRole("button", { name: "View Details" })).toHaveAccessibleDescription("");
  await page.reload();
  await expect(box(page)).toHaveValue("10040\n10041-2\n10040");
});

test("a paste of one megabyte is kept, refused with its length, and does not hold the page up", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-ach-payment-v2", "Bulk ACH Payment V2");
  await box(page).evaluate((area: HTMLTextAreaElement) => {
    const pasted = "10040\n".repeat(175_000);
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, pasted);
    area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  });
  await expect(page.getByText("1,050,000 / 4,000 characters")).toBeVisible({ timeout: 5_000 });
  await expect(page.getByRole("button", { name: "View Details" })).toHaveAccessibleDescription(
    "Use at most 4,000 characters.",
  );
  await box(page).fill("10040");
  await expect(page.getByText("1 valid")).toBeVisible({ timeout: 2_000 });
});

test("the keyboard alone pastes, asks the banks and reads a row", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page.getByRole("heading", { level: 1, name: "Bulk Balance" })).toBeFocused();
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(box(page)).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.type("10041 10042");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Balance", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(results(page)).toBeVisible({ timeout: 20_000 });
  await expect(table(page).getByRole("row").filter({ hasText: "10041" })).toBeVisible();
});

test("a card sale is made from a balance row", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-balance", "Bulk Balance");
  await paste(page, ACH_USERS.slice(-12));
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await expect(results(page)).toBeVisible({ timeout: 20_000 });
  const sheet = page.getByRole("dialog", { name: "Performing Transaction" });
  for (const pay of await page.getByRole("button", { name: /^Pay, user/ }).all()) {
    await pay.click();
    await expect(sheet.getByText("Card", { exact: true })).toBeVisible();
    await expect(sheet.getByText(/^Owes /)).toBeVisible();
    const card = sheet.getByRole("radio").and(page.locator(":enabled")).first();
    if ((await card.count()) > 0 && (await sheet.getByText(/^Owes \$\d/).count()) > 0) {
      await card.check();
      break;
    }
    await sheet.getByRole("button", { name: "Close" }).last().click();
    await expect(sheet).toBeHidden();
  }
  await sheet.getByLabel("Amount (USD)").fill("3.25");
  await sheet.getByRole("button", { name: "Charge $3.25…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Charge $3.25" }).click();
  await expectToast(page, "Transaction perform successfully");
});

test("a VIEWER sees a batch and may start nothing", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, "bulk-balance-v2", "Bulk Balance V2");
  await box(page).fill("10040");
  await expect(page.getByRole("button", { name: "Balance", exact: true })).toHaveAccessibleDescription(
    "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
  );
  await page.getByRole("combobox", { name: "Batch date" }).click();
  await page.getByRole("option").first().click();
  await expect(results(page)).toBeVisible();
});

test("axe finds nothing wrong with a list to review, the last question, and the results", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, "bulk-debit-payment-v2", "Bulk Debit Payment V2");
  await review(page, DEBIT_USERS);
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Choose all that are shown" }).click();
  const go = page.getByRole("button", { name: /^Process payments/ });
  if ((await go.getAttribute("aria-disabled")) === null) {
    await go.click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Cancel" }).click();
  }
  await open(page, "bulk-balance-v2", "Bulk Balance V2");
  await page.getByRole("combobox", { name: "Batch date" }).click();
  await page.getByRole("option").first().click();
  await expect(results(page)).toBeVisible();
  await expectAccessible(page);
});
