import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

const { accountFundedBefore: customer, emptyUser, smallBusiness } = FIXTURES;
const NOT_COMPLETED =
  "User has not yet completed the TRX 90 flow or this is an old user who hasn't hit the TRX 90 flow!";

/** The lines of the blocks, under the headings of their groups. */
const LINES = [
  "Window",
  "Start Date",
  "End Date",
  "Business revenue",
  "Business Revenue",
  "Gig Income",
  "Card Income",
  "Small-Business Income",
  "Other money in",
  "Money Transfer Services",
  "Deposits",
  "Fees for returned items",
  "NSF Counts",
  "High risk",
  "High-Risk Inflow",
  "High-Risk Outflow",
  "Loans",
  "Loan Inflow, High-Risk",
  "Loan Outflow, High-Risk",
  "Loan Inflow, General",
  "Loan Outflow, General",
  "Debt-service coverage",
  "High-Risk",
  "Universal",
];

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const table = (page: Page) => page.getByRole("table", { name: "Cash Flow" });
const revenue = (page: Page, days: 30 | 60 | 90) =>
  page.getByRole("button", { name: `Business Revenue, ${days} days, volume:` });

/** Opens the statistics of a customer whose bank data came; the first look receives them. */
async function open(page: Page): Promise<void> {
  await follow(page, `/admin/user-graph?id=${customer.id}`);
  await expect(revenue(page, 30)).toBeVisible();
}

/** Nothing here changes anything. */
const viewer = pageThroughout("VIEWER");

test("Data Statistics leads there, and Back leads back to the customer @long", async () => {
  const page = viewer();
  await page.goto(`/admin/user-detail?id=${customer.id}#data-statistics`);
  await region(page, "Data Statistics").getByRole("link", { name: "Open bank statistics" }).click();
  await expect(page).toHaveURL(`/admin/user-graph?id=${customer.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Bank statistics" })).toBeVisible();
  const name = `${customer.firstname} ${customer.lastname}`;
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByText(name)).toBeVisible();
  await page.getByRole("link", { name: "Back to User" }).click();
  await expect(page).toHaveURL(`/admin/user-detail?id=${customer.id}#data-statistics`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});

test("cards: last transaction date, last revenue deposit date, transaction match, asset match, name match, number of bank accounts, existing advance @long", async () => {
  const page = viewer();
  await open(page);
  const value = (title: string) => page.locator("dt", { hasText: new RegExp(`^${title}$`) }).locator("+ dd");
  await expect(value("Last Transaction Date")).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await expect(value("Last Revenue Deposit Date")).toHaveText(/^\d{4}-\d\d-\d\d$/);
  await expect(value("Number of Bank Accounts")).toHaveText(/^\d+$/);
  await expect(value("Asset Match")).toContainText(/\d+ of \d+ accounts/);
  for (const title of ["Transaction Match", "Name Match", "Existing Advance"]) {
    await expect(value(title)).not.toBeEmpty();
  }
});

test("a number opens the transactions that make it, and they add up to it to the cent @long", async () => {
  const page = viewer();
  await open(page);
  await test.step("'blocks for 30/60/90-day windows': every line of them, with the colour of its sign", async () => {
    await expect(table(page).getByRole("rowheader")).toHaveText(LINES);
    const colour = (number: Locator) => number.evaluate((button) => getComputedStyle(button).color);
    const green = await colour(revenue(page, 30));
    const zero = table(page)
      .getByRole("button", { name: /volume: \$0\.00$/ })
      .first();
    expect(await colour(zero)).not.toBe(green);
    expect(await colour(findNumber(page, "NSF Counts, 30 days, volume"))).toBe(await colour(zero));
  });
  for (const [name, id] of [
    ["Business Revenue, 90 days", "businessRevenue:90"],
    ["Loan Outflow, General, 90 days", "loanOutflowGeneral:90"],
    ["Deposits, 60 days", "deposits:60"],
    ["Abnormal Transactions, 90 days", "abnormal:90"],
  ] as const) {
    await test.step(`${name}: the sum and the count of what it opens`, async () => {
      const number = findNumber(page, `${name}, volume`);
      const amount = (await number.textContent()) ?? "";
      const count = (await findNumber(page, `${name}, count`).textContent()) ?? "";
      expect(amount).toMatch(/^−?\$[\d,]+\.\d\d$/);
      await number.click();
      const drawer = page.getByRole("dialog", { name, exact: true });
      await expect(page).toHaveURL(new RegExp(`&number=${id}$`));
      await showAll(drawer);
      await expect(drawer.getByText(`Sum of ${count} transactions`)).toBeVisible();
      const amounts = drawer.getByRole("row").locator("td:last-child");
      await expect(amounts).toHaveCount(Number(count.replaceAll(",", "")));
      const cents = (await amounts.allTextContents()).map(toCents);
      expect(cents.reduce((sum, each) => sum + each, 0)).toBe(toCents(amount));
      await page.goBack();
      await expect(drawer).toBeHidden();
    });
  }
});

const findNumber = (page: Page, name: string) =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`^${name}: `) });
const toCents = (text: string): number => Number(text.replaceAll(/\D/g, "")) * (/[−-]/.test(text) ? -1 : 1);

/** Presses Show more, which is held while more is under way, until all are there and it is gone. */
async function showAll(drawer: Locator): Promise<void> {
  const sum = drawer.getByText(/^Sum of /);
  const more = drawer.getByRole("button", { name: "Show more" });
  await expect(drawer.getByRole("row").nth(1)).toBeVisible();
  while (!(await sum.isVisible())) await Promise.race([more.click(), sum.waitFor()]);
}

