import { expect, type Locator } from "@playwright/test";

/**
 * Chooses an option of a list. A list takes no choice in the instant it opens, so that the press that opened it chooses
 * nothing: then it is pressed once more.
 */
export async function chooseOption(list: Locator, option: string): Promise<void> {
  const wanted = list.page().getByRole("option", { name: option, exact: true });
  await expect(async () => {
    if (!(await wanted.isVisible())) await list.click();
    await wanted.click({ timeout: 1_000 });
    await expect(list).toHaveText(option, { timeout: 500 });
  }).toPass();
}
