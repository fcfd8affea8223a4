import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./support/test.ts";

/** "$1,234.50" as cents. */
const toCents = (text: string): number => Math.round(Number(text.replace(/[^\d.]/g, "")) * 100);

/** All rows of the open list, however many pages it has. */
async function sumOfRows(page: Page): Promise<number> {
  const sheet = page.getByRole("dialog");
  const more = sheet.getByRole("button", { name: "Show more" });
  const all = sheet.getByText(/^All [\d,]+ shown$/);
  await expect(more.or(all)).toBeVisible();
  while (await more.isVisible()) {
    await more.click();
    await expect(more.or(all).and(page.locator(":not([aria-busy=true])"))).toBeVisible();
  }
  const amounts = await sheet.locator("tbody tr td:nth-child(6)").allTextContents();
  return amounts.reduce((sum, text) => sum + toCents(text), 0);
}

test("the overview shows how the book stands, and each figure opens the rows that come to it", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();

  await test.step("the charts are drawn, and walked by the arrow keys", async () => {
    const chart = page.getByRole("figure", { name: "Past due by days" });
    const drawing = chart.getByRole("application");
    await expect(drawing).toBeVisible();
    await drawing.focus();
    await page.keyboard.press("ArrowRight");
    await expect(chart.locator(".recharts-tooltip-wrapper")).toContainText("Past due");
  });

  await test.step("a bucket opens its customers, who come to it to the cent", async () => {
    const row = page.getByRole("table", { name: "Past due", exact: true }).getByRole("row").nth(2);
    const money = row.getByRole("cell").nth(1);
    const cents = toCents((await money.textContent()) ?? "");
    await money.getByRole("link").click();
    await expect(page).toHaveURL(/figure=past-due\.8-30/);
    await expect(page.getByRole("dialog", { name: "Past due 8–30 days" })).toBeVisible();
    expect(await sumOfRows(page)).toBe(cents);
    await expectAccessible(page.getByRole("dialog"));
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/overview$/);
  });

  await test.step("axe finds nothing wrong with it, light and dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  });
});

test("nothing of the overview runs out of a small window @long", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin/overview");
  await expect(page.getByRole("figure", { name: "Roll rate" }).getByRole("application")).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
});
