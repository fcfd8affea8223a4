import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { section as broughtIntoSight } from "./support/customer-page.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

/** Walks specification 1, section 2, “User detail”, line by line on one open page, and changes nothing. */

const { fundedUser, emptyUser, declined } = FIXTURES;

const superadmin = pageThroughout("SUPERADMIN");
let page: Page;
test.beforeAll(() => {
  page = superadmin();
  return open(fundedUser);
});

const open = ({ id }: { id: number }) => follow(page, `/admin/user-detail?id=${id}`);

const anchors = () => page.getByRole("navigation", { name: "On this page" });

const section = (name: string): Promise<Locator> => broughtIntoSight(page, name);

const toFact = (within: Locator, label: string) =>
  within.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("xpath=following-sibling::dd");

/** The same of another customer, with the page of the first one left as it was afterwards. */
async function at(customer: { id: number }, look: () => Promise<void>): Promise<void> {
  await open(customer);
  await look();
  await open(fundedUser);
}

test("'Breadcrumb Users > full name.'", async () => {
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
  await expect(crumbs).toContainText(["Users", "Maria Delgado"]);
});

test("'Buttons: App History, Login Into User Profile (re-access), Edit User, Loan Returns.'", async () => {
  for (const name of ["App History", "Login Into User Profile", "Edit User", "Loan Returns"])
    await expect(page.getByRole("button", { name, exact: true })).toBeEnabled();
});

for (const name of [
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
]) {
  test(`'In-page anchor tabs: … ${name} …'`, async () => {
    await expect(anchors().getByText(name).first()).toBeVisible();
  });
}

test("'General: read-only facts with banners …'; 'A Manual Approve button appears when the credit-check status is not Approved.'", async () => {
  const general = await section("General");
  await expect(general.getByText("This user is already funded!")).toBeVisible();
  await expect(general.getByRole("textbox")).toHaveCount(0);
  for (const [name, text] of [
    ["Date of Birth", /^\d{4}-\d\d-\d\d$/],
    ["SSN", /^9\d\d-\d\d-\d{4}$/],
    ["Card Number", /^•••• \d{4}$/],
    ["Card Security Code", "•••"],
  ] as const)
    await expect(toFact(general, name)).toHaveText(text);
  await expect(general.getByRole("button", { name: "Manual Approve" })).toHaveCount(0);
  await at(declined, async () => {
    await expect((await section("General")).getByRole("button", { name: "Manual Approve" })).toBeVisible();
  });
});

