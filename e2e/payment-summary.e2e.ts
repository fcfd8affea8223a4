import type { Locator, Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page) => page.getByRole("textbox", { name: "User Id" });

/** What stands beside a name in a section. */
const fact = (section: Locator, name: string) =>
  section
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd");

async function lookUp(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press("Enter");
}

/** "−$1,234.50" in cents. */
const cents = (text: string): number =>
  Math.round(Number(text.replace("−", "-").replaceAll(/[$,]/g, "")) * 100);

/** A user who was funded, and applied before. */
const withTwoApplications = () =>
  inDatabase((tx) =>
    tx.application.findFirstOrThrow({
      where: { stage: "funded", user: { applications: { some: { stage: { not: "funded" } } } } },
      select: {
        userId: true,
        user: { select: { ssnLast4: true, applications: { orderBy: { id: "desc" } } } },
      },
    }),
  );

test("what specification 2 says of the user ledger lookup (payment summary) @long", async ({ signIn }) => {
  const { userId, user } = await withTwoApplications();
  const page = await signIn("VIEWER");
  await test.step("the sidebar's payment-summary: 'Enter a user id'; one that is none says so", async () => {
    await page.goto("/admin/users");
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Payment Summary" })
      .click();
    await expect(page.getByText("No user is looked up yet")).toBeVisible();
    await lookUp(page, "4821x");
    await expect(page.getByText("Invalid User ID: 4821x")).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveURL("/admin/payment-summary");
    await expectAccessible(page);
    await lookUp(page, "999999999");
    await expect(page.getByText("There is no customer 999999999.")).toBeVisible();
  });
  await test.step("'shows application and fee details': the newest application, and by choice an earlier one", async () => {
    await lookUp(page, String(userId));
    await expect(page).toHaveURL(`/admin/payment-summary?id=${userId}`);
    const details = region(page, "Application and fees");
    const [newest, earlier] = user.applications;
    await expect(fact(details, "Application Id")).toContainText(String(newest?.id));
    for (const name of ["First Name", "Last Name", "State", "Channel", "Partner", "Renewal User Id"])
      await expect(fact(region(page, "User"), name)).toBeVisible();
    for (const name of [
      ...["Renewed", "Contract Signed", "Funded Date"],
      ...["Approved Amount", "Ofee Amount", "Disbursement Fee", "Disbursement Amount"],
      ...["Payback Amount", "Payment Amount", "Payment Terms", "Discount Amount"],
      ...["First Payment Date", "Discount Date", "Last Payment Date"],
    ])
      await expect(fact(details, name)).toBeVisible();
    await details.getByRole("combobox", { name: "Application" }).click();
    await page.getByRole("option", { name: new RegExp(`^#${earlier?.id} `) }).click();
    await expect(fact(details, "Application Id")).toContainText(String(earlier?.id));
    await page.reload();
    await expect(fact(details, "Application Id")).toContainText(String(earlier?.id));
    expect(await page.getByRole("main").textContent()).not.toMatch(/ssn|social/i);
  });
  await test.step("'and a ledger table': each balance follows from the line before, and the newest is the balance", async () => {
    const balance = region(page, "Balance");
    const shown = async (name: string) => cents((await fact(balance, name).textContent()) ?? "");
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
    await expectAccessible(page);
  });
  await test.step("the keyboard alone opens a line's payment and comes back; the user's page is a link away", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/payment-processor\?payment=[\w-]{36}$/);
    await page.goBack();
    await page.getByRole("link", { name: "Open user" }).click();
    await expect(page).toHaveURL(`/admin/user-detail?id=${userId}`);
  });
  await test.step("a failed load says so, alone, and is there on Retry", async () => {
    const failing = "**/trpc/**loans.ledger**";
    await page.route(failing, (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`/admin/payment-summary?id=${userId}`);
    const failed = region(page, "Balance").getByRole("alert");
    await expect(failed).toContainText("Something went wrong");
    await page.unroute(failing);
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(fact(region(page, "Balance"), "Balance Amount")).toBeVisible();
  });
});
