import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { countClicks } from "./support/clicks.ts";
import { inDatabase } from "./support/database.ts";
import {
  ask,
  choiceOf,
  choose,
  chooseHere,
  confirmEqual,
  failed,
  form,
  inProgress,
  passcodeField,
  payOut,
  pickFirst,
  question,
  succeeded,
} from "./support/payments.ts";
import { payer } from "./support/reports.ts";
import { armFault, readCardTransactions } from "./support/sandbox.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, expectRow, expectToast, tabTo, test } from "./support/test.ts";

const { loginDisabled, lostBankLink, highRisk, offered, expiredOffer } = FIXTURES;

let customer: Awaited<ReturnType<typeof payer>>;
test.beforeAll(async () => {
  customer = await payer();
});

async function charge(page: Page, mode: "SALE" | "DEBIT" | "RCC", amount: string, of: { id: number }) {
  const entered = await choose(page, of, mode);
  await pickFirst(entered);
  await entered.getByLabel("Amount (USD)").fill(amount);
  await ask(entered);
  return question(page);
}

/** From now on what follows from a funding of this customer fails, or works again. */
const journeyEventsFail = (fail: boolean) =>
  inDatabase((tx) =>
    fail
      ? tx.$executeRawUnsafe(
          `ALTER TABLE journey_event DROP CONSTRAINT IF EXISTS fault, ADD CONSTRAINT fault CHECK (user_id <> ${lostBankLink.id}) NOT VALID`,
        )
      : tx.$executeRawUnsafe("ALTER TABLE journey_event DROP CONSTRAINT fault"),
  );

/** The steps of the customer's journey that payments made. */
const readJourney =
  ({ id: userId }: { id: number }) =>
  async (): Promise<string[]> => {
    const where = { userId, intentId: { not: null } };
    const events = await inDatabase((tx) => tx.journeyEvent.findMany({ where }));
    return events.map(({ name }) => name);
  };

const balance = async (page: Page): Promise<number> => {
  // The first is the page's; the summary tells it too.
  const text = page
    .getByRole("paragraph")
    .filter({ hasText: /^Balance/ })
    .first();
  await expect(text).toContainText("$");
  return Math.round(Number((await text.textContent())?.replace(/[^\d.-]/g, "")) * 100);
};

test("the button of the customer's page leads to the payments, and Back to the same customer @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${customer.id}`);
  await page.getByRole("button", { name: "Payment", exact: true }).click();
  await expect(page).toHaveURL(`/admin/payment?id=${customer.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Payment" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText(
    `Users${customer.name}Payment`,
  );
  await page.getByRole("link", { name: "Back to User" }).click();
  await expect(page).toHaveURL(`/admin/user-detail?id=${customer.id}`);
});

test("a sale is confirmed, paid, and lowers what is owed", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/payment?id=${customer.id}`);
  const before = await balance(page);
  const asked = await charge(page, "SALE", "12.34", customer);
  await expect(asked).toContainText(`Charge $12.34 to ${customer.name}?`);
  await asked.getByRole("button", { name: "Charge $12.34" }).click();
  await expectToast(page, "Transaction perform successfully");
  await expect(asked).toBeHidden();
  await expectRow(succeeded(page), ["$12.34", "DEBIT", "SALE", /•••• \d{4}/, "Succeeded"]);
  await expect.poll(() => balance(page)).toBe(before - 1234);
  expect(await readCardTransactions(1234)).toHaveLength(1);
});

test("a sale that the processor declines says so, and the form is kept @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const asked = await charge(page, "SALE", "0.01", customer);
  await asked.getByRole("button", { name: "Charge $0.01" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "no money was moved" })).toBeVisible();
  await expect(form(page, "SALE").getByLabel("Amount (USD)")).toHaveValue("0.01");
  await expect(
    failed(page)
      .getByRole("row", { name: /\$0\.01/ })
      .first(),
  ).toContainText("Failed");
});

