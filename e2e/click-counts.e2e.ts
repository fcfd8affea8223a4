import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import { choiceOf, form, passcodeField, question } from "./support/payments.ts";
import { takeCustomer, USABLE } from "./support/reports.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, test } from "./support/test.ts";

/** Counts the clicks of a journey. An entry into a field that has the focus or follows by Tab is no click. */
function countClicks() {
  const clicks: string[] = [];
  return {
    clicks,
    click: async (control: Locator) => {
      await control.click();
      clicks.push(String(control));
    },
  };
}

/** A customer with one usable card, a balance and no card payment, so that no instrument has to be chosen. */
const withOneCard = () =>
  inDatabase(async (tx) => {
    const found = await tx.user.findMany({
      where: {
        isExternal: false,
        doNotFund: false,
        balance: { balanceCents: { gte: 10_000 } },
        cards: { some: USABLE, every: USABLE },
        intents: { none: { kind: "SALE" } },
      },
      select: { id: true, _count: { select: { cards: true } } },
      orderBy: { id: "desc" },
    });
    const customer = found.find(({ id, _count }) => _count.cards === 1 && takeCustomer(id));
    if (customer === undefined) throw new Error("No customer is left with one card and a balance.");
    return customer;
  });

const payment = (page: Page) => page.getByRole("button", { name: "Payment", exact: true });
const receipt = (page: Page) => page.getByRole("region", { name: "Receipt" });

test("an outside payment takes at most five clicks, a card payment and its refund at most four each @long", async ({
  signIn,
}) => {
  const { id } = await withOneCard();
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${id}`);

  await test.step("record $12.50 by Cash App", async () => {
    const { clicks, click } = countClicks();
    const sheet = page.getByRole("dialog", { name: "Performing Manual Payment" });
    await click(payment(page));
    await click(page.getByRole("button", { name: "Record outside payment" }));
    await sheet.getByLabel("Transaction Amount").fill("12.50");
    await sheet.getByLabel("Description").fill("Cash App, counted");
    await click(sheet.getByRole("button", { name: "Record payment" }));
    await click(question(page).getByRole("button", { name: "Record $12.50 payment" }));
    await expect(receipt(page)).toContainText("CashApp");
    expect(clicks.length).toBeLessThanOrEqual(5);
  });

  await page.goto(`/admin/user-detail?id=${id}`);
  await test.step("charge the card", async () => {
    const { clicks, click } = countClicks();
    await click(payment(page));
    await click(choiceOf(page, "SALE"));
    await form(page, "SALE").getByLabel("Amount (USD)").fill("31.40");
    await click(form(page, "SALE").getByRole("button", { name: /…$/ }));
    await click(question(page).getByRole("button", { name: "Charge $31.40" }));
    await expect(receipt(page)).toContainText("$31.40");
    expect(clicks.length).toBeLessThanOrEqual(4);
  });

  await page.goto(`/admin/user-detail?id=${id}`);
  await test.step("refund a part of it", async () => {
    const { clicks, click } = countClicks();
    await click(payment(page));
    await click(choiceOf(page, "REFUND"));
    await form(page, "REFUND").getByLabel("Amount (USD)").fill("10.00");
    await passcodeField(form(page, "REFUND")).fill(surrounding("E2E_CARD_PASSCODE"));
    await click(form(page, "REFUND").getByRole("button", { name: /…$/ }));
    await click(question(page).getByRole("button", { name: "Refund $10.00" }));
    await expect(receipt(page)).toContainText("$10.00");
    expect(clicks.length).toBeLessThanOrEqual(4);
  });
});

test("a payout takes at most five clicks @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${FIXTURES.contractedNotFunded.id}`);
  const { clicks, click } = countClicks();
  await click(payment(page));
  await click(choiceOf(page, "CREDIT"));
  const entered = form(page, "CREDIT");
  await passcodeField(entered).fill(surrounding("E2E_ACH_PASSCODE"));
  const account = entered.getByRole("radio", { disabled: false }).first();
  if (!(await account.isChecked())) await click(account);
  await click(entered.getByRole("button", { name: /…$/ }));
  await click(question(page).getByRole("button", { name: /^Credit / }));
  await expect(receipt(page)).toBeVisible();
  expect(clicks.length).toBeLessThanOrEqual(5);
});
