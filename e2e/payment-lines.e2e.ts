import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import {
  amountField,
  ask,
  chooseHere,
  form,
  passcodeField,
  pickFirst,
  question,
} from "./support/payments.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, expectToast, test } from "./support/test.ts";

const { accountFundedBefore: customer, declined, doNotFund, lostBankLink, smallBusiness } = FIXTURES;

const DAY_MS = 86_400_000;

/** When the customer's newest application and its offer expire, in days from now. */
const setExpiries = (application: number, offer: number) =>
  inDatabase(async (tx) => {
    const { id } = await tx.application.findFirstOrThrow({
      where: { userId: customer.id },
      orderBy: { id: "desc" },
    });
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
    const data = { expiresAt: inDays(application), offerExpiresAt: inDays(offer) };
    await tx.application.update({ where: { id }, data });
  });

const flagDoNotFund = (flagged: boolean) =>
  inDatabase((tx) => tx.user.update({ where: { id: customer.id }, data: { doNotFund: flagged } }));

async function whyNotCredit(page: Page, { id }: { id: number }, reason: string): Promise<void> {
  await page.goto(`/admin/payment?id=${id}`);
  for (const mode of ["FUND", "CREDIT"])
    await expect(page.getByRole("button", { name: mode, exact: true })).toHaveAccessibleDescription(reason);
}

