import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { region, section } from "./support/customer-page.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

const open = (page: Page, { id }: { id: number }) => follow(page, `/admin/user-detail?id=${id}`);

/** Nothing here changes anything. */
const viewer = pageThroughout("VIEWER");

test("derogatory remarks are turned ten at a time, and Back turns back @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.doNotFund);
  const remarks = await section(page, "Derogatory remarks");
  await expect(remarks.getByRole("row")).toHaveCount(11);
  await remarks.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/remarks=2/);
  await expect(remarks.getByText(/^Page 2 of /)).toBeVisible();
  await page.goBack();
  await expect(remarks.getByText(/^Page 1 of /)).toBeVisible();
});

test("a denial shows its reason, and the outcomes scroll within 250 pixels @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.declined);
  const decisions = await section(page, "Decision Engine Outcomes");
  await expect(decisions.getByText("Denied")).toBeVisible();
  const table = decisions.getByRole("group", { name: "Decision Engine Outcomes" });
  expect((await table.boundingBox())?.height).toBeLessThanOrEqual(250);
  await decisions.getByRole("button", { name: /^Collapse/ }).click();
  await expect(table).toHaveCount(0);
});

test("a renewed customer's first user is among the same SSN and opens in a new tab @long", async () => {
  const page = viewer();
  const { renewedFirst } = FIXTURES;
  await open(page, FIXTURES.renewed);
  const similar = await section(page, "Similar SSN");
  await showSimilar(similar);
  const link = similar.getByRole("link", {
    name: new RegExp(`#${renewedFirst.id}`),
  });
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  await expect(opened).toHaveURL(new RegExp(`/admin/user-detail\\?id=${renewedFirst.id}$`));
  await expect(opened.getByRole("heading", { level: 1, name: "Grace Kim" })).toBeVisible();
  await expect(region(page, "Funded Users Balance").getByText(`#${renewedFirst.id}`)).toBeVisible();
});

test("axe finds nothing wrong with the sections once they have loaded @long", async () => {
  const page = viewer();
  await open(page, FIXTURES.renewed);
  const [same, underwriting] = [await section(page, "Similar SSN"), await section(page, "Underwriting")];
  await showSimilar(same);
  await expect(same.getByRole("listitem").first()).toBeVisible();
  await expect(underwriting.getByText("Requested Amount")).toBeVisible();
  await expectAccessible(page.locator("#decision-engine, #underwriting, #vantage-score, #similar-ssn"));
});

/** The test before may have left them open. */
async function showSimilar(similar: Locator): Promise<void> {
  const show = similar.getByText("Show Similar SSN");
  await expect(show.or(similar.getByRole("listitem")).first()).toBeVisible();
  if (await show.isVisible()) await show.click();
}
