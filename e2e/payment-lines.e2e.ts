import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import {
  amountField,
  ask,
  choose,
  chooseHere,
  form,
  payOut,
  pickFirst,
  question,
} from "./support/payments.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, expectToast, test } from "./support/test.ts";

const customer = FIXTURES.accountFundedBefore;

const setDoNotFund = (doNotFund: boolean) =>
  inDatabase((tx) => tx.user.update({ where: { id: customer.id }, data: { doNotFund } }));

test("a SUPERADMIN takes more than is owed by typing the amount, and the next charge warns of a negative balance @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const debit = await choose(page, customer, "DEBIT");
  await pickFirst(debit);
  await amountField(debit).fill("5");
  await ask(debit);
  await expect(question(page)).toContainText("The customer has a zero balance");
  const confirm = question(page).getByRole("button", { name: "Debit $5.00" });
  await expect(confirm).toBeDisabled();
  await question(page).getByLabel("Type the amount, 5.00, to confirm").fill("5");
  await confirm.click();
  await expectToast(page, "Transaction perform successfully");
  const again = await chooseHere(page, "DEBIT");
  await pickFirst(again);
  await amountField(again).fill("6");
  await ask(again);
  await expect(question(page)).toContainText("The user has negative balance.");
  await question(page).getByRole("button", { name: "Cancel" }).click();

  await test.step("a declined RCC shows the processor's message, or else 'Unexpected error'", async () => {
    const rcc = await chooseHere(page, "RCC");
    for (const [amount, message] of [
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
      await expect(page.getByRole("alert").filter({ hasText: "no money was moved" })).toContainText(message);
    }
  });
});

test("Do Not Fund that is set while the question is open keeps the money here @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const asked = await payOut(page, "CREDIT", surrounding("E2E_ACH_PASSCODE"), customer);
  await setDoNotFund(true);
  await asked.getByRole("button", { name: /^Credit \$/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No money was moved." })).toContainText(
    "The customer is flagged Do Not Fund.",
  );
  await expect(form(page, "CREDIT")).toHaveCount(0);
  await setDoNotFund(false);
});
