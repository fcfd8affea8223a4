import type { Page } from "@playwright/test";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, expectToast, leaveSearch, test } from "./support/test.ts";

const ITEMS = 20;
const CAUSE = "The test of the work queue";

/** So many causes that end only by hand, and that no other test looks at. */
const plant = () =>
  inDatabase((tx) =>
    tx.outboxMessage.createMany({
      data: Array.from({ length: ITEMS }, (_, index) => ({
        topic: "BACKFILL" as const,
        dedupeKey: `work.e2e:${crypto.randomUUID()}`,
        payload: new Uint8Array(1),
        state: "FAILED" as const,
        nextAt: new Date(),
        lastError: `${CAUSE}, ${index + 1}.`,
      })),
    }),
  );

const leave = () =>
  inDatabase((tx) => tx.outboxMessage.deleteMany({ where: { dedupeKey: { startsWith: "work.e2e:" } } }));

const table = (page: Page) => page.getByRole("table", { name: "Today" });

test.afterAll(leave);

test("the keyboard alone opens what waits, one after the other, and ends twenty items with a reason each @long", async ({
  signIn,
}) => {
  test.slow();
  await plant();
  const page = await signIn("EMPLOYEE");
  await test.step("g t opens it from anywhere", async () => {
    await page.goto("/admin/users");
    await leaveSearch(page);
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await expect(page).toHaveURL("/admin/work");
    await expect(table(page)).toContainText(CAUSE);
  });
  await test.step("n opens the first; each that is done makes way for the next", async () => {
    await page.goto("/admin/work?kind=FAILED_MESSAGE");
    await expect(table(page)).toContainText(CAUSE);
    await page.keyboard.press("n");
    const reason = page.getByRole("textbox", { name: "What was done" });
    for (let done = 0; done < ITEMS; ) {
      await expect(reason).toBeVisible();
      const said = await page.getByRole("dialog").textContent();
      const address = page.url();
      if (!said?.includes(CAUSE)) {
        // A failed message of another test is left to it.
        await page.getByRole("button", { name: "Next item" }).press("Enter");
        await expect(page).not.toHaveURL(address);
        continue;
      }
      await reason.focus();
      await page.keyboard.type("Looked into it.");
      await page.getByRole("dialog").getByRole("button", { name: "Done" }).press("Enter");
      await expect(page).not.toHaveURL(address);
      done++;
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(table(page)).not.toContainText(CAUSE);
  });
  await test.step("what was done stands among what is put off, with who did it", async () => {
    await page.getByRole("tab", { name: /^Put off/ }).click();
    await expect(table(page)).toContainText(CAUSE);
  });
});

test("what one has open is not offered to another, who is told whose it is", async ({ signIn }) => {
  await plant();
  const [one, other] = [await signIn("EMPLOYEE"), await signIn("ADMIN")];
  const row = (page: Page) =>
    table(page)
      .getByRole("row")
      .filter({ hasText: `${CAUSE}, 7.` });
  await one.goto("/admin/work?kind=FAILED_MESSAGE");
  await row(one).getByRole("button", { name: "Failed message" }).click();
  await expect(one.getByRole("dialog")).toContainText(`${CAUSE}, 7.`);
  await expectAccessible(one);
  await other.goto("/admin/work?kind=FAILED_MESSAGE");
  await expect(row(other)).toContainText("Erin Novak");
  await row(other).getByRole("button", { name: "Failed message" }).click();
  await expect(other.getByRole("dialog")).toContainText("is working on it.");
  await expectAccessible(other);
  await one.keyboard.press("Escape");
  await expect(one.getByRole("dialog")).toHaveCount(0);
  await other.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await row(other).getByRole("button", { name: "Failed message" }).click();
  await other.getByRole("tab", { name: "Put off" }).last().click();
  await other.getByRole("dialog").getByRole("button", { name: "Put off" }).click();
  await expectToast(other, "Put off.");
});
