import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import { inProgress } from "./support/payments.ts";
import { payer } from "./support/reports.ts";
import { surrounding } from "./support/surroundings.ts";
import {
  bringIntoSight,
  expect,
  expectAccessible,
  expectToast,
  follow,
  pageThroughout,
  test,
} from "./support/test.ts";

const { renewedFirst } = FIXTURES;

/** On it nothing is changed. */
const viewer = pageThroughout("VIEWER");

const table = (page: Page) => page.getByRole("table", { name: "Payment Processor" });
const rows = (page: Page) => table(page).getByRole("row");
const loaded = (page: Page) => page.getByText(/^[1-9]\d* loaded · Times in New York \(ET\)$/);

test("it is reached from the palette and from the customer, whose transactions it then shows @long", async () => {
  const page = viewer();
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("payment proc");
  await page.getByRole("option", { name: "Payment Processor" }).first().click();
  await expect(loaded(page)).toBeVisible();
  await follow(page, `/admin/user-detail?id=${renewedFirst.id}`);
  await bringIntoSight(page.getByRole("region", { name: "Payment Processor" }));
  await page.getByRole("link", { name: "Open in Payment Processor" }).click();
  await expect(page).toHaveURL(`/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  const users = await rows(page).locator("td:nth-child(3)").allTextContents();
  expect(new Set(users)).toEqual(new Set([`${renewedFirst.id} Grace Kim`]));
});

test("a transaction is found by its reference, its days and its state, and the address finds it again @long", async () => {
  const page = viewer();
  await follow(page, `/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  const cells = await rows(page).last().getByRole("cell").allTextContents();
  const [, sent = "", , , , , , key = ""] = cells;
  const day = sent.slice(0, 10);
  await page.getByRole("textbox", { name: "Reference" }).fill(key);
  await page.getByLabel("From (ET)").fill(day);
  await page.getByLabel("To (ET)").fill(day);
  await page.getByLabel("To (ET)").press("Enter");
  await expect(rows(page)).toHaveCount(2);
  expect(await rows(page).last().getByRole("cell").allTextContents()).toEqual(cells);
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Unknown outcome" }).click();
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("textbox", { name: "Reference" })).toHaveValue("");
  await expect(rows(page).nth(2)).toBeVisible();
});

test("the keyboard alone opens a payment over the page, which a reload keeps and Back closes", async () => {
  const page = viewer();
  await follow(page, `/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await expect(drawer.getByRole("article", { name: /^Ledger/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/&payment=[\w-]{36}$/);
  await page.reload();
  await expect(drawer.getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`/admin/payment-processor?user=${renewedFirst.id}`);
});

test("axe finds nothing wrong with filters that can not be, and with a payment over the page @long", async () => {
  const page = viewer();
  await follow(page, `/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  await page.getByLabel("From (ET)").fill("2026-11-20");
  await page.getByLabel("To (ET)").fill("2020-01-01");
  await expect(page.getByLabel("To (ET)")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await table(page).getByRole("link").nth(1).click();
  await expect(page.getByRole("dialog").getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await expectAccessible(page.getByRole("dialog"));
});

/** A debit of $7.02 whose processor did not say in a day what became of it. */
const forgetDebit = ({ id: userId, accountId, mask }: { id: number; accountId: number; mask: string }) =>
  inDatabase(async (tx) => {
    const { id } = await tx.paymentIntent.create({
      data: {
        userId,
        kind: "DEBIT",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 702,
        bankAccountId: accountId,
        instrumentLast4: mask,
        failureMessage: "The processor has no record of this payment.",
      },
    });
    const attempt = { intentId: id, sequence: 1, provider: "payliance", providerKey: randomUUID() };
    await tx.paymentAttempt.create({ data: { ...attempt, sentAt: new Date(Date.now() - 90_000_000) } });
    for (const state of ["READY", "SENDING", "UNKNOWN", "NEEDS_REVIEW"] as const)
      await tx.paymentIntent.update({ where: { id }, data: { state } });
  });

test("an outcome that the processor has forgotten is left to a person, and a SUPERADMIN resolves it by hand, once @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const question = page.getByRole("alertdialog");
  const dialog = page.getByRole("dialog", { name: "Settle by hand" });
  const passcode = dialog.getByLabel("Passcode", { exact: true });
  const submit = dialog.getByRole("button", { name: "Settle", exact: true });

  await test.step("its row leads to the payment, and the form says what is missing", async () => {
    const customer = await payer();
    await forgetDebit(customer);
    await page.goto(`/admin/payment?id=${customer.id}`);
    await inProgress(page).getByRole("link", { name: "To be settled by hand" }).first().click();
    await expect(page).toHaveURL(/\/admin\/payment-processor\?payment=[\w-]{36}$/);
    await page.getByRole("button", { name: "Settle by hand" }).click();
    await expect(dialog.getByRole("radio", { name: /^Paid/ })).toBeFocused();
    await submit.click();
    for (const text of [
      "Choose the outcome of the payment.",
      "Please Input Reason!",
      "Please enter pass code",
    ])
      await expect(dialog).toContainText(text);
    await expectAccessible(dialog);
  });

  await test.step("a wrong passcode is told, and has to be typed anew", async () => {
    await dialog.getByRole("radio", { name: /^Paid/ }).check();
    await dialog.getByLabel("Reason").fill("The bank's statement has it.");
    await passcode.fill("0000");
    await submit.click();
    await expect(question).toContainText("owes $7.02 less. This cannot be undone.");
    await question.getByRole("button", { name: "Record as paid" }).click();
    await expect(dialog).toContainText("You have entered wrong code");
    await expect(passcode).toHaveValue("");
  });

  await test.step("recorded as paid it is in the ledger, and there is nothing left to resolve", async () => {
    await passcode.fill(surrounding("E2E_ACH_PASSCODE"));
    await submit.click();
    await question.getByRole("button", { name: "Record as paid" }).click();
    await expectToast(page, "$7.02 recorded as paid.");
    const drawer = page.getByRole("dialog", { name: "DEBIT of $7.02" });
    await expect(drawer.getByRole("figure", { name: "Answer of attempt 1" })).toContainText(
      "The bank's statement has it.",
    );
    await expect(drawer.getByRole("article", { name: "Ledger payment" })).toContainText("−$7.02");
    await expect(drawer.getByRole("button", { name: "Settle by hand" })).toHaveCount(0);
  });
});
