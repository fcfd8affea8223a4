import type { Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { setBankHealth } from "./support/sandbox.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** Links to a bank that is only degraded keep working for the other tests. */
const SUMMIT = { id: "ins_210103", name: "Summit Online Bank" };

const findRow = (page: Page) => page.getByRole("table").getByRole("row").filter({ hasText: SUMMIT.name });

test("Refresh asks the provider, and the list, the bank links and the sidebar show its answer @long", async ({
  signIn,
}) => {
  await setBankHealth(SUMMIT.id, "HEALTHY");
  const page = await signIn("EMPLOYEE");
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Bank Status/ });
  await page.goto("/admin/users");
  await entry.click();
  await expect(page).toHaveURL("/admin/bank-status");
  await expect(findRow(page)).toContainText("Healthy");
  await setBankHealth(SUMMIT.id, "DEGRADED");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(findRow(page)).toContainText("Degraded");
  await expect(entry).toContainText(/\d degraded/);
  await expect
    .poll(() =>
      inDatabase((tx) => tx.bankLink.groupBy({ by: ["bankStatus"], where: { institutionId: SUMMIT.id } })),
    )
    .toEqual([{ bankStatus: "DEGRADED" }]);
  await setBankHealth(SUMMIT.id, "HEALTHY");
});

test("axe finds nothing wrong with the list of banks @long", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/bank-status");
  await expect(findRow(page)).toBeVisible();
  await expectAccessible(page);
});
