import type { Page } from "@playwright/test";
import {
  askToProcess,
  box,
  chooseFirst,
  completed,
  confirmCount,
  exported,
  open,
  paste,
  process,
  results,
  review,
  selected,
  table,
  toReview,
} from "./support/bulk-jobs.ts";
import { stateFile } from "./support/surroundings.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/** Customers that no other test works with, a block for each kind of job. */
const usersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
const BALANCE_USERS = usersFrom(10_040, 100);
const DEBIT_USERS = usersFrom(10_040, 100);
const ACH_USERS = usersFrom(10_140, 100);
/** Nobody has this number: the row fails. */
const NOBODY = 99_999_999;
/** Cards that are charged in a run. */
const CHARGED = 6;
/** Accounts that version 1 would debit, 1.5 seconds apart: there is time to look. */
const QUEUED = 20;

// Charging many users takes a while, and what a page holds of them takes axe a while.
test.describe.configure({ timeout: 120_000 });

/** What an employee does is done on one page, from test to test: a new one would load everything anew. */
let employee: Page;
test.beforeAll(async ({ browser }) => {
  employee = await browser.newPage({ storageState: stateFile("EMPLOYEE") });
});
test.afterAll(() => employee.close());

test("'Bulk balance rows fill in as each user's response arrives', are followed, exported, and those that failed asked again", async () => {
  const page = employee;
  const asked = [...BALANCE_USERS, NOBODY];
  await open(page, "bulk-balance-v2", "Bulk Balance V2");
  await paste(page, asked);
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(completed(page)).toBeVisible();
  const scrolled = () =>
    page.getByRole("group", { name: "Rows of the batch" }).evaluate((list) => list.scrollTop);
  await expect.poll(scrolled, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect(results(page)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: `All ${asked.length}` })).toBeVisible();
  const first = table(page).getByRole("row").filter({ hasText: "100%" }).first();
  await expect(first).toContainText(/\$[\d,]+\.\d\d••\d{4} /);
  expect(await table(page).textContent()).not.toMatch(/(?<!\d)\d{9,}(?!\d)/);
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-plaid-balance.csv");
  expect(lines.slice(1).map(([userId]) => Number(userId))).toEqual(asked);
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Not completed 0$/ }).click();
  await expect(page.getByText(`All ${asked.length} rows are completed`)).toBeVisible();
  await page.getByRole("button", { name: "Show Completed" }).click();
  await expect(page.getByText(`${asked.length} completed of ${asked.length}`)).toBeVisible();
  await page.getByRole("checkbox", { name: "Show Completed" }).click();
  const all = page.getByRole("button", { name: /^All \d+$/ });
  await expect(all).toBeVisible();

  const batch = page.url();
  const retry = page.getByRole("button", { name: /^Retry \d+ failed…$/ });
  const failed = Number(/\d+/.exec((await retry.textContent()) ?? "")?.[0]);
  await retry.click();
  await expect(all).toHaveText(`All ${failed}`);
  expect(page.url()).not.toBe(batch);
  await expect(results(page)).toBeVisible({ timeout: 20_000 });
  await expect(
    table(page)
      .getByRole("row")
      .filter({ hasText: `There is no customer ${NOBODY}.` }),
  ).toBeVisible();
});

test("a card-debit list is reviewed, changed, confirmed by its count, run to its end and exported; what failed is charged again, and nothing else", async () => {
  const page = employee;
  await open(page, "bulk-debit-payment-v2", "Bulk Debit Payment V2");
  expect(await review(page, DEBIT_USERS)).toBeGreaterThanOrEqual(CHARGED);
  await expectAccessible(page);
  await chooseFirst(page, CHARGED);

  const before = await selected(page).textContent();
  const row = toReview(page).getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Edit the amount/ }).click();
  await page.getByLabel(/^Payment Amount of user/).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please Input Payment Amount!" })).toBeVisible();
  // The processor declines this amount.
  await page.getByLabel(/^Payment Amount of user/).fill("0.01");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(selected(page)).not.toHaveText(before ?? "");
  await askToProcess(page, CHARGED);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  await confirmCount(page, CHARGED);

  await expect(results(page)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText(/[1-9]\d* succeeded \$/);
  await expect(table(page).getByRole("row").filter({ hasText: "$0.01" })).toContainText("Exception");
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-debit-payment.csv");
  expect(lines).toHaveLength(CHARGED + 1);

  const retry = page.getByRole("button", { name: /^Retry \d+ failed…$/ });
  const failed = Number(/\d+/.exec((await retry.textContent()) ?? "")?.[0]);
  await retry.click();
  await expect(toReview(page).getByRole("link", { name: /^\d+$/ })).toHaveCount(failed);
  const declined = toReview(page).getByRole("row").filter({ hasText: "$0.01" });
  await declined.getByRole("checkbox").check();
  await declined.getByRole("button", { name: /^Edit the amount/ }).click();
  await page.getByLabel(/^Payment Amount of user/).fill("1.25");
  await page.getByRole("button", { name: "Save" }).click();
  await process(page, 1);
  await expect(results(page)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText("1 succeeded $1.25");
});

test("a running ACH job is there again after leaving, is there for a second admin, who is refused, ends with Reset Job Status, and makes room for a batch that is run to its end", async ({
  signIn,
}) => {
  const page = employee;
  const second = await signIn("ADMIN");
  await open(page, "bulk-ach-payment", "Bulk ACH Payment");
  const count = Math.min(await review(page, ACH_USERS), QUEUED);
  expect(count).toBeGreaterThan(5);
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
  await expect(completed(page)).toHaveText(progress);
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

  await second.getByRole("button", { name: "New batch" }).click();
  await review(second, ACH_USERS);
  await chooseFirst(second, 4);
  await process(second, 4);
  await expect(results(second)).toBeVisible({ timeout: 40_000 });
  await expect(completed(second)).toHaveText("4/4");
  await expect(second.getByRole("list", { name: "Outcomes" })).toContainText(/[1-4] succeeded \$/);
  await expect(table(second).getByRole("row").filter({ hasText: "success" }).first()).toContainText("••••");
});

test("'Invalid User ID: {value}' and 'Please enter valid user IDs', line by line", async () => {
  const page = employee;
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

test("a paste of one megabyte is kept, refused with its length, and does not hold the page up", async () => {
  const page = employee;
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

test("the keyboard alone pastes, asks the banks and reads a row", async () => {
  const page = employee;
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

test("a card sale is made from a balance row", async () => {
  const page = employee;
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
  const viewer = await signIn("VIEWER");
  await open(viewer, "bulk-balance-v2", "Bulk Balance V2");
  await box(viewer).fill("10040");
  await expect(viewer.getByRole("button", { name: "Balance", exact: true })).toHaveAccessibleDescription(
    "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
  );
  await viewer.getByRole("combobox", { name: "Batch date" }).click();
  await viewer.getByRole("option").first().click();
  await expect(results(viewer)).toBeVisible();
});