test("the keyboard alone opens a ratio, then one of its parts, and gets back to where it was @long", async () => {
  const page = viewer();
  await open(page);
  const share = page.getByRole("button", { name: /^Gig Income, share of business revenue, 30 days: / });
  await share.focus();
  await page.keyboard.press("Enter");
  const worked = page.getByRole("dialog", { name: "Gig Income, share of business revenue, 30 days" });
  await expect(worked.getByText("Result")).toBeVisible();
  await worked.getByRole("button", { name: /^Gig Income, 30 days: / }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Gig Income, 30 days" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(share).toBeFocused();
});

test("a snapshot is searched for by typing, and the address keeps it @long", async () => {
  const page = viewer();
  await open(page);
  const snapshot = page.getByRole("combobox", { name: "Snapshot" });
  await snapshot.click();
  await page.getByRole("combobox", { name: "Search a date" }).fill("1999");
  await expect(page.getByText("No snapshot matches")).toBeVisible();
  await page.getByRole("combobox", { name: "Search a date" }).fill("");
  const last = page.getByRole("option").last();
  const label = (await last.textContent()) ?? "";
  expect(label).toMatch(/^(720 - \(|Funded \()?\d{4}-\d\d-\d\d\)?$/);
  await last.click();
  await expect(snapshot).toHaveText(label);
  await page.reload();
  await expect(snapshot).toHaveText(label);
  await expect(revenue(page, 30)).toBeVisible();
});

test("business revenue categories: tabs 30/60/90, each a list, newest first @long", async () => {
  const page = viewer();
  await open(page);
  const section = region(page, "Business Revenue Categories");
  await section.getByRole("tab", { name: "60 days" }).click();
  await expect(page).toHaveURL(/&days=60$/);
  const list = section.getByRole("table", { name: "Business Revenue Categories, 60 days" });
  await expect(list.getByRole("row").nth(1)).toBeVisible();
  const dates = await list.getByRole("row").locator("td:last-child").allTextContents();
  expect(dates).toEqual(dates.toSorted().toReversed());
  const names = await list.getByRole("row").locator("td:first-child").allInnerTexts();
  for (const name of names) expect(name).toMatch(/^(.{1,30}|.{30}\.\.\.)$/u);
});

test("risk/revenue analytics with 30/60/90-day tabs, a chart, and a misc income modal @long", async () => {
  const page = viewer();
  await page.goto(`/admin/user-graph?id=${customer.id}`);
  const section = region(page, "Risk and Revenue Analytics");
  await expect(
    section.getByRole("figure", { name: /^Money in and out by category, 30 days: / }),
  ).toBeVisible();
  await section.getByRole("tab", { name: "90 days" }).click();
  await expect(
    section.getByRole("figure", { name: /^Money in and out by category, 90 days: / }),
  ).toBeVisible();
  await expect(section.getByRole("table").getByRole("row")).toHaveCount(11);
  await section.getByRole("button", { name: "Misc Income" }).click();
  const modal = page.getByRole("dialog", { name: "Misc Income" });
  await expect(modal.getByRole("table", { name: "Misc income, 90 days" })).toBeVisible();
  await modal.getByRole("tab", { name: "30 days" }).click();
  await expect(modal.getByRole("table", { name: "Misc income, 30 days" })).toBeVisible();
  await modal.getByRole("button", { name: "Close" }).click();
  await expect(modal).toBeHidden();
});

test("below 900 pixels the windows are tabs, on paper they stand side by side @long", async () => {
  const page = viewer();
  await page.setViewportSize({ width: 800, height: 900 });
  await follow(page, `/admin/user-graph?id=${customer.id}&days=60`);
  await expect(revenue(page, 60)).toBeVisible();
  await expect(revenue(page, 30)).toHaveCount(0);
  await page.emulateMedia({ media: "print" });
  await expect(table(page).getByRole("columnheader", { name: /days$/ })).toHaveCount(3);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the small business of the demonstration has small-business income @long", async () => {
  const page = viewer();
  await follow(page, `/admin/user-graph?id=${smallBusiness.id}`);
  const income = page.getByRole("button", { name: "Small-Business Income, 90 days, volume:" });
  await expect(income).toHaveText(/^\$[1-9][\d,]*\.\d\d$/);
});

test("a customer who has no report is told so, in the product's words @long", async () => {
  const page = viewer();
  await follow(page, `/admin/user-graph?id=${emptyUser.id}`);
  await expect(page.getByText(NOT_COMPLETED)).toBeVisible();
  await follow(page, "/admin/user-graph?id=2147483647");
  await expect(page.getByText("There is no customer 2147483647.")).toBeVisible();
});

test("axe finds nothing wrong with the page and with its list of snapshots @long", async () => {
  const page = viewer();
  await open(page);
  await expect(page.getByRole("figure", { name: /^Money in and out by category/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Snapshot" }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page.locator("[data-slot=combobox-popup]"));
  await page.keyboard.press("Escape");
});

test("what a number and the misc income open lies over the page alone, and axe finds nothing wrong @long", async () => {
  const page = viewer();
  await open(page);
  await revenue(page, 30).click();
  await expect(page.getByRole("dialog").getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("main")).toHaveCount(0);
  await expectAccessible(page.getByRole("dialog"));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Misc Income" }).click();
  await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
  await expect(page.getByRole("main")).toHaveCount(0);
  await expectAccessible(page.getByRole("dialog"));
});
