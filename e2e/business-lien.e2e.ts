import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { advanceClock, armFault } from "./support/sandbox.ts";
import { expect, expectAccessible, expectToast, openGroup, test } from "./support/test.ts";

const { fundedUser, overlapping, expiredApplication, expiredOffer, emptyUser, smallBusiness } = FIXTURES;

const table = (page: Page) => page.getByRole("table", { name: "Business & Lien" });
const findRow = (page: Page, { id }: { id: number }) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: String(id), exact: true }) });
const box = (page: Page, user: { id: number }) => findRow(page, user).getByRole("checkbox");
const registerButton = (page: Page) => page.getByRole("button", { name: "Register Business" });
const registerDialog = (page: Page) => page.getByRole("dialog", { name: "Register Business" });
const errorsDialog = (page: Page) => page.getByRole("dialog", { name: "Registering errors" });
const open = (page: Page, user?: { id: number }) =>
  page.goto(user ? `/admin/middesk?id=${user.id}` : "/admin/middesk");

/** Reads the list again until the row says so. */
const expectSoon = (page: Page, row: Locator, text: string) =>
  expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(row.getByText(text, { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass();

async function register(page: Page, ids: string): Promise<void> {
  await registerButton(page).click();
  await registerDialog(page).getByRole("textbox", { name: "User ids" }).fill(ids);
  await registerDialog(page)
    .getByRole("button", { name: /^Register / })
    .click();
  await expect(registerDialog(page)).toBeHidden();
}

async function savedPdf(page: Page, button: Locator): Promise<string> {
  const download = page.waitForEvent("download");
  await button.click();
  const file = await download;
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  return file.suggestedFilename();
}

test("the sidebar leads to it, and so does the record on the customer's page, to this customer alone @long", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await openGroup(page, "Collections");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Business & Lien" }).click();
  await expect(findRow(page, smallBusiness)).toBeVisible();
  await page.goto(`/admin/user-detail?id=${smallBusiness.id}#business-lien`);
  const record = page.getByRole("region", { name: "Business & Lien" });
  await expect(record.getByText("Filed")).toBeVisible();
  await expect(record.getByRole("term")).toHaveText(["Business Id", "Status", "Lien Status", "Lien PDF"]);
  await record.getByRole("link", { name: "Open in Business & Lien" }).click();
  await expect(page).toHaveURL(`/admin/middesk?id=${smallBusiness.id}`);
  await expect(table(page).getByRole("row")).toHaveCount(2);
});

test("a business is registered, reviewed, has its lien filed, and the lien's PDF is saved @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page);
  await register(page, `${expiredApplication.id}, ${emptyUser.id}\n999999999`);
  await expectToast(page, "Request Sent Successfully!");
  const errors = errorsDialog(page).getByRole("listitem");
  await expect(errors).toHaveCount(2);
  await expect(errors.filter({ hasText: "999999999" })).toContainText("There is no such user.");
  await errors
    .filter({ hasText: String(emptyUser.id) })
    .getByRole("button", { name: "Retry" })
    .click();
  await expect(errors.filter({ hasText: String(emptyUser.id) })).toContainText(
    "The user has no business name.",
  );
  await errorsDialog(page).getByRole("button", { name: "Close" }).click();

  const row = findRow(page, expiredApplication);
  await expect(row).toBeVisible();
  await expect(box(page, expiredApplication)).toHaveAttribute("aria-disabled", "true");
  await advanceClock({ advanceDays: 1 });
  await expectSoon(page, row, "In review");
  await box(page, expiredApplication).click();
  await page.getByRole("button", { name: "File Lien (1)" }).click();
  const question = page.getByRole("alertdialog", { name: /^File a lien against / });
  await question.getByRole("button", { name: "File Lien" }).click();
  await expect(question).toBeHidden();
  await expect(row.getByText("Created", { exact: true })).toBeVisible();
  await expect(box(page, expiredApplication)).toHaveAttribute("aria-disabled", "true");
  await advanceClock({ advanceDays: 1 });
  await expectSoon(page, row, "Filed");
  const pdf = row.getByRole("button", { name: /Download Lien of user/ });
  expect(await savedPdf(page, pdf)).toMatch(/\.pdf$/);
});

test("the documents of selected rows are saved by Download Lien, which is shown only for those", async ({
  signIn,
}) => {
  const page = await signIn("ADMIN");
  await open(page, smallBusiness);
  await box(page, smallBusiness).click();
  await expect(registerButton(page)).toBeHidden();
  await expect(page.getByRole("button", { name: /^File Lien/ })).toBeHidden();
  expect(await savedPdf(page, page.getByRole("button", { name: "Download Lien (1)" }))).toMatch(/\.pdf$/);
});

test("a request that the verifier refuses is Failed To Send Request with its words, and goes out on Retry @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await armFault({ provider: "middesk", kind: "status", status: 400, method: "POST", path: "/businesses" });
  await open(page);
  await register(page, String(expiredOffer.id));
  const row = findRow(page, expiredOffer);
  await expectSoon(page, row, "Failed To Send Request");
  await expect(row.getByTitle(/The business verification service refused it/)).toBeVisible();
  await row.getByRole("button", { name: `Retry the registration of user ${expiredOffer.id}` }).click();
  await expectToast(page, "Request Sent Successfully!");
  await expect(row.getByText("Failed To Send Request")).toBeHidden();
  await expectSoon(page, row, "Pending");
});

