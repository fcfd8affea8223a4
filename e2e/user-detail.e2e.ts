import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { section as broughtIntoSight } from "./support/customer-page.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

/** The customer's page with real data (specification 1, section 2). No test of this file changes data. */

const { fundedUser, emptyUser } = FIXTURES;

const superadmin = pageThroughout("SUPERADMIN");
let page: Page;
test.beforeAll(() => {
  page = superadmin();
});
test.beforeEach(() => open(fundedUser));

const open = ({ id }: { id: number }) => follow(page, `/admin/user-detail?id=${id}`);
const section = (name: string): Promise<Locator> => broughtIntoSight(page, name);

const ANCHORS = [
  "General",
  "Primary Accounts",
  "Asset Report",
  "Recontracts",
  "ACH Details",
  "Plaid Balance",
  "Manual Payment",
  "Payment Processor",
  "Similar Accounts",
  "Similar Debit Cards",
  "Similar Addresses",
  "Similar Phone",
  "Similar SSN",
  "Similar Company Names",
  "Similar EIN Tax Numbers",
  "Data Statistics",
  "Funded Account's Active Balance",
  "File Attachments",
  "Payment Adjustment",
];

test("a funded customer has every anchor of the specification @long", async () => {
  const anchors = page.getByRole("navigation", { name: "On this page" });
  for (const name of ANCHORS) await expect(anchors.getByText(name).first()).toBeVisible();
});

test("the sections of a funded customer show the stored data, and a SUPERADMIN reads the whole SSN", async () => {
  const general = await section("General");
  await expect(general.getByText("This user is already funded!")).toBeVisible();
  for (const [label, text] of [
    ["Date of Birth", /^\d{4}-\d\d-\d\d$/],
    ["SSN", /^8\d\d-\d\d-\d{4}$/],
    ["Card Number", /^•••• \d{4}$/],
    ["Card Security Code", "•••"],
  ] as const) {
    const term = general.locator("dt", { hasText: new RegExp(`^${label}$`) });
    await expect(term.locator("xpath=following-sibling::dd")).toHaveText(text);
  }
  await expect((await section("Offers")).getByText("selectedOffer")).toHaveCount(1);
  await expect((await section("Bank Links")).getByRole("row").nth(1)).toBeVisible();
  await expect((await section("ACH Details")).getByText(/^•••• \d{4}$/).first()).toBeVisible();
  await expect((await section("Payment Dates")).getByRole("row").nth(1)).toBeVisible();
  const balances = (await section("Funded Users Balance")).getByRole("table");
  await expect(balances.getByRole("row").nth(1)).toHaveText(/^#10001.*\$[\d,.]+Yes$/);
});

test("Asset Details and Transaction Details of a funded customer open @long", async () => {
  const report = await section("Asset Report");
  await expect(report).toContainText(/Requested: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\s*Status:\s*READY/);
  await expect(report.getByRole("cell", { name: /^\$[\d,]+\.\d\d$/ }).first()).toBeVisible();
  await report
    .getByRole("button", { name: /^Expand/ })
    .first()
    .click();
  const details = page.getByRole("dialog", { name: "Asset Details" });
  await expect(details.getByText("Days Requested")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  const balance = await section("Balance Details");
  await balance.getByRole("button", { name: "Transaction Details" }).click();
  await expect(balance.getByRole("table").getByRole("row").nth(1)).toBeVisible();
});

test("the sections of a customer without any data are empty and name what is missing @long", async () => {
  await open(emptyUser);
  for (const [name, text] of [
    ["Notes", "No Notes Found"],
    ["Derogatory remarks", "No Derogatory Remarks Found"],
    ["Decision Engine Outcomes", "No Decision Engine Outcomes Found"],
    ["Underwriting", "No Underwriting Found"],
    ["Vantage score", "No Vantage Score Found"],
    ["Asset Report", "No Asset Report Found"],
    ["ReContracts", "No Recontracts Found"],
    ["Plaid Balance", "No Plaid Record Found"],
    ["Data Statistics", "No Data Statistics Found"],
    ["Payment Processor", "No Processor Transactions Found"],
    ["Similar SSN", "No Similar SSN Found"],
    ["Similar EIN Tax Numbers", "No Similar EIN Tax Numbers Found"],
  ] as const)
    await expect((await section(name)).getByText(text)).toBeVisible();
});

test("axe finds nothing wrong with the whole page after every section has loaded @long", async () => {
  await expect((await section("General")).getByText("Credit Check Status")).toBeVisible();
  await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
  await expectAccessible(page);
});
