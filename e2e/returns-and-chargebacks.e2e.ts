import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { chooseOption } from "./support/choose-option.ts";
import { expectReported, orderReports, type Reported } from "./support/reports.ts";
import {
  expect,
  expectAccessible,
  expectRow,
  expectToast,
  openGroup,
  pressSequence,
  test,
} from "./support/test.ts";

const processed = (page: Page) => page.getByRole("table", { name: "Chargebacks" });
const unprocessed = (page: Page) => page.getByRole("table", { name: "Unprocessed Returns and Chargebacks" });
const choose = (page: Page, filter: string, option: string): Promise<void> =>
  chooseOption(page.getByRole("combobox", { name: filter }), option);

/** Both pages show the same reports: they are ordered, and waited for, once. */
let ordered: Promise<Reported> | null = null;
const order = (page: Page): Promise<Reported> => (ordered ??= orderReports(page));

test("Chargebacks: what came back or was charged back, narrowed by the address, summed up and exported", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  const reports = await order(page);
  const { userId, name } = reports;
  await test.step("sidebar: Reports, chargebacks with Processed and Unprocessed sub-pages; g c", async () => {
    await openGroup(page, "Reports");
    await page.getByRole("link", { name: "Chargebacks: Unprocessed" }).click();
    await expect(page).toHaveURL("/admin/unprocessed-chargeback");
    await expect(unprocessed(page)).toBeVisible();
    await pressSequence(page, "g", "c");
    await expect(page).toHaveURL("/admin/chargebacks");
    await expect(page.getByRole("heading", { level: 1, name: "Chargebacks" })).toBeVisible();
  });
  await test.step("Custom date range: start before end, end at least one day after start", async () => {
    await choose(page, "Time period", "Custom");
    await expect(page.getByText("No days are chosen yet")).toBeVisible();
    await page.getByLabel("Start date (ET)", { exact: true }).fill("2026-11-20");
    const end = page.getByLabel("End date (ET)", { exact: true });
    await end.fill("2026-11-19");
    await expect(page.getByRole("alert")).toHaveText("The start date must be before the end date.");
    await end.fill("2026-11-20");
    await expect(page.getByRole("alert")).toHaveText(
      "The end date must be at least one day after the start date.",
    );
    await end.fill("2026-11-21");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL("/admin/chargebacks?period=Custom&from=2026-11-20&to=2026-11-21");
    await page.reload();
    await expect(page.getByLabel("End date (ET)", { exact: true })).toHaveValue("2026-11-21");
  });
  await expectReported(reports);
  const row = (amount: string) => expectRow(processed(page), [String(userId), name, amount]);
  await test.step("time filters Today, Last 30 Days; returns[] and chargebacks[], amount shown negative", async () => {
    await choose(page, "Time period", "Today");
    await expect(page).toHaveURL("/admin/chargebacks?period=Today");
    const sale = await row("−$61.13");
    await expect(sale).toContainText(/CARD.*CHARGEBACK/);
    await expect(sale).toContainText(/10\.4 Other fraud, card absent|4837 No cardholder authorization/);
    await expect(sale).toContainText("Chargeback Received");
    const debit = await row("−$62.03");
    await expect(debit).toContainText(/ACH.*Return.*R01 Insufficient funds.*Pending deposit/);
    await expect(debit.getByRole("link", { name: String(userId) })).toHaveAttribute(
      "href",
      `/admin/user-detail?id=${userId}`,
    );
  });
  await test.step("transaction types All, ACH, RCC, Card; types All, Chargeback, Returns, Representment", async () => {
    await choose(page, "Transaction type", "ACH");
    await expect(page).toHaveURL("/admin/chargebacks?period=Today&type=ACH");
    await row("−$62.03");
    await expect(processed(page).getByText("−$61.13")).toHaveCount(0);
    await choose(page, "Chargeback type", "Representment");
    await expect(page.getByText("No return or chargeback matches")).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await choose(page, "Chargeback type", "Chargeback");
    await row("−$61.13");
    await expect(processed(page).getByText("−$62.03")).toHaveCount(0);
  });
  await test.step("Export CSV: chargebacks.csv holds what is listed", async () => {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toBe("chargebacks.csv");
    const csv = await readFile(await download.path(), "utf8");
    expect(csv).toContain("Date (America/New_York),User Id,Unique Ref,Name,Amount (USD)");
    expect(csv).toMatch(new RegExp(`,${userId},\\w+,${name},-61\\.13,CARD,CHARGEBACK,\\d{4},`));
    expect(csv).not.toContain("-62.03");
  });
  await expectAccessible(page);
});

