import type { Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { setBankHealth } from "./support/sandbox.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

/** A bank that is only slowed down: links to it go on working for the tests beside this one. */
const SUMMIT = { id: "ins_210103", name: "Summit Online Bank" };

const table = (page: Page) => page.getByRole("table", { name: "Bank Status" });
const findRow = (page: Page, name: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name, exact: true }) });
const entry = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Bank Status/ });

test("what specification 2 says of Bank Status @long", async ({ signIn }) => {
  await setBankHealth(SUMMIT.id, "HEALTHY");
  const page = await signIn("VIEWER");
  await test.step("the sidebar's bank-status: 'List of banking institutions with a coloured dot and a legend.'", async () => {
    await page.goto("/admin/users");
    await entry(page).click();
    await expect(page).toHaveURL("/admin/bank-status");
    await expect(findRow(page, SUMMIT.name)).toContainText("Healthy");
    const legend = page.getByRole("list", { name: "Legend" }).getByRole("listitem");
    await expect(legend).toHaveText([/^Healthy/, /^Degraded/, /^Down/, /^Not known/]);
  });
  await test.step("'institutionId, name, status', since when, how many customers are linked, when asked", async () => {
    await expect(table(page).getByRole("columnheader")).toHaveText([
      "Status",
      "Institution",
      "Institution Id",
      "Customers Linked",
      "Since (ET)",
      "Last Asked (ET)",
      "Problem",
    ]);
    const cells = await findRow(page, SUMMIT.name).getByRole("cell").allTextContents();
    expect(cells).toEqual([
      "Healthy",
      SUMMIT.name,
      SUMMIT.id,
      expect.stringMatching(/^[1-9]\d*$/),
      "2026-01-05 09:00:00",
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      "—none",
    ]);
  });
  await test.step("status and name narrow it, in the address", async () => {
    await page.getByRole("textbox", { name: "Search banks" }).fill("summit");
    await expect(table(page).getByRole("row")).toHaveCount(2);
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Down" }).click();
    await expect(page.getByText("No bank matches")).toBeVisible();
    await expect(page).toHaveURL("/admin/bank-status?q=summit&status=down");
    await page.reload();
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await expect(findRow(page, SUMMIT.name)).toBeVisible();
    await expect(page).toHaveURL("/admin/bank-status");
  });
  await test.step("'All screens are admin-only': a VIEWER sees it, and may not have the banks asked", async () => {
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByRole("button", { name: "Refresh" })).toHaveAccessibleDescription(
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    );
    const open = await page.request.post("/trpc/institutions.list", {
      headers: { "x-trpc-source": "none", "content-type": "application/json" },
    });
    expect(open.status()).toBe(401);
    await expectAccessible(page);
  });
  const employee = await signIn("EMPLOYEE");
  await test.step("Refresh has the provider asked; list, links and sidebar say the same", async () => {
    await employee.goto("/admin/bank-status");
    await setBankHealth(SUMMIT.id, "DEGRADED");
    await employee.getByRole("button", { name: "Refresh" }).click();
    await expect(findRow(employee, SUMMIT.name)).toContainText("Degraded");
    await expect(entry(employee)).toContainText(/\d degraded/);
    await expect
      .poll(() =>
        inDatabase((tx) => tx.bankLink.groupBy({ by: ["bankStatus"], where: { institutionId: SUMMIT.id } })),
      )
      .toEqual([{ bankStatus: "DEGRADED" }]);
    await setBankHealth(SUMMIT.id, "HEALTHY");
  });
  await test.step("'Bank list failure: only logged': it says so, and Retry loads it", async () => {
    const failing = "**/trpc/**institutions.list**";
    await employee.route(failing, (route) => route.fulfill({ status: 500, body: "{}" }));
    await employee.goto("/admin/bank-status");
    await expect(
      employee.getByRole("alert").filter({ hasText: "Couldn't Fetch Bank With Institutions" }),
    ).toBeVisible();
    await employee.unroute(failing);
    await employee.getByRole("button", { name: "Retry" }).click();
    await expect(findRow(employee, SUMMIT.name)).toBeVisible();
  });
});
