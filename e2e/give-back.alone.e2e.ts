import type { Page } from "@playwright/test";
import { chooseFirst, DEBIT_USERS, makeDue, open, process, results, review } from "./support/bulk-jobs.ts";
import { inDatabase } from "./support/database.ts";
import { chooseRowAction } from "./support/row-menu.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

/** Cards that are charged and given their money back. */
const CHARGED = 2;
// What was given back is counted of the newest batch.
test.beforeAll(() => makeDue(DEBIT_USERS));

const myActions = (page: Page) => page.getByRole("list", { name: "My actions" });

/** The newest card debit, and what came of the payments that give it back. */
const givenBack = () =>
  inDatabase(async (tx) => {
    const { id } = await tx.bulkBatch.findFirstOrThrow({
      where: { kind: "BULK_DEBIT" },
      orderBy: { requestedAt: "desc" },
    });
    const items = await tx.bulkItem.findMany({ where: { batchId: id, intentId: { not: null } } });
    const taken = items.flatMap(({ intentId }) => intentId ?? []);
    const refunds = await tx.paymentIntent.findMany({ where: { parentId: { in: taken } } });
    return refunds.map(({ kind, state }) => `${kind} ${state}`);
  });

test("a batch that was charged is found under My actions and given back once, after a second person approved it", async ({
  signIn,
}) => {
  const maker = await signIn("ADMIN");
  await open(maker, "bulk-debit-payment-v2", "Bulk Debit Payment V2");
  expect(await review(maker, DEBIT_USERS)).toBeGreaterThanOrEqual(CHARGED);
  await chooseFirst(maker, CHARGED);
  await process(maker, CHARGED);
  await expect(results(maker)).toBeVisible();
  await expect(maker.getByRole("list", { name: "Outcomes" })).toContainText(`${CHARGED} succeeded $`);

  await maker.goto("/admin/profile");
  const started = myActions(maker).getByRole("listitem").first();
  await started.getByRole("button", { name: "Refund batch…" }).click();
  const sheet = maker.getByRole("dialog", { name: "Refund this batch" });
  await expect(sheet).toContainText(`${CHARGED} can be refunded by card`);
  await expectAccessible(sheet);
  const give = sheet.getByRole("button", { name: `Refund ${CHARGED} payments` });
  await sheet.getByLabel("Passcode").fill("000000");
  await sheet.getByLabel("Type the number of payments to refund.").fill(String(CHARGED));
  await give.click();
  await expect(sheet.getByText("You have entered the wrong code")).toBeVisible();
  await sheet.getByLabel("Passcode").fill(surrounding("E2E_CARD_PASSCODE"));
  await give.click();
  await expectToast(maker, "Sent for approval");
  expect(await givenBack()).toEqual([]);

  const checker = await signIn("SUPERADMIN");
  await checker.goto("/admin/approvals");
  await checker
    .getByRole("table", { name: "Approvals" })
    .getByRole("button", { name: /^Refund/ })
    .first()
    .click();
  await checker.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await expectToast(checker, "Approved and completed.");
  await expect.poll(givenBack).toEqual(Array(CHARGED).fill("REFUND SUCCEEDED"));

  // Nothing is left to be given back, and it says why.
  await maker.reload();
  await myActions(maker).getByRole("button", { name: "Refund batch…" }).first().click();
  const again = maker.getByRole("dialog", { name: "Refund this batch" });
  await expect(again).toContainText(`${CHARGED}: already refunded`);
  await expect(again.getByRole("button", { name: /^Refund 0 payments$/ })).toBeDisabled();
});

test("a note that was deleted comes back from My actions @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const [userId] = DEBIT_USERS.slice(-1);
  const text = `The landlord called ${Date.now()}.`;
  await page.goto(`/admin/user-detail?id=${userId}`);
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByRole("button", { name: "Create Note" }).click();
  const drawer = page.getByRole("dialog", { name: "Create New Note" });
  await drawer.getByLabel("Note").fill(text);
  await drawer.getByRole("button", { name: "Create note" }).click();
  const note = notes.getByRole("row").filter({ hasText: text });
  await chooseRowAction(note, "Delete note");
  await expectToast(page, "Note deleted sucessfully");
  await page.goto("/admin/profile");
  await myActions(page)
    .getByRole("button", { name: /^Undo: / })
    .first()
    .click();
  await expectToast(page, "This action was undone.");
  await page.goto(`/admin/user-detail?id=${userId}`);
  await expect(note).toBeVisible();
});
