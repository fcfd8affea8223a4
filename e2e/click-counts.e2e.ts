import type { Page } from "@playwright/test";
import { countClicks } from "./support/clicks.ts";
import { inDatabase } from "./support/database.ts";
import { choiceOf, form, passcodeField, question } from "./support/payments.ts";
import { FREE, takeCustomer, USABLE } from "./support/reports.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, test } from "./support/test.ts";

/**
 * A customer with one usable card, a small balance and no card payment, so that no instrument has to be chosen. `payer` takes larger
 * balances.
 */
const withOneCard = () =>
  inDatabase(async (tx) => {
    const found = await tx.user.findMany({
      where: {
        OR: FREE.map(({ userId }) => ({ id: userId })),
        isExternal: false,
        doNotFund: false,
        balance: { balanceCents: { gte: 6_000, lt: 50_000 } },
        cards: { some: USABLE },
        intents: { none: { kind: "SALE" } },
      },
      select: { id: true, cards: { where: { status: "ACTIVE" } } },
    });
    const customer = found.find(({ id, cards }) => cards.length === 1 && takeCustomer(id));
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
