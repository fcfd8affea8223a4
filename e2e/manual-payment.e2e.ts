import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { chooseOption } from "./support/choose-option.ts";
import { inDatabase } from "./support/database.ts";
import { payer } from "./support/reports.ts";
import { armedFaults, armFault, paymentRowsWith } from "./support/sandbox.ts";
import { expect, expectAccessible, expectRow, expectToast, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;

const newCustomer = () =>
  inDatabase((tx) =>
    tx.user.create({ data: { firstname: "Ada", lastname: "Justed" }, select: { id: true } }),
  );

const payments = (page: Page) => page.getByRole("region", { name: "Manual Payment", exact: true });
const table = (page: Page) => page.getByRole("table", { name: "Manual payments" });
const balance = async (page: Page): Promise<number> => {
  const text =
    (await page
      .getByRole("paragraph")
      .filter({ hasText: /^Balance/ })
      .textContent()) ?? "";
  return Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);
};

async function openDrawer(page: Page, { id }: { id: number }): Promise<Locator> {
  await page.goto(`/admin/user-detail?id=${id}`);
  const drawer = page.getByRole("dialog", { name: "Performing Manual Payment" });
  await payments(page).getByRole("button", { name: "Manual Payment", exact: true }).click();
  return drawer;
}

const choose = (drawer: Locator, label: string, option: string): Promise<void> =>
  chooseOption(drawer.getByRole("combobox", { name: label }), option);

/** Fills in a usual Payment; the form starts with the rest. */
async function fillInPayment(drawer: Locator, amount: string, description: string): Promise<void> {
  await drawer.getByLabel("Transaction Amount").fill(amount);
  await drawer.getByLabel("Description").fill(description);
}

/** Asks to record, and gives the last question back. */
async function review(drawer: Locator): Promise<Locator> {
  await drawer.getByRole("button", { name: "Record payment" }).click();
  return drawer.page().getByRole("alertdialog");
}

test("a payment is summed up, confirmed, recorded, and reaches the ledger sheet exactly once", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  await expect.poll(() => balance(page)).toBeGreaterThan(0);
  const before = await balance(page);
  const drawer = await openDrawer(page, fundedUser);
  await fillInPayment(drawer, "12.5", "cash in an envelope");
  const question = await review(drawer);
  await expect(question).toContainText("Record a payment of $12.50 for Maria Delgado?");
  await expect(question).toContainText("Reduce what Maria Delgado owes by $12.50");
  await question.getByRole("button", { name: "Record $12.50 payment" }).click();
  await expectToast(page, "Payment processed successfully");
  await expect(drawer).toBeHidden();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("Maria Delgado #10001");
  await expect(receipt).toContainText("cash in an envelope");
  await expect.poll(() => balance(page)).toBe(before - 1250);
  await receipt.getByRole("link", { name: "Back to customer" }).click();
  await expectRow(table(page), ["cash in an envelope", "CashApp", "SALE", "DEBIT", /Delivered/]);
  expect(await paymentRowsWith("cash in an envelope")).toHaveLength(1);
});

test("a sheet whose answer is lost after it took the row has it only once @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const drawer = await openDrawer(page, fundedUser);
  await armFault({
    provider: "google",
    kind: "resetAfterEffect",
    path: ":append",
    body: "the answer got lost",
  });
  await fillInPayment(drawer, "3.00", "the answer got lost");
  await (await review(drawer)).getByRole("button", { name: "Record $3.00 payment" }).click();
  await expectToast(page, "Payment processed successfully");
  await page.getByRole("link", { name: "Back to customer" }).click();
  const row = await expectRow(table(page), ["the answer got lost"]);
  await expect(row.getByText("Delivered")).toBeVisible();
  expect(await armedFaults("google")).toBe(0);
  expect(await paymentRowsWith("the answer got lost")).toHaveLength(1);
});

test("an answer lost on the way leaves the outcome open, and Check finds the one payment @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  const drawer = await openDrawer(page, await payer());
  await page.route(
    "**/trpc/payments.recordManual**",
    async (route) => {
      await route.fetch(); // the server does it
      await route.abort(); // and the browser never hears of it
    },
    { times: 1 },
  );
  await fillInPayment(drawer, "7.25", "sent into the dark");
  await (await review(drawer)).getByRole("button", { name: "Record $7.25 payment" }).click();
  const unknown = page.getByRole("alertdialog", { name: "Outcome unknown" });
  await expect(unknown).toBeVisible();
  await expect(page.getByText("Something went wrong while making payment!")).toHaveCount(0);
  await unknown.getByRole("button", { name: "Check" }).click();
  await expectToast(page, "Payment processed successfully");
  await page.getByRole("link", { name: "Back to customer" }).click();
  await expectRow(table(page), ["sent into the dark", /Delivered/]);
  expect(await paymentRowsWith("sent into the dark")).toHaveLength(1);
});

test("an Adjustment of more than 10 dollars is for a SUPERADMIN only @long", async ({ signIn }) => {
  const customer = await newCustomer();
  const adjust = async (role: "EMPLOYEE" | "SUPERADMIN") => {
    const page = await signIn(role);
    const drawer = await openDrawer(page, customer);
    await choose(drawer, "Line Item Type", "Adjustment");
    if (role === "SUPERADMIN") {
      await choose(drawer, "Mode of Payment", "Wire");
      await choose(drawer, "Transaction Type", "REFUND");
    }
    await choose(drawer, "Payment Type", "CREDIT");
    await drawer.getByLabel("Transaction Amount").fill("10.01");
    await drawer.getByLabel("Description").fill(`${role} adjusts`);
    return { page, drawer, question: await review(drawer) };
  };
  const employee = await adjust("EMPLOYEE");
  await expect(employee.drawer.getByText("Adjustment can not be more than $10.00.")).toBeVisible();
  await expect(employee.question).toHaveCount(0);
  const superadmin = await adjust("SUPERADMIN");
  await superadmin.question.getByRole("button", { name: "Record $10.01 payment" }).click();
  await expectToast(superadmin.page, "Payment processed successfully");
  await superadmin.page.getByRole("link", { name: "Back to customer" }).click();
  await expectRow(table(superadmin.page), ["SUPERADMIN adjusts", "Wire", "REFUND", "CREDIT"]);
});

for (const role of ["ADMIN", "VIEWER"] as const) {
  test(`a manual payment is not for the role ${role} @long`, async ({ signIn }) => {
    const page = await signIn(role);
    await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
    const button = payments(page).getByRole("button", { name: "Manual Payment", exact: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription("Only SUPERADMIN or EMPLOYEE can do this.");
    await page.goto(`/admin/user-detail?id=${fundedUser.id}&drawer=manual-payment`);
    await expect(payments(page)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
}

test("axe finds nothing wrong with the drawer, its errors and the last question @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  const drawer = await openDrawer(page, fundedUser);
  await drawer.getByRole("button", { name: "Record payment" }).click();
  await expect(drawer.getByText("Please Input Description!")).toBeVisible();
  await expectAccessible(drawer);
  await fillInPayment(drawer, "1.00", "never sent");
  await expectAccessible(await review(drawer));
});
