import { expect, tabTo, test } from "./support/test.ts";

test("the keyboard alone narrows a list, keeps it as a view, exports it, and lets go of the view again @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/users");
  await expect(page.getByText(/ loaded of /)).toBeVisible();

  await test.step("A filter opens at its first choice, and gives the focus back", async () => {
    await tabTo(page.getByRole("button", { name: "Balance", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Any" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio").nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[?&]balance=/);
    await expect(page.getByRole("button", { name: /^Balance: / })).toBeFocused();
  });

  const name = `By hand ${Date.now()}`;
  await test.step("What is shown is kept under a name", async () => {
    await tabTo(page.getByRole("button", { name: "View: All" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "All", exact: true })).toBeFocused();
    await page.keyboard.type("Save");
    await expect(page.getByRole("menuitem", { name: "Save as a view…" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/[?&]view=/);
    await expect(page.getByRole("button", { name })).toBeFocused();
  });

  await test.step("An export is read and made", async () => {
    await tabTo(page.getByRole("button", { name: "Export CSV" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Export" });
    await expect(dialog.getByRole("radio", { name: "all events that match the filters" })).toBeFocused();
    await tabTo(dialog.getByRole("button", { name: "Save as CSV" }));
    const saving = page.waitForEvent("download");
    await page.keyboard.press("Enter");
    expect((await saving).suggestedFilename()).toBe("users.csv");
    await expect(page.getByRole("button", { name: "Export CSV" })).toBeFocused();
  });

  await test.step("The view is deleted", async () => {
    await tabTo(page.getByRole("button", { name }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "All", exact: true })).toBeFocused();
    await page.keyboard.type("Delete");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "View: All" })).toBeFocused();
    await expect(page).not.toHaveURL(/[?&]view=/);
  });
});
