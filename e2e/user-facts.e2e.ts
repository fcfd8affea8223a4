import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { armedFaults, armFault } from "./support/sandbox.ts";
import { bringIntoSight, expect, expectAccessible, expectToast, test } from "./support/test.ts";

const open = (page: Page, { id }: { id: number }, section = "") =>
  page.goto(`/admin/user-detail?id=${id}${section}`);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const LACKING = "The decision engine did not give what is missing here.";
const factOf = (page: Page, label: string) =>
  region(page, "Offers")
    .locator("dt", { hasText: new RegExp(`^${label}$`) })
    .locator("xpath=following-sibling::dd");

test("facts that are missing are looked up by the server, and then stand on the page", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.factsMissing, "#offers");
  await expect(factOf(page, "Is SMB")).toHaveText("Yes", { timeout: 15_000 });
  await expect(factOf(page, "Has High Risk")).toHaveText("Yes");
  await expect(factOf(page, "Decline Reason")).toHaveText(/Insufficient income|Recent bankruptcy|OFAC match/);
  await page.reload();
  await expect(factOf(page, "Is SMB")).toHaveText("Yes");
});

test("a look-up that the decision engine refuses is shown as failed, and staff can have it repeated", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await armFault({ provider: "alloy", kind: "status", status: 403, path: "/evaluations/" });
  await open(page, FIXTURES.factsMissingToo, "#offers");
  await expect(page.getByText(LACKING)).toBeVisible({ timeout: 15_000 });
  expect(await armedFaults("alloy")).toBe(0);
  await region(page, "Offers").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(LACKING)).toHaveCount(0);
  await expect(factOf(page, "Has High Risk")).toHaveText("Yes", { timeout: 15_000 });
});

test("the first user of a renewed customer tells the risk of the renewal", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.renewedFirst, "#offers");
  await expect(factOf(page, "Renewal Has High Risk")).toHaveText(/^(Yes|No)$/);
});

test("processor transactions are shown ten at a time, and staff reach them from the anchors", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.accountFundedBefore);
  await page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: /^Payment Processor/ })
    .click();
  const section = region(page, "Payment Processor");
  await expect(section.getByRole("row")).toHaveCount(11);
  await expect(section.getByText(/^(Payliance|TabaPay)$/).first()).toBeVisible();
  const more = section.getByRole("button", { name: /^Show more 10/ });
  await more.focus();
  await page.keyboard.press("Enter");
  // Other tests pay as this customer: how many there are in all is not known.
  await expect(section.getByRole("row")).not.toHaveCount(11);
  const shown = await section.getByRole("row").count();
  expect(shown).toBeGreaterThan(11);
  expect(shown).toBeLessThanOrEqual(21);
});

test("bank data that came have their statistics, with windows of 30, 60 and 90 days", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.accountFundedBefore, "#asset-report");
  const section = region(page, "Data Statistics");
  await expect(section.getByText("Last Revenue Deposit Date")).toBeVisible({ timeout: 30_000 });
  await expect(section.getByRole("row")).toHaveCount(4);
  await expect(section.getByRole("cell", { name: /^90 days/ })).toBeVisible();
});

test("a customer without bank data or processor transactions has none, and is told so", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.emptyUser, "#data-statistics");
  await expect(page.getByText("No Data Statistics Found")).toBeVisible();
  await bringIntoSight(region(page, "Payment Processor"));
  await expect(page.getByText("No Processor Transactions Found")).toBeVisible();
});

test("exports still reach the browser as files", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.behind, "#balance-details");
  const section = region(page, "Balance Details");
  const [sheet] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Transaction Sheet" }).click(),
  ]);
  expect(sheet.suggestedFilename()).toMatch(/^transactions_user-10023_.+\.csv$/);
  await expectToast(page, "Transaction sheet exported successfully!");
});

test("axe finds nothing wrong with what staff read of facts, statistics and processors", async ({
  signIn,
}) => {
  test.slow();
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.accountFundedBefore, "#payment-processor");
  await expect(region(page, "Payment Processor").getByRole("row").nth(1)).toBeVisible({ timeout: 30_000 });
  await expect(region(page, "Data Statistics").getByRole("row")).toHaveCount(4, { timeout: 30_000 });
  await expectAccessible(page);
});
