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

test("the keyboard alone does twenty items of four types, each with three keys and a note @long", async ({
  signIn,
}) => {
  const mine = await plantMixed();
  const page = await signIn("EMPLOYEE");
  await test.step("g t opens Today from anywhere", async () => {
    await page.goto("/admin/users");
    await leaveSearch(page);
    await pressSequence(page, "g", "t");
    await expect(page).toHaveURL("/admin/work");
    await expect(table(page)).toBeVisible();
  });
  await test.step("n opens the first item; e, a note and Ctrl+Enter do it and open the next one", async () => {
    await page.goto("/admin/work?view=mine");
    await expect(table(page)).toContainText(CAUSE);
    await expect(table(page).getByRole("rowheader", { name: /^Business not registered · / })).toBeVisible();
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
    };
    await press("n");
    const dialog = page.getByRole("dialog");
    const reason = dialog.getByRole("textbox", { name: "What was done" });
    const kinds: string[] = [];
    const done = new Set<string>();
    while (done.size < mine.size) {
      await expect(reason).toBeVisible();
      await expect(dialog.getByText(/^Reserved for you until/)).toBeVisible();
      const address = page.url();
      const item = new URL(address).searchParams.get("item") ?? "";
      const before = keys;
      if (!mine.has(item)) {
        // Items that another test assigned to this admin are left to it.
        await page.keyboard.press("n");
        await expect(page).not.toHaveURL(address);
        continue;
      }
      expect(done.has(item)).toBe(false);
      await press("e");
      await expect(reason).toBeFocused();
      await page.keyboard.type("Looked into it.");
      await press("ControlOrMeta+Enter");
      await expect(page).not.toHaveURL(address);
      expect(keys - before).toBeLessThanOrEqual(3);
      done.add(item);
      kinds.push(item.slice(0, item.indexOf(":")));
    }
    expect(new Set(kinds).size).toBe(4);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(table(page)).not.toContainText(CAUSE);
  });
  await test.step("Done lists them with the admin and the note", async () => {
    await page.getByRole("tab", { name: /^Done/ }).click();
    await expect(table(page)).toContainText(CAUSE);
    await expect(table(page)).toContainText("Looked into it.");
    await expect(table(page)).toContainText("Erin Novak");
  });
});

test("an item that one admin has open names this admin to the others", async ({ signIn }) => {
  await plant();
  const [one, other] = [await signIn("EMPLOYEE"), await signIn("ADMIN")];
  const text = `${CAUSE}, 7.`;
  const row = (page: Page) => table(page).getByRole("row").filter({ hasText: text });
  const open = (page: Page) => row(page).getByRole("link", { name: text }).click();
  await one.goto("/admin/work?kind=FAILED_MESSAGE");
  await open(one);
  await expect(one.getByRole("dialog")).toContainText(text);
  await expectAccessible(one);
  await other.goto("/admin/work?kind=FAILED_MESSAGE");
  await expect(row(other)).toContainText("Erin Novak has it open until");
  await open(other);
  await expect(other.getByRole("dialog")).toContainText("is working on it.");
  await expectAccessible(other);
  await one.keyboard.press("Escape");
  await expect(one.getByRole("dialog")).toHaveCount(0);
  await other.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await open(other);
  await other.getByRole("tab", { name: "Snooze" }).last().click();
  await other.getByRole("dialog").getByRole("button", { name: "Snooze" }).click();
  await expectToast(other, /Snoozed until \d/);
});

test("ticked items are snoozed together, and the keys are listed", async ({ signIn }) => {
  await plant();
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/work?kind=FAILED_MESSAGE");
  await expect(table(page)).toContainText(`${CAUSE}, 9.`);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  for (const label of ["Next row", "Open the row", "Select the row", "Done", "Snooze", "Assign"])
    await expect(sheet.getByRole("listitem").filter({ hasText: new RegExp(`^${label}`) })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  for (const end of [8, 9]) {
    await table(page)
      .getByRole("row")
      .filter({ hasText: `${CAUSE}, ${end}.` })
      .getByRole("checkbox")
      .click();
  }
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Snooze: 2 items" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Snooze: 2 items" }).click();
  await expectToast(page, /2 items snoozed until \d/);
  await expect(table(page)).not.toContainText(`${CAUSE}, 9.`);
});