test("what specification 2 says of the payment screen of one customer @long", async ({ signIn }) => {
  // Nobody else may take more than is owed.
  const page = await signIn("SUPERADMIN");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/admin/payment?id=${customer.id}`);

  await test.step("'There is no card information, No primary Account available'", async () => {
    await expect(page.getByRole("button", { name: "FUND", exact: true })).toHaveAccessibleDescription(
      "There is no card information, No primary Account available",
    );
  });

  await test.step("'The form appears after a mode is chosen'; 'please select card first!'", async () => {
    await expect(page.getByRole("form")).toHaveCount(0);
    const sale = await chooseHere(page, "SALE");
    await amountField(sale).pressSequentially("5.009");
    await expect(amountField(sale), "two decimals").toHaveValue("5.00");
    await page.evaluate(() => navigator.clipboard.writeText("5.001"));
    await amountField(sale).press("ControlOrMeta+a");
    await amountField(sale).press("ControlOrMeta+v");
    await expect(sale).toContainText("Enter an amount of at least 0.01 with no more than two decimals.");
    await expect(amountField(sale)).toHaveValue("5.001");
    await amountField(sale).fill("5.00");
    await ask(sale);
    await expect(sale).toContainText("Account detail missing, please select card first!");
    await expect(sale.getByRole("checkbox", { name: "External" })).toBeVisible();
  });

  const debit = form(page, "DEBIT");
  await test.step("'Account detail missing, please select account first!'; no External for DEBIT", async () => {
    await chooseHere(page, "DEBIT");
    await expect(amountField(debit)).toHaveValue("5.00");
    await ask(debit);
    await expect(debit).toContainText("Account detail missing, please select account first!");
    await expect(debit.getByRole("checkbox", { name: "External" })).toHaveCount(0);
  });

  await test.step("'The customer has a zero balance'", async () => {
    await pickFirst(debit);
    await ask(debit);
    await expect(question(page)).toContainText("The customer has a zero balance");
    const confirm = question(page).getByRole("button", { name: "Debit $5.00" });
    await expect(confirm).toBeDisabled();
    await question(page).getByLabel("Type the amount, 5.00, to confirm").fill("5");
    await confirm.click();
    await expectToast(page, "Transaction perform successfully");
  });

  await test.step("'The user has negative balance.'", async () => {
    await pickFirst(debit);
    await amountField(debit).fill("6");
    await ask(debit);
    await expect(question(page)).toContainText("The user has negative balance.");
    await question(page).getByRole("button", { name: "Cancel" }).click();
  });

  await test.step("RCC failure: server error, else 'Unexpected error'", async () => {
    const rcc = await chooseHere(page, "RCC");
    await expect(rcc.getByRole("checkbox", { name: "External" })).toHaveCount(0);
    for (const [amount, told] of [
      ["6.01", "Transaction declined."],
      ["6.06", "Unexpected error"],
    ] as const) {
      await amountField(rcc).fill(amount);
      await ask(rcc);
      await question(page)
        .getByLabel(/^Type the amount/)
        .fill(amount);
      await question(page)
        .getByRole("button", { name: `Draw $${amount}` })
        .click();
      await expect(page.getByRole("alert").filter({ hasText: "no money was moved" })).toContainText(told);
    }
  });

  const credit = form(page, "CREDIT");
  await test.step("'fund and credit amount is read-only'; 'Please enter pass code'", async () => {
    await chooseHere(page, "CREDIT");
    await expect(amountField(credit)).toHaveAttribute("readonly");
    await expect(amountField(credit)).toHaveValue(/^[\d,]+\.\d{2}$/);
    await expect(credit.getByRole("checkbox", { name: "External" })).toBeVisible();
    await ask(credit);
    await expect(credit).toContainText("Please enter pass code");
  });

  await test.step("Do Not Fund that is set meanwhile: nothing goes out, and that is said", async () => {
    await passcodeField(credit).fill(surrounding("E2E_ACH_PASSCODE"));
    await pickFirst(credit);
    await ask(credit);
    await flagDoNotFund(true);
    await question(page)
      .getByRole("button", { name: /^Credit \$/ })
      .click();
    await expect(page.getByRole("alert").filter({ hasText: "No money was moved." })).toContainText(
      "The customer is flagged Do Not Fund.",
    );
    await expect(credit).toHaveCount(0);
    await flagDoNotFund(false);
  });

  await test.step("'blocked when expired or offer expired', each alone", async () => {
    await setExpiries(-1, 5);
    const application = "Latest Application has expired. Please ask the user to start a new application.";
    await whyNotCredit(page, customer, application);
    await setExpiries(5, -1);
    await whyNotCredit(
      page,
      customer,
      "Latest Offer has expired. Please ask the user to create a new offer.",
    );
    await setExpiries(5, 5);
  });

  await test.step("'not fundable unless alloyStatus is Approved'; Do Not Fund", async () => {
    await whyNotCredit(page, declined, "The application is not Approved.");
    await whyNotCredit(page, doNotFund, "The customer is flagged Do Not Fund.");
  });

  await test.step("'an 'inactive' toggle adds inactive accounts'; 'Only enabled bank accounts are selectable'", async () => {
    const inactive = page.getByRole("radio", { name: /inactive, linked \d{4}/ });
    for (const { id } of [lostBankLink, smallBusiness]) {
      await page.goto(`/admin/payment?id=${id}`);
      await expect(await chooseHere(page, "RCC")).toBeVisible();
      await expect(inactive).toHaveCount(0);
      await page.getByRole("button", { name: "inactive" }).click();
      await expect(inactive.first()).toBeVisible();
      if (id === smallBusiness.id) {
        await expect(inactive.first()).toBeEnabled();
        continue;
      }
      await expect(inactive).toBeDisabled();
      await expect(inactive).toHaveAccessibleDescription(/The account is disabled\.$/);
    }
  });

  await test.step("'fund or credit of an already-funded customer triggers a second confirm'", async () => {
    const again = await chooseHere(page, "CREDIT");
    await pickFirst(again);
    await passcodeField(again).fill("0000");
    const amount = await amountField(again).inputValue();
    await ask(again);
    await expect(question(page)).toContainText(
      /The customer already funded on \d{4}-\d\d-\d\d\. Are you sure you want to fund the customer again\?/,
    );
    const confirm = question(page).getByRole("button", { name: /^Credit .+ again$/ });
    await expect(confirm).toBeDisabled();
    await question(page)
      .getByLabel(/^Type the amount/)
      .fill(amount);
    await confirm.click();
    await expect(again).toContainText("You have entered wrong code");
  });
});
