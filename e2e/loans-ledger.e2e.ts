import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parseCsv } from "../packages/api/src/testing/parse-csv.ts";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { payer } from "./support/reports.ts";
import { ROLES } from "./support/surroundings.ts";
import {
  expect,
  expectAccessible,
  expectToast,
  leaveSearch,
  pageThroughout,
  pressSequence,
  test,
} from "./support/test.ts";

const { renewed, renewedFirst } = FIXTURES;

/** On it nothing is changed. */
const viewer = pageThroughout("VIEWER");

const open = async (page: Page) => {
  await page.goto("/admin/loans-ledger");
  await expect(page.getByRole("heading", { level: 1, name: "Loans ledger" })).toBeVisible();
};

const table = (page: Page) => page.getByRole("table", { name: "Loans ledger" });

/** How many lines the screen says there are in all. */
async function totalOnScreen(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Get All Loan" }).click();
  const said = page.getByText(/^100 loaded of [\d,]+$/);
  await expect(said).toBeVisible();
  return Number(/of ([\d,]+)/.exec((await said.textContent()) ?? "")?.[1]?.replaceAll(",", ""));
}

/** Exports, and reads the file that the browser saved. */
async function exported(page: Page): Promise<{ name: string; lines: string[][] }> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const download = await saving;
  await expect(page.getByText(/loans-ledger\.csv is complete and saved/)).toBeVisible();
  return { name: download.suggestedFilename(), lines: parseCsv(await readFile(await download.path())) };
}

/** Records a dollar that a customer paid, with this note. */
async function recordPayment(page: Page, note: string): Promise<void> {
  await page.goto(`/admin/user-detail?id=${(await payer()).id}`);
  const section = page.getByRole("region", { name: "Manual Payment", exact: true });
  await section.getByRole("button", { name: "Manual Payment", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Performing Manual Payment" });
  await drawer.getByLabel("Transaction Amount").fill("1.00");
  await drawer.getByLabel("Description").fill(note);
  await drawer.getByRole("button", { name: "Record payment" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Record $1.00 payment" }).click();
  await expectToast(page, "Payment processed successfully");
}

for (const role of ROLES) {
  const when = role === "EMPLOYEE" ? "" : " @long";
  test(`${role} reaches the ledger from the sidebar, loads it and exports all of it${when} @long`, async ({
    signIn,
  }) => {
    const page = await signIn(role);
    await page.goto("/admin/users");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Loans ledger" }).click();
    const total = await totalOnScreen(page);
    const { name, lines } = await exported(page);
    expect(name).toBe("loans-ledger.csv");
    // Other tests may post in the meantime: the ledger only grows.
    expect(lines.length).toBeGreaterThan(total);
    expect(new Set(lines.map((cells) => cells.length))).toEqual(new Set([9]));
  });
}

test("the file says its zone and its unit, and each balance follows from the line above it @long", async () => {
  const page = viewer();
  await open(page);
  const { lines } = await exported(page);
  expect(lines[0]).toEqual([
    "Transaction Date (America/New_York)",
    "User Id",
    "Renewal Of",
    "Name",
    "Transaction Type",
    "Custom Description",
    "Notes",
    "Transaction Amount (USD)",
    "Balance (USD)",
  ]);
  expect(lines.find(([, userId]) => userId === String(renewed.id))?.[2]).toBe(String(renewedFirst.id));
  const cents = (dollars = "") => Math.round(Number(dollars) * 100);
  const owed = new Map<string | undefined, number>();
  for (const [, userId, , , , , , amount, balance] of lines.slice(1)) {
    owed.set(userId, (owed.get(userId) ?? 0) + cents(amount));
    expect(cents(balance)).toBe(owed.get(userId));
  }
});

test("a note that a spreadsheet would run is exported as text @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const formula = '=HYPERLINK("http://evil.example","Click")';
  await recordPayment(page, formula);
  await open(page);
  await expect
    .poll(async () =>
      (await exported(page)).lines.map((cells) => cells[6]).filter((note) => note?.includes("HYPERLINK")),
    )
    .toEqual([`'${formula}`]);
});

test("scrolling goes on through the ledger, newest first, with few rows in the page @long", async () => {
  const page = viewer();
  await open(page);
  await totalOnScreen(page);
  const dates = async () =>
    table(page).locator("tbody tr:not([aria-hidden]) td:nth-child(2)").allTextContents();
  const [newest = ""] = await dates();
  const scroller = page.getByRole("group", { name: "Loans ledger" });
  await scroller.focus();
  await page.keyboard.press("End");
  await expect(page.getByText(/^200 loaded of /)).toBeVisible();
  await expect.poll(async () => ((await dates()).at(-1) ?? "") < newest).toBe(true);
  expect((await dates()).length).toBeLessThan(80);
});

test("the keyboard alone loads, walks to a line, opens its user, and comes back to the list @long", async () => {
  const page = viewer();
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await leaveSearch(page);
  await pressSequence(page, "g", "l");
  await expect(page.getByRole("heading", { level: 1, name: "Loans ledger" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Get All Loan" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^100 loaded of /)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/user-detail\?id=\d+/);
  await page.goBack();
  await expect(page.getByText(/^100 loaded of /)).toBeVisible();
});

test("an export that breaks off says so, saves no file, and works on Retry", async () => {
  const page = viewer();
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await open(page);
  await page.route("**/api/exports/**", (route) => route.abort("connectionreset"));
  await page.getByRole("button", { name: "Export CSV" }).click();
  await page.getByRole("button", { name: "Save as CSV" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No file was saved." })).toBeVisible();
  expect(downloads).toEqual([]);
  await page.unroute("**/api/exports/**");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(/is complete and saved/)).toBeVisible();
  expect(downloads).toEqual(["loans-ledger.csv"]);
});

test("axe finds nothing wrong before anything is loaded and after all was @long", async () => {
  const page = viewer();
  await open(page);
  await expectAccessible(page);
  await totalOnScreen(page);
  await exported(page);
  await expectAccessible(page);
});
