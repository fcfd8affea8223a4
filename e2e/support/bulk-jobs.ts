import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { parseCsv } from "../../packages/api/src/testing/parse-csv.ts";
import { inDatabase } from "./database.ts";
import { expect, openGroup, pageThroughout, test } from "./test.ts";

/** Customers of the bulk jobs alone, a block for each kind of payment. */
const usersFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
export const DEBIT_USERS = usersFrom(10_040, 60);
export const ACH_USERS = usersFrom(10_140, 60);

/** What an employee does, on one page as narrow as the narrowest screen that shows every column that has to be read. */
export function employeeThroughout(): () => Page {
  const employee = pageThroughout("EMPLOYEE");
  test.beforeAll(() => employee().setViewportSize({ width: 1280, height: 900 }));
  return employee;
}

/**
 * The next instalment of each of these customers is due since yesterday, where they have one; payment automation, which other
 * tests run, leaves them alone.
 */
export const makeDue = (users: readonly number[]): Promise<void> =>
  inDatabase(async (tx) => {
    await tx.user.updateMany({ where: { id: { in: [...users] } }, data: { runPaymentAutomation: false } });
    await tx.$executeRaw`UPDATE payment_schedule SET payment_date = current_date - 1 WHERE id IN (
      SELECT DISTINCT ON (s.user_id) s.id FROM payment_schedule s JOIN application a ON a.id = s.application_id
      WHERE s.user_id = ANY (${[...users]}::int[]) AND s.status = 'UNPAID' AND a.funded_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM payment_schedule o
          WHERE o.application_id = s.application_id AND o.payment_date = current_date - 1)
      ORDER BY s.user_id, s.payment_date)`;
  });

/** Opens one of the six screens of bulk jobs. */
export async function open(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/admin/${name}`);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
}

export const box = (page: Page) => page.getByRole("textbox", { name: "User ids" });
export const table = (page: Page) => page.getByRole("table", { name: "Rows of the batch" });
export const toReview = (page: Page) => page.getByRole("table", { name: "List to review" });
export const results = (page: Page) => page.getByRole("heading", { name: /^(Results|Stopped early)/ });
export const selected = (page: Page) => page.getByText(/selected · total/);
export const completed = (page: Page) => page.getByText(/^\d+\/\d+$/).first();

/** Pastes ids, as from a sheet, and waits until they are read. */
export async function paste(page: Page, users: readonly number[]): Promise<void> {
  await box(page).fill(users.join("\n"));
  await expect(page.getByText(`${users.length} valid`)).toBeVisible();
}

/** Asks for the details of these users; how many of them are ready. */
export async function review(page: Page, users: readonly number[]): Promise<number> {
  await paste(page, users);
  await page.getByRole("button", { name: "View Details" }).click();
  return ready(page);
}

/** How many of the list to review are ready, once it is there. */
export async function ready(page: Page): Promise<number> {
  await expect(toReview(page)).toBeVisible();
  const tab = page.getByRole("button", { name: /^Ready \d+$/ });
  return Number(/\d+/.exec((await tab.textContent()) ?? "")?.[0]);
}

/** Goes to one of the six screens by the sidebar, and expects it to take ids as specified. */
export async function expectIdRules(page: Page, title: string, limit: number): Promise<void> {
  await openGroup(page, title.endsWith("V2") ? "Payments V2" : "Payments");
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  const action = page.getByRole("button", { name: /^(Balance|View Details)$/ });
  await box(page).fill("");
  await expect(action).toHaveAccessibleDescription("Paste user ids first.");
  const longest = "10040 ".repeat(limit).slice(0, limit);
  await box(page).fill(longest);
  await expect(action).toHaveAccessibleDescription("");
  await box(page).fill(`${longest}1`);
  await expect(action).toHaveAccessibleDescription(
    `Use at most ${limit.toLocaleString("en-US")} characters.`,
  );
  await box(page).fill("10040\n10041-2\n4821x 10040");
  await expect(page.getByText("Please enter valid user IDs")).toBeVisible();
  await expect(page.getByRole("list", { name: "Invalid ids" })).toContainText("Invalid User ID: 4821x");
  await expect(page.getByText("1 cut at - or _")).toBeVisible();
  await expect(page.getByText("1 duplicate removed")).toBeVisible();
  await box(page).fill("");
}

/** Expects a text of a table to be in sight without scrolling sideways, and whole: no ellipsis. */
export async function expectReadable(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  const found = await text.evaluate((element) => {
    element.scrollIntoView({ block: "center", inline: "nearest" });
    return {
      scrolledPx: element.closest("[data-slot=data-table]")?.scrollLeft,
      isCut: element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight,
    };
  });
  expect(found).toEqual({ scrolledPx: 0, isCut: false });
}

/** Asks to charge so many chosen rows. */
export const askToProcess = (page: Page, count: number): Promise<void> =>
  page.getByRole("button", { name: `Process payments (${count})…` }).click();

/** Answers the question whether so many rows are to be charged, and waits for their batch. */
export async function confirmCount(page: Page, count: number): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByLabel(`Type the count, ${count}, to confirm`).fill(String(count));
  await question.getByRole("button", { name: new RegExp(`^Process ${count} payments?$`) }).click();
  await expect(page).toHaveURL(/\?batch=[\w-]{36}$/);
}

export async function process(page: Page, count: number): Promise<void> {
  await askToProcess(page, count);
  await confirmCount(page, count);
}

/** Takes back the choice of all but the first so many ready rows. */
export async function chooseFirst(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: /^Ready \d+$/ }).click();
  const all = page.getByRole("checkbox", { name: "Choose all that are shown" });
  await all.click();
  await expect(page.getByText("0 selected")).toBeVisible();
  const rows = page.getByRole("checkbox", { name: /^Choose user/ });
  for (let row = 0; row < count; row += 1) await rows.nth(row).check();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
}

/** Exports the batch, and reads the file that the browser saved. */
export async function exported(page: Page): Promise<{ name: string; lines: string[][] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), lines: parseCsv(await readFile(await download.path())) };
}
