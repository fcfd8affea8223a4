import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import { refuse } from "./support/refuse.ts";
import { chooseRowAction, closeMenu, openRowMenu } from "./support/row-menu.ts";
import {
  expect,
  expectAccessible,
  expectToast,
  leaveSearch,
  pressSequence,
  tabTo,
  test,
} from "./support/test.ts";

const { doNotFund, externalCollections, longNames } = FIXTURES;

async function open(page: Page, { id }: { id: number }): Promise<void> {
  await page.goto("/admin/payment-schedules");
  const search = page.getByRole("textbox", { name: "Search user" });
  await search.fill(String(id));
  await search.press("Enter");
  await expect(page).toHaveURL(new RegExp(`\\?user=${id}$`));
  await expect(page.getByText(`loaded · user ${id}`)).toBeVisible();
}

const table = (page: Page) => page.getByRole("table", { name: "Payment Schedules" });

/** The last payment that is still to be made: trying again takes the one before. */
async function lastUnpaid(page: Page): Promise<{ row: Locator; day: string }> {
  const unpaid = table(page).getByRole("row").filter({ hasText: "UNPAID" }).last();
  const day = ((await unpaid.getByRole("cell").nth(3).textContent()) ?? "").slice(0, 10);
  const cell = page.getByRole("cell", { name: new RegExp(`^${day}`) });
  return { day, row: table(page).getByRole("row").filter({ has: cell }) };
}

async function setAmount(page: Page, row: Locator, amount: string): Promise<void> {
  await chooseRowAction(row, "Edit");
  const form = page.getByRole("form", { name: /^Change the payment of/ });
  await form.getByLabel("Payment Amount").fill(amount);
  await form.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Payment schedule updated successfully!");
  await expect(row).toContainText(`$${amount}`);
}

async function confirm(page: Page, row: Locator, amount: string): Promise<void> {
  await chooseRowAction(row, "Process Payment");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Bank account ••••");
  await question.getByRole("button", { name: `Process $${amount} payment` }).click();
}

test("a payment is changed, processed from the customer's account, and told in full with nothing secret", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, longNames);
  const { row } = await lastUnpaid(page);
  await setAmount(page, row, "25.00");
  await confirm(page, row, "25.00");
  await expectToast(page, "Transaction perform successfully");
  await expect(row).toContainText("PAID");
  await expect(await openRowMenu(row, "Process Payment")).toHaveAccessibleDescription(
    "This payment is already paid.",
  );
  await closeMenu(page);
  await row.getByRole("link", { name: "Submitted" }).click();
  await expect(page).toHaveURL(/\/admin\/payment-processor\?payment=[\w-]{36}$/);
  const drawer = page.getByRole("dialog", { name: "DEBIT of $25.00" });
  await expect(drawer.getByRole("figure", { name: "Answer of attempt 1" })).toContainText("{");
  await expect(drawer.getByRole("article", { name: "Ledger payment" })).toContainText(
    `receivable:${longNames.id}`,
  );
  expect(await drawer.textContent()).not.toMatch(/(?<!\d)[4-6]\d{9}(?!\d)/);
});

test("two admins who process the same payment at the same moment make one @long", async ({ signIn }) => {
  const pages = await Promise.all([signIn("EMPLOYEE"), signIn("ADMIN")]);
  for (const page of pages) await open(page, doNotFund);
  const [first] = pages;
  if (!first) throw new Error("Nobody signed in.");
  const { row, day } = await lastUnpaid(first);
  const amount = /\$([\d,.]+)/.exec((await row.textContent()) ?? "")?.[1] ?? "";
  const dialogs = await Promise.all(
    pages.map(async (page) => {
      const cell = page.getByRole("cell", { name: new RegExp(`^${day}`) });
      const same = table(page).getByRole("row").filter({ has: cell });
      await chooseRowAction(same, "Process Payment");
      return page.getByRole("alertdialog").getByRole("button", { name: `Process $${amount} payment` });
    }),
  );
  await Promise.all(dialogs.map((button) => button.click()));
  await expect
    .poll(async () => {
      const said = await Promise.all(
        pages.map((page) => page.locator("[data-sonner-toast]").allTextContents()),
      );
      return said.flat().filter((text) => text.includes("Transaction perform successfully")).length;
    })
    .toBe(1);
  await expect(row).toContainText("PAID");
});

