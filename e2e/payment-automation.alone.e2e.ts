import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parseCsv } from "../packages/api/src/testing/parse-csv.ts";
import { chooseOption } from "./support/choose-option.ts";
import { inDatabase } from "./support/database.ts";
import {
  expect,
  expectAccessible,
  expectRow,
  expectToast,
  leaveSearch,
  openGroup,
  pressSequence,
  test,
} from "./support/test.ts";

/** Customers that no other test works with. */
const [FIRST, LAST] = [10_240, 10_300];
/** Refused by the bank transfer processor, and paid by card. */
const REFUSED_BY_ACH = 6_106;

const table = (page: Page) => page.getByRole("table", { name: "Payment automation" });
const process = (page: Page) => page.getByRole("button", { name: "Process Payments" });
const choose = (page: Page, filter: string, option: string): Promise<void> =>
  chooseOption(page.getByRole("combobox", { name: filter, exact: true }), option);

interface Due {
  userId: number;
  scheduleId: number;
}

/** Three customers with something due since yesterday: paid, refused by the first rail, and banned. */
const prepare = (): Promise<[paid: Due, refused: Due, banned: Due]> =>
  inDatabase(async (tx) => {
    const due = await tx.$queryRaw<Due[]>`
      SELECT DISTINCT ON (u.id) u.id AS "userId", s.id AS "scheduleId"
      FROM users u JOIN payment_schedule s ON s.user_id = u.id AND s.status = 'UNPAID'
      JOIN user_balance b ON b.user_id = u.id AND b.balance_cents > 20000
      WHERE u.id BETWEEN ${FIRST} AND ${LAST} AND u.run_payment_automation AND NOT u.do_not_fund AND NOT u.is_external
        AND EXISTS (SELECT 1 FROM bank_account k JOIN bank_link l ON l.id = k.bank_link_id
          WHERE l.user_id = u.id AND k.is_primary AND k.enabled)
        AND EXISTS (SELECT 1 FROM card c WHERE c.user_id = u.id AND c.is_primary AND c.status = 'ACTIVE')
        AND NOT EXISTS (SELECT 1 FROM payment_intent i WHERE i.user_id = u.id AND i.created_at > now() - interval '2 days')
      ORDER BY u.id, s.payment_date, s.id LIMIT 3`;
    const [paid, refused, banned] = due;
    if (!paid || !refused || !banned) throw new Error("There are no customers to charge.");
    const ids = due.map(({ userId }) => userId);
    await tx.paymentPreference.deleteMany({ where: { userId: { in: ids } } });
    await tx.$executeRaw`UPDATE bank_link SET access_token_sealed = NULL WHERE user_id = ANY (${ids}::int[])`;
    await tx.$executeRaw`UPDATE card SET expiry = '1239' WHERE user_id = ANY (${ids}::int[])`;
    const amounts = [
      [paid, 6_200],
      [refused, REFUSED_BY_ACH],
      [banned, 6_300],
    ] as const;
    for (const [{ scheduleId }, amountCents] of amounts)
      await tx.$executeRaw`UPDATE payment_schedule SET amount_cents = ${amountCents},
        payment_date = least(payment_date, current_date - 1) WHERE id = ${scheduleId}`;
    await tx.user.update({ where: { id: banned.userId }, data: { doNotFund: true } });
    return [paid, refused, banned];
  });

/** Everybody else is left out while the batch is put together; who that was. */
const switchOffOthers = (mine: readonly number[]): Promise<{ id: number }[]> =>
  inDatabase(
    (tx) => tx.$queryRaw<{ id: number }[]>`
    UPDATE users u SET run_payment_automation = false
    WHERE u.run_payment_automation AND NOT u.id = ANY (${[...mine]}::int[]) AND EXISTS (SELECT 1 FROM payment_schedule s
      WHERE s.user_id = u.id AND s.status = 'UNPAID' AND s.payment_date <= current_date)
    RETURNING u.id`,
  );

const switchOnAgain = (others: readonly { id: number }[]) =>
  inDatabase(
    (tx) => tx.$executeRaw`UPDATE users SET run_payment_automation = true
      WHERE id = ANY (${others.map(({ id }) => id)}::int[])`,
  );