test("a part of a sale is given back, and no more than what is left of it", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const sale = await charge(page, "SALE", "20.20", customer);
  await sale.getByRole("button", { name: "Charge $20.20" }).click();
  await expectToast(page, "Transaction perform successfully");
  const entered = await choose(page, customer, "REFUND");
  await entered
    .getByRole("radio", { name: /\$20\.20/ })
    .first()
    .check();
  await passcodeField(entered).fill(surrounding("E2E_CARD_PASSCODE"));
  const amount = entered.getByLabel("Amount (USD)");
  await expect(amount).toHaveValue("20.20");
  await amount.fill("20.21");
  await ask(entered);
  await expect(entered).toContainText("The refund cannot be more than the remaining amount of the payment.");
  await amount.fill("5.05");
  await ask(entered);
  await question(page).getByRole("button", { name: "Refund $5.05" }).click();
  await expect(page.getByText(`Refund $5.05 to ${customer.name}: succeeded`)).toBeVisible();
  const again = await chooseHere(page, "REFUND");
  await expect(again.getByRole("radio", { name: /\$20\.20/ }).first()).toHaveAccessibleDescription(
    "$15.15 left",
  );
});

test("an account is debited with the keyboard alone", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/payment?id=${loginDisabled.id}`);
  await choiceOf(page, "DEBIT").focus();
  await page.keyboard.press("Enter");
  await expect(form(page, "DEBIT")).toBeVisible();
  await tabTo(form(page, "DEBIT").getByRole("radio").first());
  await page.keyboard.press("Space");
  await tabTo(form(page, "DEBIT").getByLabel("Amount (USD)"));
  await page.keyboard.type("11.50");
  await page.keyboard.press("Enter");
  await expect(question(page)).toHaveCount(0);
  await page.keyboard.press("Control+Enter");
  await expect(question(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "Transaction perform successfully");
  await expectRow(inProgress(page), ["$11.50", "DEBIT", /•••• \d{4}/, "Submitted"]);
});

test("RCC takes from an account too @long", async ({ signIn }) => {
  const page = await signIn("ADMIN");
  const asked = await charge(page, "RCC", "6.50", loginDisabled);
  await asked.getByRole("button", { name: "Draw $6.50" }).click();
  await expectToast(page, "Transaction perform successfully");
  await expectRow(inProgress(page), ["$6.50", "RCC", "Submitted"]);
});

test("funding needs the passcode, stores the 'Funded' journey event and brings payment dates though both failed first, and is confirmed twice the second time", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const passcode = surrounding("E2E_CARD_PASSCODE");
  const asked = await payOut(page, "FUND", "0000", lostBankLink);
  await asked.getByRole("button", { name: "Fund $1,669.50" }).click();
  await expect(form(page, "FUND")).toContainText("You have entered the wrong code");
  await expect(passcodeField(form(page, "FUND"))).toHaveValue("");
  await passcodeField(form(page, "FUND")).fill(passcode);
  await ask(form(page, "FUND"));
  await journeyEventsFail(true);
  await asked.getByRole("button", { name: "Fund $1,669.50" }).click();
  await expect(page.getByText(/: succeeded\./)).toBeVisible();
  await expect(page.getByText(/^Something went wrong on post funding actions/)).toBeVisible();
  await journeyEventsFail(false);
  await expect(page.getByRole("list", { name: "Status" })).toContainText("Funded");
  await expect(form(page, "FUND")).toHaveCount(0);
  await expect.poll(readJourney(lostBankLink)).toEqual(["Funded"]);

  await page.goto(`/admin/user-detail?id=${lostBankLink.id}#payment-dates`);
  const dates = page.getByRole("region", { name: "Payment Dates" });
  await expect(dates.getByRole("row").nth(1)).toBeVisible();

  const again = await payOut(page, "FUND", passcode, lostBankLink);
  await expect(again).toContainText(/The customer already funded on .+ Are you sure you want to fund/);
  const button = again.getByRole("button", { name: "Fund $1,669.50 again" });
  await expect(button).toBeDisabled();
  await again.getByLabel(/Type the amount/).fill("1669.50");
  await button.click();
  await confirmEqual(page, { mode: "FUND", passcode, amount: "1669.50", button: "Fund $1,669.50 again" });
  await expectToast(page, "Transaction perform successfully");
  await expect(succeeded(page).getByRole("row", { name: /FUND/ })).toHaveCount(2);
});

