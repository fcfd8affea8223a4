import {
  ACH_USERS,
  askToProcess,
  box,
  chooseFirst,
  completed,
  confirmCount,
  DEBIT_USERS,
  employeeThroughout,
  expectIdRules,
  expectReadable,
  exported,
  makeDue,
  open,
  paste,
  process,
  ready,
  results,
  review,
  selected,
  table,
  toReview,
} from "./support/bulk-jobs.ts";
import { chooseRowAction } from "./support/row-menu.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/** Cards that are charged in a run. */
const CHARGED = 6;
/** Accounts that version 1 would debit, 1.5 seconds apart. */
const QUEUED = 20;

const employee = employeeThroughout();

test.beforeAll(() => makeDue([...DEBIT_USERS, ...ACH_USERS]));

test("a card-debit list is reviewed, changed, confirmed by its count, run to its end and exported; what failed is charged again, and nothing else", async () => {
  const page = employee();
  await open(page, "bulk-debit-payment-v2", "Bulk Debit Payment V2");
  await test.step("View Details that can not be loaded says why, with Retry", async () => {
    await page.route(/bulkJobs\.preview/, (route) => route.abort());
    await paste(page, DEBIT_USERS);
    await page.getByRole("button", { name: "View Details" }).click();
    const retry = page.getByRole("button", { name: "Retry", exact: true });
    await expect(retry).toBeVisible();
    await page.unroute(/bulkJobs\.preview/);
    await retry.click();
  });
  expect(await ready(page)).toBeGreaterThanOrEqual(CHARGED);
  await expectReadable(
    toReview(page)
      .getByText(/^Blocked: The customer has a zero balance$/)
      .first(),
  );
  await expectAccessible(page);
  await test.step("Remove asks 'Sure to remove from list?'", async () => {
    const first = toReview(page).getByRole("row").nth(1);
    const userId = (await first.getByRole("link").first().textContent()) ?? "";
    await chooseRowAction(first, "Remove");
    const question = page.getByRole("alertdialog", { name: "Sure to remove from list?" });
    await question.getByRole("button", { name: `Remove user ${userId}` }).click();
    await expect(toReview(page).getByRole("link", { name: userId, exact: true })).toHaveCount(0);
  });
  await chooseFirst(page, CHARGED);

  const before = await selected(page).textContent();
  const row = toReview(page).getByRole("row").nth(1);
  await chooseRowAction(row, "Edit the amount");
  await page.getByLabel(/^Payment Amount of user/).fill("");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please Input Payment Amount!" })).toBeVisible();
  await test.step("Cancel asks 'Sure to cancel?'", async () => {
    await row.getByRole("button", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Sure to cancel?" });
    await question.getByRole("button", { name: "Cancel editing" }).click();
    await chooseRowAction(row, "Edit the amount");
  });
  // The processor declines this amount.
  await page.getByLabel(/^Payment Amount of user/).fill("0.01");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(selected(page)).not.toHaveText(before ?? "");
  await askToProcess(page, CHARGED);
  await expectAccessible(page.getByRole("alertdialog"));
  await confirmCount(page, CHARGED);

  await expect(results(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText(/[1-9]\d* succeeded \$/);
  await expect(table(page).getByRole("row").filter({ hasText: "$0.01" })).toContainText("Exception");
  const { name, lines } = await exported(page);
  expect(name).toBe("bulk-debit-payment.csv");
  expect(lines).toHaveLength(CHARGED + 1);

  const retry = page.getByRole("button", { name: /^Retry \d+ failed…$/ });
  const failed = Number(/\d+/.exec((await retry.textContent()) ?? "")?.[0]);
  await retry.click();
  await expect(toReview(page).getByRole("link", { name: /^\d+$/ })).toHaveCount(failed);
  const declined = toReview(page).getByRole("row").filter({ hasText: "$0.01" });
  await declined.getByRole("checkbox").check();
  await chooseRowAction(declined, "Edit the amount");
  await page.getByLabel(/^Payment Amount of user/).fill("1.25");
  await page.getByRole("button", { name: "Save" }).click();
  await process(page, 1);
  await expect(results(page)).toBeVisible();
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText("1 succeeded $1.25");
});

test("a running ACH job is there again after leaving, is there for a second admin, who is refused, ends with Reset Job Status, and makes room for a batch that is run to its end @long", async ({
  signIn,
}) => {
  const page = employee();
  const second = await signIn("ADMIN");
  // The second admin has no stream.
  await second.route(/bulkJobs\.live/, (route) => route.abort());
  await open(page, "bulk-ach-payment", "Bulk ACH Payment");
  const count = Math.min(await review(page, ACH_USERS), QUEUED);
  expect(count).toBeGreaterThan(5);
  await open(second, "bulk-ach-payment-v2", "Bulk ACH Payment V2");
  await review(second, ACH_USERS);
  await chooseFirst(second, 2);
  await chooseFirst(page, count);
  await process(page, count);
  const progress = new RegExp(`^\\d+/${count}$`);
  await expect(completed(page)).toHaveText(progress);
  const link = page.url();
  const pausing = page.getByRole("button", { name: "Pause" });
  // However long it takes to look, the job is not over.
  await pausing.click();
  await expect(page.getByRole("heading", { name: "Paused" })).toBeVisible();

  await test.step("is in the tray of every page, which leads back to it", async () => {
    await page.goto("/admin/users");
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await page.getByRole("button", { name: /^\d+ jobs?/ }).click();
    await page.getByRole("link", { name: "View Bulk ACH" }).first().click();
    await expect(page).toHaveURL(link);
    await page.goto("/admin/bulk-ach-payment");
    await expect(completed(page)).toHaveText(progress);
    await expect(page).toHaveURL(link);
  });

  const held = second.getByRole("button", { name: "Process payments (2)…" });
  await expect(held).toHaveAccessibleDescription(
    /^A bulk ACH job started by .+ is (running|paused at) \d+\/\d+\.$/,
  );
  await test.step("'rows with requestedAt are not editable'; v1 of ACH has no Remove", async () => {
    await second.getByRole("button", { name: "View Details" }).click();
    await second.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    const locked = toReview(second).getByRole("row").filter({ hasText: "already requested" }).first();
    await expect(locked).toContainText(/Already requested \d\d:\d\d New York time\./);
    await expect(locked.getByRole("button", { name: /^Actions of/ })).toHaveCount(0);
  });
  await second.getByRole("button", { name: "View", exact: true }).click();
  await expect(completed(second)).toHaveText(progress);
  await expect(second.getByText("Every 2 s")).toBeVisible();
  await test.step("is paused for both, and goes on", async () => {
    await expect(second.getByRole("heading", { name: "Paused" })).toBeVisible();
    await page.getByRole("button", { name: "Resume" }).click();
    await expect(page.getByRole("heading", { name: "Run", exact: true })).toBeVisible();
    await pausing.click();
    await expect(page.getByRole("heading", { name: "Paused" })).toBeVisible();
  });
  await second.goto(link);
  await expect(completed(second)).toHaveText(progress);
  await expect(second.getByText(/^started \d\d:\d\d ET by /)).not.toContainText("by you");

  await page.getByRole("button", { name: "Reset Job Status" }).first().click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Payments in progress are completed");
  await question.getByRole("button", { name: "Reset Job Status" }).click();
  await expectToast(page, "Bulk job status successfully reset.");
  for (const each of [page, second]) await expect(results(each)).toBeVisible();
  await expect(page.getByRole("list", { name: "Outcomes" })).toContainText(/\d+ cancelled/);

  await page.getByRole("checkbox", { name: "Show Completed" }).click();
  await expect(page).toHaveURL(/rows=completed/);
  await expect(page.getByText(`${count} completed of ${count}`)).toBeVisible();
  const { name } = await exported(page);
  expect(name).toBe("bulk-ach-payment.csv");

  await second.getByRole("button", { name: "New batch" }).click();
  await review(second, ACH_USERS);
  await chooseFirst(second, 4);
  await process(second, 4);
  await expect(results(second)).toBeVisible();
  await expect(completed(second)).toHaveText("4/4");
  await expect(second.getByRole("list", { name: "Outcomes" })).toContainText(/[1-4] succeeded \$/);
  await expect(table(second).getByRole("row").filter({ hasText: "success" }).first()).toContainText("••••");
});

test("the ids of payments: 1,400 characters, on v2 4,000; 'Invalid User ID: {value}' and 'Please enter valid user IDs', line by line @long", async () => {
  const page = employee();
  await open(page, "bulk-debit-payment", "Bulk Debit Payment");
  await expectIdRules(page, "Bulk ACH Payment", 1_400);
  await expectIdRules(page, "Bulk Debit Payment V2", 4_000);
  await expectIdRules(page, "Bulk Debit Payment", 1_400);
  await box(page).fill("10040\n10041-2\n4821x 10040");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove all invalid" }).click();
  await expect(box(page)).toHaveValue("10040\n10041-2\n10040");
  await expect(page.getByRole("button", { name: "View Details" })).toHaveAccessibleDescription("");
  await page.reload();
  await expect(box(page)).toHaveValue("10040\n10041-2\n10040");

  await expectIdRules(page, "Bulk ACH Payment V2", 4_000);
  await test.step("a paste of one megabyte is kept, refused with its length, and does not hold the page up", async () => {
    await box(page).evaluate((area: HTMLTextAreaElement) => {
      const pasted = "10040\n".repeat(175_000);
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(area, pasted);
      area.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
    });
    await expect(page.getByText("1,050,000 / 4,000 characters")).toBeVisible();
    await expect(page.getByRole("button", { name: "View Details" })).toHaveAccessibleDescription(
      "Use at most 4,000 characters.",
    );
    await box(page).fill("10040");
    await expect(page.getByText("1 valid")).toBeVisible();
  });
});
