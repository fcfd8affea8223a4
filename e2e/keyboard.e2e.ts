import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectToast, test } from "./support/test.ts";

/** The note is theirs; nobody else looks at their notes. */
const { longNames } = FIXTURES;

const MOST_PRESSES = 60;

/** Goes on by Tab, or back with Shift, until the focus is there. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < MOST_PRESSES; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test("the keyboard alone finds a customer, writes a note, and is asked before a ban, from which it comes back to the switch @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type(String(longNames.id));
  await page
    .getByRole("option", { name: new RegExp(String(longNames.id)) })
    .first()
    .waitFor();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${longNames.id}`));
  await expect(page.getByRole("region", { name: "General" })).toHaveAttribute("data-state", "ready");

  await page.keyboard.press("n");
  const note = page.getByRole("dialog", { name: "Create New Note" });
  await expect(note.getByLabel("Note")).toBeFocused();
  await page.keyboard.type("Written without a mouse.");
  await tabTo(page, note.getByRole("button", { name: "Create note" }));
  await page.keyboard.press("Enter");
  await expect(note).toBeHidden();

  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Do Not Fund");
  await page.getByRole("option", { name: "Go to Do Not Fund" }).waitFor();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: "Do Not Fund", exact: true })).toBeFocused();
  const ban = page.getByRole("region", { name: "Do Not Fund", exact: true }).getByRole("switch");
  await expect(ban).not.toHaveAttribute("aria-disabled");
  await tabTo(page, ban);
  await page.keyboard.press("Space");
  const question = page.getByRole("dialog", { name: new RegExp(`^Ban .* #${longNames.id}\\?$`) });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(ban).toBeFocused();
  await expect(ban).not.toBeChecked();
});

test("the keyboard alone narrows the users list, saves it as a view, saves it as a file, and deletes the view @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  await tabTo(page, page.getByRole("button", { name: "Stage", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByRole("menuitemradio").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/[?&]stage=/);

  const views = page.getByRole("button", { name: /^View/ });
  await tabTo(page, views);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Save as a view…" }).waitFor();
  await page.keyboard.type("Save as");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Save as a view" });
  await expect(form.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Kept by keys");
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(page).toHaveURL(/[?&]view=/);

  await tabTo(page, page.getByRole("button", { name: "Export CSV" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  const saving = page.waitForEvent("download");
  await tabTo(
    page,
    page.getByRole("dialog", { name: "Export" }).getByRole("button", { name: "Save as CSV" }),
  );
  await page.keyboard.press("Enter");
  expect((await saving).suggestedFilename()).toBe("users.csv");

  await tabTo(page, views);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Delete “Kept by keys”" }).waitFor();
  await page.keyboard.type("Delete");
  await page.keyboard.press("Enter");
  await expectToast(page, "“Kept by keys” is deleted.");
});