test("an outcome nobody knows is said to be unknown, blocks the row, and is found by Check status @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, doNotFund);
  const { row } = await lastUnpaid(page);
  await setAmount(page, row, "31.02");
  await confirm(page, row, "31.02");
  const unknown = page.getByRole("alertdialog", { name: "Outcome unknown" });
  await expect(unknown).toContainText("We do not know whether this payment went through. Do not repeat it.");
  await unknown.getByRole("button", { name: "Open in Payment Processor" }).click();
  const drawer = page.getByRole("dialog", { name: "DEBIT of $31.02" });
  const check = drawer.getByRole("button", { name: "Check status" });
  const submitted = drawer.getByText("Submitted", { exact: true }).first();
  await expect(async () => {
    if (await check.isVisible()) await check.click({ timeout: 1_000 });
    await expect(submitted).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goBack();
  await expect(page.getByText(`loaded · user ${doNotFund.id}`)).toBeVisible();
  await expect(row).toContainText("PAID");
});

test("inline edit: both are required, a refusal and a failure are told apart, and Cancel asks first and changes nothing @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, doNotFund);
  const { row } = await lastUnpaid(page);
  const before = await row.textContent();
  await chooseRowAction(row, "Edit");
  const form = page.getByRole("form", { name: /^Change the payment of/ });
  const date = form.getByLabel("Payment Date", { exact: true });
  const amount = form.getByLabel("Payment Amount");
  const save = form.getByRole("button", { name: "Save" });
  const [day, dollars] = [await date.inputValue(), await amount.inputValue()];

  await test.step("'Please Input {title}!'", async () => {
    for (const field of [date, amount]) await field.fill("");
    await save.click();
    for (const title of ["Payment Date", "Payment Amount"])
      await expect(form).toContainText(`Please Input ${title}!`);
    await expectAccessible(form);
    await date.fill(day);
    await amount.pressSequentially("1.239");
    await expect(amount).toHaveValue("1.23");
  });

  await test.step("'Something went wrong' on exception", async () => {
    const pass = await refuse(page, { "paymentSchedules.update": {} });
    await save.click();
    await expect(form.getByRole("alert")).toHaveText("Something went wrong");
    await pass();
  });

  await test.step("'Payment Schedules Update Failed' when success is false", async () => {
    await inDatabase((tx) =>
      tx.paymentSchedule.updateMany({
        where: { userId: doNotFund.id, paymentDate: new Date(day) },
        data: { version: { increment: 1 } },
      }),
    );
    await amount.fill("2.34");
    await save.click();
    const refusal = form.getByRole("alert");
    await expect(refusal.getByText("Payment Schedules Update Failed", { exact: true })).toBeVisible();
    await expect(refusal).toContainText("Someone else changed this payment. Reload and try again.");
    await amount.fill(dollars);
  });

  await test.step("'Sure to cancel?'", async () => {
    const question = page.getByRole("alertdialog", { name: "Sure to cancel?" });
    await form.getByRole("button", { name: "Cancel", exact: true }).click();
    await question.getByRole("button", { name: "Keep editing" }).click();
    await form.getByRole("button", { name: "Cancel", exact: true }).click();
    await question.getByRole("button", { name: "Cancel editing" }).click();
    await expect(form).toHaveCount(0);
    expect(await row.textContent()).toBe(before);
  });

  await test.step("a 401 on payment-schedule loads shows 'Unauthorized User' and logs out", async () => {
    const unauthorized = { code: "UNAUTHORIZED", message: "Sign in again." };
    await refuse(page, { "paymentSchedules.search": unauthorized, "auth.refresh": unauthorized });
    await page.reload();
    await expectToast(page, "Unauthorized User");
    await expect(page).toHaveURL(/\/admin\/login/);
  });
});

test("what may not be done is held with the reason @long", async ({ signIn }) => {
  const admin = await signIn("SUPERADMIN");
  await open(admin, externalCollections);
  const { row } = await lastUnpaid(admin);
  await expect(await openRowMenu(row, "Process Payment")).toHaveAccessibleDescription(
    "This customer is with an external agency.",
  );
  const viewer = await signIn("VIEWER");
  await open(viewer, externalCollections);
  const held = await lastUnpaid(viewer);
  for (const name of ["Edit", "Process Payment"]) {
    await expect(await openRowMenu(held.row, name)).toHaveAccessibleDescription(
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    );
    await closeMenu(viewer);
  }
});

test("the keyboard alone opens the page, finds a customer by name and reaches a payment @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await leaveSearch(page);
  await pressSequence(page, "g", "s");
  await expect(page.getByRole("heading", { level: 1, name: "Payment Schedules" })).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type(doNotFund.email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 user matches")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/payment-schedules\\?user=${doNotFund.id}$`));
  const { row } = await lastUnpaid(page);
  const process = await openRowMenu(row, "Process Payment");
  await tabTo(process, "ArrowDown");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(row).toContainText("UNPAID");
});

test("axe finds nothing wrong with everyone's payments and the question before one @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/payment-schedules");
  await expect(page.getByText(/loaded · all unpaid payments$/)).toBeVisible();
  await expectAccessible(page);
  await open(page, doNotFund);
  const { row } = await lastUnpaid(page);
  await chooseRowAction(row, "Process Payment");
  await expectAccessible(page.getByRole("alertdialog"));
});
