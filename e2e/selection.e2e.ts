import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

/** Reviews what it selects, and starts nothing. */
const employee = pageThroughout("EMPLOYEE");

test("all who match a filter become the list of a bulk job, which reviews each of them @long", async () => {
  const page = employee();
  await follow(page, "/admin/users?tags=external");
  const boxes = page.getByRole("table", { name: "Users" }).getByRole("checkbox", { name: /^Select user/ });
  await boxes.first().focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  const whole = page.getByRole("button", { name: /^Select all \d+ that match$/ });
  const matching = Number(/\d+/.exec((await whole.textContent()) ?? "")?.[0]);
  await whole.click();
  await expect(page.getByText(`All ${matching} selected`)).toBeVisible();
  await expectAccessible(page.getByRole("region", { name: "Selection" }));
  await page.getByRole("button", { name: "Use these customers in" }).click();
  await page.getByRole("menuitem", { name: "Bulk ACH Payment V2" }).click();
  const kept = page.getByRole("region", { name: "Selected customers" });
  await expect(kept.getByText(`${matching} customers`)).toBeVisible();
  await expect(kept).toContainText("Users · External");
  await page.getByRole("button", { name: "View Details" }).click();
  await expect(page.getByRole("checkbox", { name: /^Choose user/ })).toHaveCount(matching);
});

test("an export says what it holds before it is made, and comes as a workbook as well @long", async () => {
  const page = employee();
  await follow(page, "/admin/users?tags=external");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("radio", { name: "all events that match the filters" })).toBeChecked();
  await expect(dialog).toContainText("New York (ET)");
  await expectAccessible(dialog);
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as Excel (XLSX)" }).click();
  expect((await saving).suggestedFilename()).toBe("users.xlsx");
  await expect(page.getByText(/^users\.xlsx is complete and saved/)).toBeVisible();
});
