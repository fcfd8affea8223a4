import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, test } from "./support/test.ts";

/** What is called good for a whole page (web.dev/cls); here for each single step of it. */
const GOOD_SHIFT = 0.1;
const A_FEW_PX = 4;

test("the page of a customer stands still while its sections load, and a jump stays where it landed @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN", "own");
  await watchShifts(page);
  await page.goto(`/admin/user-detail?id=${FIXTURES.fundedUser.id}`);
  await expect(page.getByRole("region", { name: "General" })).toHaveAttribute("data-state", "ready");
  expect(await shiftSoFar(page)).toBeLessThan(GOOD_SHIFT);

  const processor = page.getByRole("region", { name: "Payment Processor" });
  await staysWhereItLanded(page, "Manual Payment", () =>
    expect(processor).toHaveAttribute("data-state", "ready"),
  );
  await staysWhereItLanded(page, "Plaid Balance", () =>
    expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0),
  );
  expect(await shiftSoFar(page)).toBeLessThan(GOOD_SHIFT);
});

/** Goes to the section by its anchor and expects its heading not to move until `loaded`. */
async function staysWhereItLanded(page: Page, name: string, loaded: () => Promise<void>): Promise<void> {
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name }).click();
  const heading = page.getByRole("heading", { level: 2, name, exact: true });
  await expect(heading).toBeFocused();
  const path = heading.evaluateHandle((element) => {
    const tops: number[] = [];
    const look = () => {
      tops.push(
        document.getElementById(element.closest("section")?.id ?? "")?.getBoundingClientRect().top ?? 0,
      );
      requestAnimationFrame(look);
    };
    look();
    return tops;
  });
  await loaded();
  const tops = await (await path).jsonValue();
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(A_FEW_PX);
}

declare global {
  interface Window {
    shift: number;
  }
}

/** Every shift counts, those just after a press too. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) window.shift += Number(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftSoFar = (page: Page): Promise<number> => page.evaluate(() => window.shift);
