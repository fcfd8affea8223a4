import type { Locator, Page } from "@playwright/test";

/** Opens the menu of a row, by the keyboard, and returns the action with this name. */
export async function openRowMenu(row: Locator, name: string): Promise<Locator> {
  await row.getByRole("button", { name: /^Actions of/ }).press("Enter");
  return row.page().getByRole("menu").getByRole("menuitem", { name, exact: true });
}

/** Chooses an action in the menu of a row. */
export const chooseRowAction = async (row: Locator, name: string): Promise<void> =>
  (await openRowMenu(row, name)).click();

/** Closes the menu that is open. */
export const closeMenu = (page: Page): Promise<void> => page.keyboard.press("Escape");
