import {
  ACH_USERS,
  box,
  completed,
  DEBIT_USERS,
  employeeThroughout,
  expectIdRules,
  expectReadable,
  exported,
  open,
  paste,
  results,
  table,
} from "./support/bulk-jobs.ts";
import {
  expect,
  expectAccessible,
  expectToast,
  leaveSearch,
  pressSequence,
  tabTo,
  test,
} from "./support/test.ts";

/** Nobody has this number: the row fails. */
const NOBODY = 99_999_999;

const employee = employeeThroughout();

test("'Bulk balance rows fill in as each user's response arrives', are followed, exported, and those that failed asked again @long", async () => {
  const page = employee();
  const asked = [...DEBIT_USERS, NOBODY];
  await open(page, "bulk-balance", "Bulk Balance");
  await expectIdRules(page, "Bulk Balance", 4_000);
  await expectIdRules(page, "Bulk Balance V2", 4_000);
  await paste(page, asked);
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(completed(page)).toBeVisible();
  const scrolled = () =>
    page.getByRole("group", { name: "Rows of the batch" }).evaluate((list) => list.scrollTop);
  await expect.poll(scrolled).toBeGreaterThan(0);
  await expect(results(page)).toBeVisible();
  await expect(page.getByRole("button", { name: `All ${asked.length}` })).toBeVisible();
  const first = table(page).getByRole("row").filter({ hasText: "100%" }).first();
  await expect(first).toContainText(/\$[\d,]+\.\d\d••\d{4} /);
  expect(await table(page).textContent()).not.toMatch(/(?<!\d)\d{9,}(?!\d)/);
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-plaid-balance.csv");
  expect(lines.slice(1).map(([userId]) => Number(userId))).toEqual(asked);
  await expectAccessible(page);

  await page.getByRole("button", { name: /^Not completed 0$/ }).click();
  await expect(page.getByText(`All ${asked.length} rows are completed`)).toBeVisible();
  await page.getByRole("button", { name: "Show Completed" }).click();
  await expect(page.getByText(`${asked.length} completed of ${asked.length}`)).toBeVisible();
  await page.getByRole("checkbox", { name: "Show Completed" }).click();
  const all = page.getByRole("button", { name: /^All \d+$/ });
  await expect(all).toBeVisible();

  const batch = page.url();
  const retry = page.getByRole("button", { name: /^Retry \d+ failed…$/ });
  const failed = Number(/\d+/.exec((await retry.textContent()) ?? "")?.[0]);
  await retry.click();
  await expect(all).toHaveText(`All ${failed}`);
  expect(page.url()).not.toBe(batch);
  await expect(results(page)).toBeVisible();
  await test.step("'a row error shows the server's error_code in the Error column', in full and in sight", () =>
    expectReadable(table(page).getByText(`There is no customer ${NOBODY}.`)));
  await test.step("the batch-date drop-down leads back to the batch before", async () => {
    await page.getByRole("combobox", { name: "Batch date" }).click();
    await page.getByRole("option", { name: `ET · ${asked.length} · ${failed} failed` }).click();
    await expect(page).toHaveURL(batch.replace(/&.*/, "&rows=open"));
  });
});

test("the keyboard alone pastes, asks the banks and reads a row", async () => {
  const page = employee();
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await leaveSearch(page);
  await pressSequence(page, "g", "b");
  await expect(page.getByRole("heading", { level: 1, name: "Bulk Balance" })).toBeFocused();
  await tabTo(box(page));
  await page.keyboard.type("10041 10042");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Balance", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(results(page)).toBeVisible();
  await expect(table(page).getByRole("row").filter({ hasText: "10041" })).toBeVisible();
});

test("a card sale is made from a balance row @long", async () => {
  const page = employee();
  await open(page, "bulk-balance", "Bulk Balance");
  await paste(page, ACH_USERS.slice(-12));
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await expect(results(page)).toBeVisible();
  const sheet = page.getByRole("dialog", { name: "Performaing Transaction" });
  for (const pay of await page.getByRole("button", { name: /^Pay, user/ }).all()) {
    await pay.click();
    await expect(sheet.getByText("Card", { exact: true })).toBeVisible();
    await expect(sheet.getByText(/^Owes /)).toBeVisible();
    const card = sheet.getByRole("radio").and(page.locator(":enabled")).first();
    if ((await card.count()) > 0 && (await sheet.getByText(/^Owes \$\d/).count()) > 0) {
      await card.check();
      break;
    }
    await sheet.getByRole("button", { name: "Close" }).last().click();
    await expect(sheet).toBeHidden();
  }
  await sheet.getByLabel("Amount (USD)").fill("3.25");
  await sheet.getByRole("button", { name: "Charge $3.25…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Charge $3.25" }).click();
  await expectToast(page, "Transaction perform successfully");
});

test("a VIEWER sees a batch and may start nothing @long", async ({ signIn }) => {
  const viewer = await signIn("VIEWER");
  await open(viewer, "bulk-balance-v2", "Bulk Balance V2");
  await box(viewer).fill("10040");
  await expect(viewer.getByRole("button", { name: "Balance", exact: true })).toHaveAccessibleDescription(
    "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
  );
  await viewer.getByRole("combobox", { name: "Batch date" }).click();
  await viewer.getByRole("option").first().click();
  await expect(results(viewer)).toBeVisible();
});
