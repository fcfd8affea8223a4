import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** "−$1,234.50" in cents. */
const cents = (text: string): number =>
  Math.round(Number(text.replace("−", "-").replaceAll(/[$,+]/g, "")) * 100);

/** A customer who was funded and has paid since. */
const withPayments = () =>
  inDatabase((tx) =>
    tx.user.findFirstOrThrow({
      where: {
        balance: { balanceCents: { gt: 0 } },
        intents: { some: { kind: "DEBIT", state: "SETTLED" } },
        applications: { some: { stage: "funded" } },
      },
      orderBy: { id: "asc" },
      select: { id: true, balance: { select: { balanceCents: true } } },
    }),
  );

test("a balance is explained by the keyboard, entry by entry up to its sum, and as of a day of the past @long", async ({
  signIn,
}) => {
  const { id, balance } = await withPayments();
  const page = await signIn("VIEWER");
  await page.goto(`/admin/user-detail?id=${id}`);
  const button = page.getByRole("button", { name: "Explain this balance" }).first();
  await button.focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Explain this balance" });
  const table = sheet.getByRole("table", { name: "Explain this balance" });
  await expect(table).toBeVisible();
  const rows = await table
    .getByRole("row")
    .evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? "")),
    );
  let owed = 0;
  for (const [, , change = "", after = ""] of rows) {
    owed += cents(change);
    expect(cents(after)).toBe(owed);
  }
  expect(owed).toBe(Number(balance?.balanceCents));
  await expectAccessible(page);
  const [date = "", , first = ""] = rows[0] ?? [];
  await sheet.getByLabel("As of").fill(date);
  await expect(sheet.getByText(`Owed at the end of ${date}:`)).toBeVisible();
  await expect(sheet.locator("output strong")).toHaveText(first.replace("+", ""));
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
});