test("'Offers: 'Optimized offer' and 'Non Optimized offer', each with Approved Amount and Payback Multiplier and a selectedOffer marker'", async () => {
  const offers = await section("Offers");
  for (const name of ["Optimized offer", "Non Optimized offer"])
    await expect(offers.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(offers.getByText("Approved Amount")).toHaveCount(2);
  await expect(offers.getByText("Payback Multiplier")).toHaveCount(2);
  await expect(offers.getByText("selectedOffer")).toHaveCount(1);
});

test("'Also shown: risk model name and score, risk-model-lite name and score, router override flag, vantage score, is-SMB, has-high-risk, decline reason.'", async () => {
  const facts = await section("Risk Facts");
  for (const name of [
    "Risk Model",
    "Risk Model Lite",
    "Router Override Flag",
    "Vantage Score",
    "Is SMB",
    "Has High Risk",
    "Decline Reason",
  ])
    await expect(facts.getByText(name, { exact: true })).toBeVisible();
});

test("'Notes: table of note, owner and created date'; 'empty state 'No Notes Found''", async () => {
  const table = (await section("Notes")).getByRole("table");
  for (const name of ["Note", "Owner", /^Created Date/])
    await expect(table.getByRole("columnheader", { name })).toBeVisible();
  await at(emptyUser, async () => {
    await expect((await section("Notes")).getByText("No Notes Found")).toBeVisible();
  });
});

test("'Create Note opens a drawer titled 'Create New Note''", async () => {
  const drawer = page.getByRole("dialog", { name: "Create New Note" });
  await (await section("Notes")).getByRole("button", { name: "Create Note" }).click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("'Bank-link account panel.' 'bankStatus (coloured dot)'", async () => {
  const table = (await section("Bank Links")).getByRole("table");
  for (const name of ["Institution", "Bank Status", "Active", "Primary Account"])
    await expect(table.getByRole("columnheader", { name, exact: true })).toBeVisible();
});

test("'A switch 'Run payment automation'.'", async () => {
  await expect(
    (await section("Run payment automation")).getByRole("switch", { name: "Run payment automation" }),
  ).toBeVisible();
});

test("'Do Not Fund (DNF) block with reasons.': 'Missed Payments, Defaulted, High Risk Behavior, Other'", async () => {
  const banned = (await section("Do Not Fund")).getByRole("switch", { name: "Do Not Fund" });
  await banned.click();
  const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  for (const reason of ["Missed Payments", "Defaulted", "High Risk Behavior", "Other"])
    await expect(dialog.getByText(reason, { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Continue & Ban" })).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(banned).not.toBeChecked();
});

test("'Zoho-style CRM panel: … stage buttons Waiting for Docs and Funding Review; manual decline button.'", async () => {
  const crm = await section("CRM");
  for (const name of ["Waiting for Docs", "Funding Review", "Manual Decline"])
    await expect(crm.getByRole("button", { name })).toBeVisible();
});

test("'Derogatory remarks table (pages of 10).'", async () => {
  await expect((await section("Derogatory remarks")).getByText("No Derogatory Remarks Found")).toBeVisible();
});

test("'Toggle panel: show reconnect bank account, show re-sign contract, restart application.'", async () => {
  const panel = await section("Toggle Panel");
  await expect(panel.getByRole("switch", { name: "Show reconnect bank account" })).toBeVisible();
  await expect(panel.getByRole("switch", { name: "Show re-sign contract" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Restart application" })).toBeVisible();
});

test("'Decision Engine Outcomes (collapsible table, scrolls at 250 px); Underwriting; Vantage score.'", async () => {
  const decisions = await section("Decision Engine Outcomes");
  await expect(decisions.getByRole("table")).toBeVisible();
  await decisions.getByRole("button", { name: /^Collapse/ }).click();
  await expect(decisions.getByRole("table")).toHaveCount(0);
  await decisions.getByRole("button", { name: /^Expand/ }).click();
  const height = (await decisions.locator("[data-slot=data-table]").boundingBox())?.height ?? 0;
  expect(height).toBeLessThanOrEqual(252);
  for (const name of ["Underwriting", "Vantage score"]) await expect(await section(name)).toBeVisible();
});

test("'Funded Users Balance, only if data exists (user id and balance).'", async () => {
  const table = (await section("Funded Users Balance")).getByRole("table");
  for (const name of ["User Id", /^Balance/])
    await expect(table.getByRole("columnheader", { name })).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toHaveText(/^#10001.*\$[\d,.]+Yes$/);
  await at(declined, async () => {
    await expect((await section("General")).getByText("Credit Check Status")).toBeVisible();
    await expect(await section("Similar Accounts")).toBeVisible();
    await expect(page.getByRole("region", { name: "Funded Users Balance" })).toHaveCount(0);
  });
});

test("'Similar-record lists …; each entry can open the other user in a new tab.' @long", async () => {
  const similar = await section("Similar Phone");
  await similar.getByText("Show Similar Phone").click();
  await expect(similar.getByRole("link")).toHaveAttribute("target", "_blank");
  await expect(similar.getByRole("link")).toHaveAttribute("href", /user-detail\?id=\d+/);
});

test("'User files table with filters (type, application, stage).'", async () => {
  const files = await section("User files");
  for (const name of ["Type", "Application", "Stage"])
    await expect(files.getByRole("combobox", { name, exact: true })).toBeVisible();
});

test("'Asset Report: buttons 'Asset 720 PDF' and 'Asset 60 pdf'; a line 'Requested: {date} Status: {status}''", async () => {
  const report = await section("Asset Report");
  for (const name of ["Asset 720 PDF", "Asset 60 pdf"])
    await expect(report.getByRole("button", { name, exact: true })).toBeEnabled();
  await expect(report).toContainText(/Requested: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d GMT\s*Status:\s*READY/);
});

test("'per-institution Asset Summary tables (institution, account, mask, current balance with currency symbol) with an Expand button opening an 'Asset Details' drawer'", async () => {
  const report = await section("Asset Report");
  for (const name of ["Institution", "Account", "Mask", "Current Balance"])
    await expect(report.getByRole("columnheader", { name, exact: true }).first()).toBeVisible();
  await expect(report.getByRole("cell", { name: /^\$[\d,]+\.\d\d$/ }).first()).toBeVisible();
  await report
    .getByRole("button", { name: /^Expand/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Asset Details" })).toBeVisible();
  await page.keyboard.press("Escape");
});

test("'empty state 'No Asset Report Found''; 'ReContracts; empty state 'No Recontracts Found'.'", async () => {
  await at(emptyUser, async () => {
    await expect((await section("Asset Report")).getByText("No Asset Report Found")).toBeVisible();
    await expect((await section("ReContracts")).getByText("No Recontracts Found")).toBeVisible();
  });
});

test("'Balance Details: Transactions PDF, Manual Payment, available balance, discount amount, active application id, collapsible 'Transaction Details' table'; 'Transaction Sheet export.' @long", async () => {
  const balance = await section("Balance Details");
  for (const name of ["Transactions PDF", "Transaction Sheet", "Manual Payment"])
    await expect(balance.getByRole("button", { name, exact: true })).toBeEnabled();
  for (const name of ["Available Balance", "Discount Amount", "Active Application Id"])
    await expect(balance.getByText(name, { exact: true })).toBeVisible();
  await balance.getByRole("button", { name: "Transaction Details" }).click();
  await expect(balance.getByRole("table")).toBeVisible();
});

test("'The Manual Payment drawer is titled 'Performing Manual Payment' with an 'Is External' checkbox.'", async () => {
  const drawer = page.getByRole("dialog", { name: "Performing Manual Payment" });
  const balance = await section("Balance Details");
  await balance.getByRole("button", { name: "Manual Payment", exact: true }).click();
  await expect(drawer.getByRole("checkbox", { name: "Is External" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("'Payment Adjustment: 'Set Payment Preference' button opening a 'Payment Preference' drawer (ACH and CARD), plus a 'Payment Dates' editable table.'", async () => {
  const adjustment = await section("Payment Adjustment");
  const drawer = page.getByRole("dialog", { name: "Payment Preference" });
  await adjustment.getByRole("button", { name: "Set Payment Preference" }).click();
  for (const name of ["Use ACH", "Use CARD"])
    await expect(drawer.getByRole("checkbox", { name })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect((await section("Payment Dates")).getByRole("table")).toBeVisible();
});

test("'External Payment: Create or Edit, with 'Is External Collections' checkbox, 'External Agency Name' text field, Submit.'", async () => {
  const external = await section("External Payment");
  await external.getByRole("button", { name: "Create" }).click();
  await expect(external.getByRole("checkbox", { name: "Is External Collections" })).toBeVisible();
  await expect(external.getByRole("textbox", { name: "External Agency Name" })).toBeVisible();
  await expect(external.getByRole("button", { name: "Submit" })).toBeVisible();
  await external.getByRole("button", { name: "Cancel" }).click();
});

test("'ACH Details: Re-auth button; … the masked account, account id, routing and wire routing.'", async () => {
  const details = await section("ACH Details");
  await expect(details.getByRole("button", { name: "Re-auth" })).toBeEnabled();
  for (const name of ["Account", "Account Id", "Routing", "Wire Routing"])
    await expect(details.getByRole("columnheader", { name, exact: true })).toBeVisible();
  await expect(details.getByText(/^•••• \d{4}$/).first()).toBeVisible();
});

test("'Plaid Balance: 'Get Plaid Balance' button; each record shows time (New York), ISO currency code, available, current, name, account id, last 4 digits of the account number'; 'empty state 'No Plaid Record Found''", async () => {
  const balance = await section("Plaid Balance");
  await expect(balance.getByRole("button", { name: "Get Plaid Balance" })).toBeEnabled();
  for (const name of [/^Time/, "ISO Currency Code", "Available", "Current", "Name", "Account Id", /last 4/])
    await expect(balance.getByRole("columnheader", { name }).first()).toBeAttached();
  await at(emptyUser, async () => {
    await expect((await section("Plaid Balance")).getByText("No Plaid Record Found")).toBeVisible();
  });
});

test("'Loan returns dialog.' 'submit enabled only once Disbursement Amount is checked'", async () => {
  await page.evaluate(() => window.scrollTo(0, 0)); // The buttons of the header fold away below.
  await page.getByRole("button", { name: "Loan Returns" }).click();
  const dialog = page.getByRole("dialog", { name: "Loan Returns" });
  await expect(dialog.getByRole("checkbox", { name: /^Disbursement Amount/ })).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: /^Return/ })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("axe finds nothing wrong with the whole page, every section of it loaded @long", async () => {
  await expect((await section("General")).getByText("Credit Check Status")).toBeVisible();
  await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
  await expectAccessible(page);
});
