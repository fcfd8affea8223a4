import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import { chooseRowAction } from "./support/row-menu.ts";
import {
  expect,
  expectAccessible,
  expectRow,
  expectToast,
  follow,
  pageThroughout,
  test,
} from "./support/test.ts";

const { fundedUser } = FIXTURES;

const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/user-detail?id=${id}`);
const followTo = (page: Page, { id }: { id: number }) => follow(page, `/admin/user-detail?id=${id}`);
const notes = (page: Page) => page.getByRole("region", { name: "Notes" });
const table = (page: Page) => page.getByRole("table", { name: "Notes" });

async function writeNote(page: Page, text: string): Promise<void> {
  await notes(page).getByRole("button", { name: "Create Note" }).click();
  const drawer = page.getByRole("dialog", { name: "Create New Note" });
  await drawer.getByLabel("Note").fill(text);
  await drawer.getByRole("button", { name: "Create note" }).click();
  await expectToast(page, "Note added sucessfully");
  await expect(drawer).toBeHidden();
}

/** On it nothing is changed. */
const viewer = pageThroughout("VIEWER");

test("the page names the customer in its breadcrumb, title and heading @long", async () => {
  const page = viewer();
  await open(page, fundedUser);
  const name = `${fundedUser.firstname} ${fundedUser.lastname}`;
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toContainText([
    "Users",
    name,
  ]);
  await expect(page).toHaveTitle(new RegExp(name));
});

const BANNERS = [
  ["fundedUser", "This user is already funded!"],
  ["accountFundedBefore", "Account in use is already funded before!"],
  ["lostBankLink", "We have lost Plaid connection for this user."],
] as const;

test("each banner is on the page of the customer it applies to, and a declined customer has none @long", async () => {
  const page = viewer();
  const general = page.getByRole("region", { name: "General" });
  for (const [fixture, banner] of BANNERS) {
    await followTo(page, FIXTURES[fixture]);
    await expect(general.getByText(banner)).toBeVisible();
  }
  await followTo(page, FIXTURES.declined);
  await expect(page.getByRole("heading", { level: 1, name: FIXTURES.declined.lastname })).toBeVisible();
  await expect(general.getByText("Credit Check Status")).toBeVisible();
  for (const [, banner] of BANNERS) await expect(general.getByText(banner)).toHaveCount(0);
});

test("only a SUPERADMIN sees the whole SSN of a customer @long", async ({ signIn }) => {
  const ssn = (page: Page) =>
    page.getByRole("region", { name: "Identity" }).getByText(/^[\d*]{3}-[\d*]{2,3}-[\d*]+$/);
  await followTo(viewer(), fundedUser);
  await expect(ssn(viewer())).toContainText("***");
  const superadmin = await signIn("SUPERADMIN");
  await open(superadmin, fundedUser);
  await expect(ssn(superadmin)).toHaveText(/^8\d\d-\d\d-\d{4}$/);
});

test("a note is written, changed, deleted and brought back", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const customer = await inDatabase((tx) =>
    tx.user.create({ data: { firstname: "Nora", lastname: "Noted" }, select: { id: true } }),
  );
  await open(page, customer);
  await expect(notes(page).getByText("No Notes Found")).toBeVisible();
  await writeNote(page, "Called about the <b>invoice</b>.");
  const row = await expectRow(table(page), ["Called about the <b>invoice</b>.", /erin|employee/i]);

  await chooseRowAction(row, "Update note");
  const drawer = page.getByRole("dialog", { name: "Update Note" });
  await drawer.getByLabel("Note").fill("Called twice.");
  await drawer.getByRole("button", { name: "Update note" }).click();
  await expectToast(page, "Note udpated sucessfully");
  const changed = await expectRow(table(page), ["Called twice."]);

  await chooseRowAction(changed, "Delete note");
  await expectToast(page, "Note deleted sucessfully");
  await expect(notes(page).getByText("No Notes Found")).toBeVisible();
  await expect(notes(page).getByRole("heading", { name: "Notes" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expectRow(table(page), ["Called twice."]);
});

test("an application in review is approved by hand, by those who may @long", async ({ signIn }) => {
  await followTo(viewer(), FIXTURES.manualReview);
  const button = (page: Page) =>
    page.getByRole("region", { name: "General" }).getByRole("button", { name: "Manual Approve" });
  await expect(button(viewer())).toBeDisabled();
  const admin = await signIn("ADMIN");
  await open(admin, FIXTURES.manualReview);
  await button(admin).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Manual Approve" }).click();
  await expectToast(admin, "Request has been sent successfully");
  await expect(button(admin)).toHaveCount(0);
});

test("the breadcrumb of a long name stays on one line, and nothing runs out of a narrow window @long", async () => {
  const page = viewer();
  const steps = page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem");
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["user-detail", "primary-account", "add-manually"]) {
      await follow(page, `/admin/${path}?id=${FIXTURES.longNames.id}`);
      await expect(steps.nth(1)).toContainText(FIXTURES.longNames.firstname);
      const heights = await steps.evaluateAll((all) =>
        all.map((step) => step.getBoundingClientRect().height),
      );
      expect(new Set(heights).size, `${path} at ${width}: ${heights.join(", ")}`).toBe(1);
      const one = await steps
        .first()
        .evaluate((step) => Number.parseFloat(getComputedStyle(step).lineHeight));
      expect(heights[0]).toBeLessThan(2 * one);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      expect(
        await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
        `${path} at ${width}`,
      ).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("axe finds nothing wrong with the page and the note drawer @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, FIXTURES.longNames);
  await expect(page.getByRole("region", { name: "General" }).getByText("Credit Check Status")).toBeVisible();
  await expectAccessible(page);
  await notes(page).getByRole("button", { name: "Create Note" }).click();
  await expectAccessible(page.getByRole("dialog", { name: "Create New Note" }));
});