test("an account is credited with at most five clicks, and credited once more @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const passcode = surrounding("E2E_ACH_PASSCODE");
  await page.goto(`/admin/user-detail?id=${highRisk.id}`);
  const { clicks, click } = countClicks();
  await click(page.getByRole("button", { name: "Payment", exact: true }));
  await click(choiceOf(page, "CREDIT"));
  const entered = form(page, "CREDIT");
  await passcodeField(entered).fill(passcode);
  const account = entered.getByRole("radio", { disabled: false }).first();
  if (!(await account.isChecked())) await click(account);
  await click(entered.getByRole("button", { name: /…$/ }));
  await click(question(page).getByRole("button", { name: "Credit $2,492.25" }));
  await expect(page.getByText(/: submitted\./)).toBeVisible();
  expect(clicks.length).toBeLessThanOrEqual(5);
  await chooseHere(page, "RECREDIT");
  const again = await payOut(page, "RECREDIT", passcode, highRisk);
  await again.getByLabel(/Type the amount/).fill("2492.25");
  await again.getByRole("button", { name: "Recredit $2,492.25" }).click();
  await confirmEqual(page, { mode: "RECREDIT", passcode, amount: "2492.25", button: "Recredit $2,492.25" });
  await expect(page.getByText(/again: submitted\./)).toBeVisible();
});

test("an answer of the processor that got lost is found by Check, and nothing is repeated @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  const asked = await charge(page, "SALE", "17.71", customer);
  const lost = { provider: "tabapay", kind: "resetAfterEffect" } as const;
  await armFault({ ...lost, method: "POST", path: "/transactions", body: "17.71" });
  await asked.getByRole("button", { name: "Charge $17.71" }).click();
  const unknown = page.getByRole("alertdialog", { name: "Outcome unknown" });
  await expect(unknown).toContainText("We do not know whether this payment went through. Do not repeat it.");
  await expect(async () => {
    const check = unknown.getByRole("button", { name: "Check status" });
    if (await check.isVisible()) await check.click();
    await expect(page.getByText(/Charge \$17\.71 .+: succeeded/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(unknown).toBeHidden();
  expect(await readCardTransactions(1771)).toHaveLength(1);
});

test("wrong passcodes are told, and lock after five @long", async ({ signIn }) => {
  const page = await signIn("ADMIN");
  const entered = await choose(page, offered, "CREDIT");
  await pickFirst(entered);
  const submit = entered.getByRole("button", { name: /…$/ });
  for (let tries = 0; tries < 6; tries++) {
    await passcodeField(entered).fill("0000000");
    await submit.click();
    await question(page)
      .getByRole("button", { name: /^Credit/ })
      .click();
    await expect(question(page)).toBeHidden();
    await expect(entered).toContainText(/You have entered wrong code|Too many attempts/);
    await expect(passcodeField(entered)).toHaveValue("");
    if ((await entered.textContent())?.includes("Too many attempts")) break;
  }
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(/Too many attempts\. Try again in/);
});

test("an expired offer is not funded, and a VIEWER does nothing @long", async ({ signIn }) => {
  const employee = await signIn("EMPLOYEE");
  await employee.goto(`/admin/payment?id=${expiredOffer.id}`);
  await expect(choiceOf(employee, "CREDIT")).toHaveAccessibleDescription(
    "Latest Offer has expired. Please ask the user to create a new offer.",
  );
  const viewer = await signIn("VIEWER");
  await viewer.goto(`/admin/user-detail?id=${customer.id}`);
  await expect(viewer.getByRole("button", { name: "Payment", exact: true })).toBeDisabled();
  await viewer.goto(`/admin/payment?id=${customer.id}&mode=SALE`);
  await expect(choiceOf(viewer, "SALE")).toBeDisabled();
  await expect(viewer.getByRole("form")).toHaveCount(0);
});

test("axe finds nothing wrong with the page, its form and the last question @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const entered = await choose(page, lostBankLink, "FUND");
  await ask(entered);
  await expect(entered).toContainText("Please enter pass code");
  await expectAccessible(page);
  await pickFirst(entered);
  await passcodeField(entered).fill("4711");
  await ask(entered);
  await expectAccessible(question(page));
});
