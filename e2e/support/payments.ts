import { expect, type Locator, type Page } from "@playwright/test";

export const succeeded = (page: Page) => page.getByRole("table", { name: "Successful payments" });
export const inProgress = (page: Page) => page.getByRole("table", { name: "In progress" });
export const failed = (page: Page) => page.getByRole("table", { name: "Failed payments" });
export const form = (page: Page, mode: string) => page.getByRole("form", { name: `${mode} form` });
export const question = (page: Page) => page.getByRole("alertdialog");
export const amountField = (entered: Locator) => entered.getByLabel("Amount (USD)");
export const passcodeField = (entered: Locator) => entered.getByLabel("Passcode", { exact: true });

/** Opens the payments of a customer and chooses what is to be done. */
export async function choose(page: Page, { id }: { id: number }, mode: string): Promise<Locator> {
  await page.goto(`/admin/payment?id=${id}`);
  return chooseHere(page, mode);
}

/** The choice with this code: "Charge card SALE". */
export const choiceOf = (page: Page, mode: string): Locator =>
  page.getByRole("button", { name: new RegExp(`(^|\\s)${mode}$`) });

/** Chooses a mode on the open page, also after a receipt. */
export async function chooseHere(page: Page, mode: string): Promise<Locator> {
  const another = page.getByRole("button", { name: "Another payment" });
  await expect(another.or(choiceOf(page, mode)).first()).toBeVisible();
  if (await another.isVisible()) await another.click();
  await choiceOf(page, mode).click();
  return form(page, mode);
}

export const pickFirst = (entered: Locator): Promise<void> =>
  entered.getByRole("radio", { disabled: false }).first().check();

/** Asks for what was entered: the last question follows, or the form says what is missing. */
export const ask = (entered: Locator): Promise<void> => entered.getByRole("button", { name: /…$/ }).click();

interface Again {
  mode: "FUND" | "RECREDIT";
  passcode: string;
  amount: string;
  button: string;
}

/** Says once more that it is to be, where the server tells that the same was paid a moment ago. */
export async function confirmEqual(page: Page, { mode, passcode, amount, button }: Again): Promise<void> {
  await expect(form(page, mode)).toContainText("the same amount and method within 24 hours");
  await passcodeField(form(page, mode)).fill(passcode);
  await ask(form(page, mode));
  await expect(question(page)).toContainText("the same amount and method within 24 hours");
  await question(page)
    .getByLabel(/Type the amount/)
    .fill(amount);
  await question(page).getByRole("button", { name: button }).click();
}

/** Enters an order to pay out, and returns the question that is asked then. */
export async function payOut(
  page: Page,
  mode: "FUND" | "CREDIT" | "RECREDIT",
  passcode: string,
  customer: { id: number },
) {
  const entered = await choose(page, customer, mode);
  await pickFirst(entered);
  await passcodeField(entered).fill(passcode);
  await ask(entered);
  return question(page);
}