test("Payment automation: a run takes what is due, by the other rail where the first one fails, and says what it did", async ({
  signIn,
}) => {
  const [paid, refused, banned] = await prepare();
  const page = await signIn("ADMIN");
  await test.step("Reports (payment-automation …); g a", async () => {
    await page.goto("/admin/users");
    await leaveSearch(page);
    await openGroup(page, "Reports");
    await expect(page.getByRole("link", { name: "Payment automation" })).toBeVisible();
    await pressSequence(page, "g", "a");
    await expect(page).toHaveURL("/admin/payment-automation");
    await expect(page.getByRole("heading", { level: 1, name: "Payment automation" })).toBeVisible();
  });
  await test.step("Process Payments asks confirmation first ('Please update the Ledger Upcoming sheet before running the process')", async () => {
    const others = await switchOffOthers([paid.userId, refused.userId, banned.userId]);
    try {
      await process(page).click();
      const question = page.getByRole("alertdialog", { name: "Process payments?" });
      await expect(question).toContainText(
        "Please update the Ledger Upcoming sheet before running the process",
      );
      await expect(question).toContainText(/Customers\s*2\s*Total\s*\$123\.06/);
      await expect(question).toContainText("1 × Do Not Fund");
      const confirm = question.getByRole("button", { name: "Process Payments" });
      await expect(confirm).toHaveAttribute("aria-disabled", "true");
      await expectAccessible(question);
      await question.getByRole("checkbox", { name: "I updated the sheet" }).check();
      await confirm.click();
      // What another test has changed meanwhile is told, and confirmed once more.
      const meanwhile = question.getByText(/^The due amount has changed/);
      await expect
        .poll(async () => {
          if (await meanwhile.isVisible()) await confirm.click();
          return question.isVisible();
        })
        .toBe(false);
      await expectToast(page, "Payment automation is running in the background");
    } finally {
      await switchOnAgain(others);
    }
  });
  await test.step("while processing is incomplete the screen polls and uses the incomplete batch; then it is complete", async () => {
    await expect(page).toHaveURL(/\?batch=\d{13}$/);
    const batch = page.getByRole("heading", { name: /^Batch / }).locator("..");
    await expect(batch.getByText("Completed", { exact: true })).toBeVisible();
    await expect(process(page)).not.toHaveAttribute("aria-disabled", "true");
  });
  await test.step("rows: due and taken, SUCCESS; a completed row with a notProcessedReason shows FAILED", async () => {
    const first = await expectRow(table(page), [String(paid.userId), "ACH", "SUCCESS"]);
    await expect(first).toContainText("$62.00");
    const all = page.getByText(/^All [\d,]+ shown$/);
    while (!(await all.isVisible())) await all.or(page.getByRole("button", { name: "Show more" })).click();
    const left = await expectRow(table(page), [String(banned.userId), "FAILED", "Do Not Fund"]);
    await expect(left).toContainText("−$63.00");
    await expectRow(table(page), [String(refused.userId), "DEBIT", "SUCCESS"]);
  });
  await test.step("primaryTransactions, secondaryTransactions: the second attempt by the other rail, row by row", async () => {
    const toggle = page.getByRole("button", { name: `Attempts of customer ${refused.userId}` });
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    await expectRow(table(page), ["Attempt 1", "ACH", "FAILED"]);
    const second = await expectRow(table(page), ["Attempt 2", "DEBIT", "SUCCESS"]);
    await expect(second).toContainText("$61.06");
  });
  await test.step("mainTransactionSummary, subTransactionSummary", async () => {
    const summary = page.getByRole("table", { name: "Summary" });
    await expect(summary.getByRole("row", { name: /^Customers/ })).toContainText(
      /\$123\.06\s*2\s*\$123\.06\s*(\d+)\s*(\$[\d,.]+)\s*\1\s*\2/,
    );
    await expect(summary.getByRole("row", { name: /^Second attempts/ })).toContainText(
      /1\s*\$61\.06\s*\$61\.06\s*1\s*\$61\.06/,
    );
  });
  await expectAccessible(page);
  const batchAddress = page.url();
  await test.step("payment type filter: ACH, CARD (labelled DEBIT), ACH/CARD, No payment type, All; status SUCCESS, FAILED, All; source LP, GF, All", async () => {
    await choose(page, "Payment type", "No payment type");
    await expect(page).toHaveURL(/type=No(\+|%20)payment(\+|%20)type/);
    await expect(
      table(page).getByText("Do Not Fund").or(table(page).getByText("Payment automation is off")).first(),
    ).toBeVisible();
    await expect(table(page).getByText(String(paid.userId))).toHaveCount(0);
    await choose(page, "Status", "SUCCESS");
    await expect(page.getByText("No payment matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await choose(page, "Payment type", "DEBIT");
    await expectRow(table(page), [String(refused.userId)]);
    await expect(table(page).getByText(String(paid.userId))).toHaveCount(0);
  });
  await test.step("file name payment-automation.csv", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("payment-automation.csv");
    const lines = parseCsv(await readFile(await download.path()));
    expect(lines.map((line) => [line[2], line[6], line[8], line[11], line[12]])).toEqual([
      ["userId", "paymentType", "paymentStatus", "actualPaymentAmount", "paymentProcesssedAmount"],
      [String(refused.userId), "ACH", "FAILED", "61.06", "0.00"],
      [String(refused.userId), "CARD", "SUCCESS", "61.06", "61.06"],
    ]);
  });
  await test.step("optional route param batchId, a millisecond timestamp used to preselect a batch time", async () => {
    const requestedAt = new URL(batchAddress).searchParams.get("batch") ?? "";
    await page.goto(`/admin/payment-automation/${requestedAt}`);
    await expect(page).toHaveURL(`/admin/payment-automation?batch=${requestedAt}`);
    await expect(page.getByRole("combobox", { name: "Batch (ET)" })).toHaveText(/^\d{4}-\d\d-\d\d /);
    await expectRow(table(page), [String(paid.userId)]);
  });
});
