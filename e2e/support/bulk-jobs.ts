import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parseCsv } from "../../packages/api/src/testing/parse-csv.ts";
import { expect } from "./test.ts";

/** Opens one of the six screens of bulk jobs. */
export async function open(page: Page, name: string, title: string): Promise<void> {
  await page.goto(`/admin/${name}`);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
}

export const box = (page: Page) => page.getByRole("textbox", { name: "User ids" });
export const table = (page: Page) => page.getByRole("table", { name: "Rows of the batch" });
export const toReview = (page: Page) => page.getByRole("table", { name: "List to review" });
export const results = (page: Page) => page.getByRole("heading", { name: /^Results/ });
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
  await expect(toReview(page)).toBeVisible();
  const ready = page.getByRole("button", { name: /^Ready \d+$/ });
  return Number(/\d+/.exec((await ready.textContent()) ?? "")?.[0]);
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
  for (let row = 0; row < count; row += 1) await rows.nth(row).click();
  await expect(page.getByText(`${count} selected`)).toBeVisible();
}

/** Exports the batch, and reads the file that the browser saved. */
export async function exported(page: Page): Promise<{ name: string; lines: string[][] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const download = await saving;
  return { name: download.suggestedFilename(), lines: parseCsv(await readFile(await download.path())) };
}
