import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { newYorkDate } from "../packages/validators/src/new-york.ts";
import { inDatabase } from "./support/database.ts";
import { expect, expectAccessible, expectToast, leaveSearch, pressSequence, test } from "./support/test.ts";

const EACH = 5;
const CAUSE = "The test of the work queue";

/** So many causes that end only by hand, and that no other test looks at. */
const plant = () =>
  inDatabase((tx) =>
    tx.outboxMessage.createMany({
      data: Array.from({ length: EACH * 2 }, (_, index) => ({
        topic: "BACKFILL" as const,
        dedupeKey: `work.e2e:${crypto.randomUUID()}`,
        payload: new Uint8Array(1),
        state: "FAILED" as const,
        nextAt: new Date(),
        lastError: `${CAUSE}, ${index + 1}.`,
      })),
    }),
  );

/**
 * Five failed messages, five applications left to a person, five notes to look at again today and five businesses that were not
 * registered, all given to the EMPLOYEE. Returns how the page names them.
 */
const plantMixed = () =>
  inDatabase(async (tx) => {
    const { id: assignedToId } = await tx.admin.findFirstOrThrow({
      where: { fullName: "Erin Novak" },
      select: { id: true },
    });
    const now = new Date();
    const items: { kind: string; key: string }[] = [];
    for (let index = 0; index < EACH; index++) {
      const lastError = `${CAUSE}, mixed ${index + 1}.`;
      await tx.outboxMessage.create({
        data: {
          topic: "BACKFILL",
          dedupeKey: `work.e2e:${crypto.randomUUID()}`,
          payload: new Uint8Array(1),
          state: "FAILED",
          nextAt: now,
          lastError,
        },
      });
      items.push({
        kind: "FAILED_MESSAGE",
        key: `BACKFILL:${createHash("md5").update(lastError).digest("hex")}`,
      });
      const { id: userId, applications } = await tx.user.create({
        data: {
          firstname: `Nr. ${index + 1}`,
          lastname: "Mixed-Work",
          applications: {
            create: {
              stage: "underwriting",
              alloyStatus: "ManualReview",
              expiresAt: new Date(now.getTime() + 30 * 86_400_000),
            },
          },
        },
        select: { id: true, applications: { select: { id: true } } },
      });
      items.push({ kind: "MANUAL_REVIEW", key: String(applications[0]?.id) });
      const note = await tx.note.create({
        data: {
          userId,
          ownerId: assignedToId,
          note: CAUSE,
          followUpOn: new Date(newYorkDate(now)),
        },
        select: { id: true },
      });
      items.push({ kind: "DEADLINE", key: `FOLLOW_UP:${note.id}` });
      const who = { name: "Garage", person: "Ana Diaz", phone: "2125550144", email: "ana@example.com" };
      const where = { address: "41 Mott St", city: "New York", state: "NY", zipcode: "10013" };
      await tx.business.create({
        data: {
          userId,
          ...who,
          ...where,
          externalId: String(userId),
          businessId: `vendor-${userId}`,
          status: "error",
          error: CAUSE,
          batchId: crypto.randomUUID(),
          createdAt: now,
          updatedAt: now,
        },
      });
      items.push({ kind: "BUSINESS", key: String(userId) });
    }
    await tx.workItem.createMany({ data: items.map((item) => ({ ...item, assignedToId, updatedAt: now })) });
    return new Set(items.map(({ kind, key }) => `${kind}:${key}`));
  });

const leave = () =>
  inDatabase((tx) => tx.outboxMessage.deleteMany({ where: { dedupeKey: { startsWith: "work.e2e:" } } }));

const table = (page: Page) => page.getByRole("table", { name: "Today" });

test.afterAll(leave);

test("the keyboard alone opens what waits, one after the other, and ends twenty items of four kinds with a reason each @long", async ({
  signIn,
}) => {
  const mine = await plantMixed();
  const page = await signIn("EMPLOYEE");
  await test.step("g t opens it from anywhere", async () => {
    await page.goto("/admin/users");
    await leaveSearch(page);
    await pressSequence(page, "g", "t");
    await expect(page).toHaveURL("/admin/work");
    await expect(table(page)).toBeVisible();
  });
  await test.step("n opens the first; each that is done makes way for the next", async () => {
    await page.goto("/admin/work?view=mine");
    await expect(table(page)).toContainText(CAUSE);
    await page.keyboard.press("n");
    const reason = page.getByRole("textbox", { name: "What was done" });
    const kinds: string[] = [];
    const done = new Set<string>();
    while (done.size < mine.size) {
      await expect(reason).toBeVisible();
      const address = page.url();
      const item = new URL(address).searchParams.get("item") ?? "";
      if (!mine.has(item)) {
        // What was given to this admin by another test is left to it.
        await page.getByRole("button", { name: "Next item" }).press("Enter");
        await expect(page).not.toHaveURL(address);
        continue;
      }
      expect(done.has(item)).toBe(false);
      const button = page.getByRole("dialog").getByRole("button", { name: "Done" });
      await reason.focus();
      await page.keyboard.type("Looked into it.");
      // What a busy server asks to be pressed again is.
      const press = async () => {
        if (page.url() === address) await button.press("Enter");
        return page.url();
      };
      await expect.poll(press, { intervals: [5_000] }).not.toBe(address);
      done.add(item);
      kinds.push(item.slice(0, item.indexOf(":")));
    }
    expect(new Set(kinds).size).toBe(4);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(table(page)).not.toContainText(CAUSE);
  });
  await test.step("what was done stands among what is put off, with who did it", async () => {
    await page.getByRole("tab", { name: /^Snoozed or done/ }).click();
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
  await row(one).getByRole("button", { name: "Update not delivered" }).click();
  await expect(one.getByRole("dialog")).toContainText(`${CAUSE}, 7.`);
  await expectAccessible(one);
  await other.goto("/admin/work?kind=FAILED_MESSAGE");
  await expect(row(other)).toContainText("Erin Novak");
  await row(other).getByRole("button", { name: "Update not delivered" }).click();
  await expect(other.getByRole("dialog")).toContainText("is working on it.");
  await expectAccessible(other);
  await one.keyboard.press("Escape");
  await expect(one.getByRole("dialog")).toHaveCount(0);
  await other.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await row(other).getByRole("button", { name: "Update not delivered" }).click();
  await other.getByRole("tab", { name: "Snooze" }).last().click();
  await other.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await expectToast(other, "Snoozed.");
});