test("Unprocessed Returns and Chargebacks: copied, tried again until a person has to see to them, and deleted", async ({
  signIn,
}) => {
  const page = await signIn("ADMIN");
  await page.goto("/admin/unprocessed-chargeback");
  const reports = await order(page);
  await expectReported(reports);
  await page.reload();
  const { strangers } = reports;
  const [first = "", second = ""] = strangers.ach;
  const [card = ""] = strangers.cards;
  const findRow = (ref: string) => unprocessed(page).getByRole("row").filter({ hasText: ref });
  const total = async () => Number(/\d+/.exec((await page.getByText(/^Total:/).textContent()) ?? "")?.[0]);

  await test.step("'Total: N failed chargebacks found' and a note on 5 retries; columns in their order", async () => {
    await expect(page.getByText(/^Total: \d+ failed chargebacks found/)).toBeVisible();
    await expect(page.getByText(/^Items need manual processing after 5 retries/)).toBeVisible();
    await expect(unprocessed(page).getByRole("columnheader")).toHaveText([
      "",
      "Date (ET)",
      "User Id / Unique Ref",
      "Name",
      "Amount (USD)",
      "Type",
      "Card",
      "Error Message",
      "Stage",
      "Retries",
      "Actions",
    ]);
    await expect(findRow(first)).toContainText(
      /Ana Diaz−\$63\.03ACH Chargeback6789No matching payment found\.match/,
    );
    await expect(findRow(card)).toContainText(/−\$65\.13CARD Chargeback\d{4}No matching payment found.match/);
  });
  await test.step("Copy puts a tab-separated line on the clipboard; the ACH reason falls back to N/A", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("button", { name: `Copy ${first}` }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(
        new RegExp(
          `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\t${first}\tAna Diaz\t-63\\.03\tACH Chargeback\t6789\tR01\tN/A$`,
        ),
      );
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    });
    await page.getByRole("button", { name: `Copy ${card}` }).click();
    await expect(page.getByRole("alert")).toHaveText(
      /^Failed to copy text, please copy here: .*CARD Chargeback/,
    );
  });
  await test.step("Retry All Unprocessed Chargebacks: retries count up; rows with 5 or more are red, and say so", async () => {
    await expect(async () => {
      await page.getByRole("button", { name: "Retry All Unprocessed Chargebacks" }).click();
      await expectToast(page, /retried, \d+ failed again/);
      await expect(findRow(first)).toContainText("Manual processing", { timeout: 500 });
    }).toPass();
  });
  await test.step("Delete Selected is disabled with no selection, asks, and takes the rows off the list", async () => {
    const button = page.getByRole("button", { name: /^Delete Selected/ });
    await expect(button).toHaveAttribute("aria-disabled", "true");
    const before = await total();
    await findRow(first).getByRole("checkbox").check();
    await findRow(card).getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await expect(button).toHaveText("Delete Selected (2)");
    await button.click();
    const question = page.getByRole("alertdialog", { name: "Delete 2 failed chargebacks?" });
    await expect(question).toContainText("−$128.16");
    await question.getByRole("button", { name: "Delete 2" }).click();
    await expectToast(page, "2 failed chargebacks deleted.");
    await expect(findRow(first)).toHaveCount(0);
    await expect(findRow(second)).toBeVisible();
    await expect.poll(total).toBe(before - 2);
  });
  await expectAccessible(page);
});
