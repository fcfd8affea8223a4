import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { bringIntoSight, expect, expectAccessible, test } from "./support/test.ts";

const open = (page: Page, { id }: { id: number }, section = "") =>
  page.goto(`/admin/user-detail?id=${id}${section}`);
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("derogatory remarks are turned ten at a time, and Back turns back", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.doNotFund, "#derogatory-remarks");
  const remarks = region(page, "Derogatory remarks");
  await expect(remarks.getByRole("row")).toHaveCount(11);
  await remarks.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/remarks=2/);
  await expect(remarks.getByText(/^Page 2 of /)).toBeVisible();
  await page.goBack();
  await expect(remarks.getByText(/^Page 1 of /)).toBeVisible();
});

test("the sections of a customer nobody decided on are empty and say so", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.emptyUser, "#derogatory-remarks");
  await bringIntoSight(region(page, "Similar EIN Tax Numbers"));
  for (const text of [
    "No Derogatory Remarks Found",
    "No Decision Engine Outcomes Found",
    "No Underwriting Found",
    "No Vantage Score Found",
    "No Similar SSN Found",
    "No Similar EIN Tax Numbers Found",
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  await expect(region(page, "Funded Users Balance")).toHaveCount(0);
});

test("a denial shows its reason, and the outcomes scroll within 250 pixels", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.declined, "#decision-engine");
  const decisions = region(page, "Decision Engine Outcomes");
  await expect(decisions.getByText("Denied")).toBeVisible();
  const table = decisions.getByRole("group", { name: "Decision Engine Outcomes" });
  expect((await table.boundingBox())?.height).toBeLessThanOrEqual(250);
  await decisions.getByRole("button", { name: /^Collapse/ }).click();
  await expect(table).toHaveCount(0);
});

test("a renewed customer's first user is among the same SSN and opens in a new tab", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  const { renewedFirst } = FIXTURES;
  await open(page, FIXTURES.renewed, "#similar-ssn");
  const link = region(page, "Similar SSN").getByRole("link", { name: new RegExp(`#${renewedFirst.id}`) });
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expect(opened).toHaveURL(new RegExp(`/admin/user-detail\\?id=${renewedFirst.id}$`));
  await expect(opened.getByRole("heading", { level: 1, name: "Grace Kim" })).toBeVisible();
  await expect(region(page, "Funded Users Balance").getByText(`#${renewedFirst.id}`)).toBeVisible();
});

test("axe finds nothing wrong with the sections once they have loaded", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.renewed, "#similar-ssn");
  await expect(region(page, "Similar SSN").getByRole("listitem").first()).toBeVisible();
  await expect(region(page, "Underwriting").getByText("Requested Amount")).toBeVisible();
  await expectAccessible(page);
});
