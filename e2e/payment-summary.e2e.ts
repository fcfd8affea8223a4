import type { Locator, Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The value of a labelled fact in a section. */
const fact = (section: Locator, name: string) =>
  section
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd");

/** "−$1,234.50" in cents. */
const cents = (text: string): number =>
  Math.round(Number(text.replace("−", "-").replaceAll(/[$,]/g, "")) * 100);

/** A funded user with an earlier application. */
const withTwoApplications = () =>
  inDatabase((tx) =>
    tx.application.findFirstOrThrow({
      where: { stage: "funded", user: { applications: { some: { stage: { not: "funded" } } } } },
      select: { userId: true, user: { select: { applications: { orderBy: { id: "desc" } } } } },
    }),
  );

test("Payment Summary looks a user up, and the ledger adds up to the balance", async ({ signIn }) => {
  const { userId, user } = await withTwoApplications();
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payment Summary" }).click();
  await page.getByRole("textbox", { name: "User Id" }).fill(String(userId));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/payment-summary?id=${userId}`);

  await test.step("each balance follows from the line before, and the last one is what is owed", async () => {
    const balance = region(page, "Balance");
    const shown = async (name: string) => cents((await fact(balance, name).textContent()) ?? "");
    await expect(fact(balance, "Balance Amount")).toBeVisible();
    const rows = await page
      .getByRole("table", { name: "Ledger" })
      .locator("tbody tr")
      .evaluateAll((trs) => trs.map((tr) => Array.from(tr.children, (cell) => cell.textContent ?? "")));
    expect(rows.length).toBeGreaterThan(1);
    let owed = 0;
    for (const [, , , , , , debit = "", credit = "", after = ""] of rows.toReversed()) {
      owed += (debit.startsWith("—") ? 0 : cents(debit)) - (credit.startsWith("—") ? 0 : cents(credit));
      expect(cents(after)).toBe(owed);
    }
    expect(await shown("Balance Amount")).toBe(owed);
    const parts = [
      "Advanced, to be paid back",
      "Total Received",
      "Total Returned",
      "Discounts and adjustments",
      "Advances taken back",
    ];
    const sum = (await Promise.all(parts.map(shown))).reduce((total, part) => total + part, 0);
    expect(sum).toBe(owed);
    expect(await page.getByRole("main").textContent()).not.toMatch(/ssn|social/i);
    await expectAccessible(page);
  });

  await test.step("an earlier application is chosen, and a reload keeps it", async () => {
    const details = region(page, "Application and fees");
    const [newest, earlier] = user.applications;
    await expect(fact(details, "Application Id")).toContainText(String(newest?.id));
    await details.getByRole("combobox", { name: "Application" }).click();
    await page.getByRole("option", { name: new RegExp(`^#${earlier?.id} `) }).click();
    await expect(fact(details, "Application Id")).toContainText(String(earlier?.id));
    await page.reload();
    await expect(fact(details, "Application Id")).toContainText(String(earlier?.id));
  });
});