test("a lien that the verifier refuses is Failed To File Lien with its words, and is filed on Retry @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await armFault({ provider: "middesk", kind: "status", status: 400, method: "POST", path: "/liens" });
  await open(page, fundedUser);
  const row = findRow(page, fundedUser);
  const question = page.getByRole("alertdialog", { name: /^File a lien against / });
  await box(page, fundedUser).click();
  await page.getByRole("button", { name: "File Lien (1)" }).click();
  await question.getByRole("button", { name: "File Lien" }).click();
  await expectSoon(page, row, "Failed To File Lien");
  await expect(row.getByTitle(/The business verification service refused it/)).toBeVisible();
  await row.getByRole("button", { name: `Retry the lien of user ${fundedUser.id}` }).click();
  await question.getByRole("button", { name: "File Lien" }).click();
  await expect(row.getByText("Created", { exact: true })).toBeVisible();
});

test("the keyboard alone selects a row and files nothing without being asked @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, overlapping);
  await expect(findRow(page, overlapping)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(box(page, overlapping)).toBeChecked();
  await expect(page.getByRole("button", { name: "File Lien (0)" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(registerButton(page)).toBeVisible();
});

test("axe finds nothing wrong with the list, a selection in it, and what is asked before filing @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page);
  await expect(findRow(page, smallBusiness)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  const selected = table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("checkbox", { checked: true }) });
  const actions = page.getByRole("button", { name: /^(File Lien|Download Lien|Clear)/ });
  await expectAccessible(selected.nth(1).or(actions));
  await page.getByRole("button", { name: /^File Lien \(\d+\)$/ }).click();
  await expectAccessible(page.getByRole("alertdialog"));
});

test("axe finds nothing wrong with registering and its errors @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page);
  await registerButton(page).click();
  await registerDialog(page).getByRole("textbox", { name: "User ids" }).fill("999999999");
  await registerDialog(page).getByRole("button", { name: "Register 1 business" }).click();
  await expect(registerDialog(page).getByText("Please enter valid user IDs")).toBeVisible();
  await registerDialog(page).getByRole("textbox", { name: "User ids" }).fill(`${emptyUser.id}, abc`);
  await registerDialog(page).getByRole("button", { name: "Register 1 business" }).click();
  await expect(registerDialog(page).getByText("Invalid User ID: abc")).toBeVisible();
  await expectAccessible(registerDialog(page));
  await registerDialog(page).getByRole("button", { name: "Remove all invalid" }).click();
  await registerDialog(page).getByRole("button", { name: "Register 1 business" }).click();
  await expectAccessible(errorsDialog(page));
});
