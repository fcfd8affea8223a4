import { expect, type Page } from "@playwright/test";

/** Opens the form of this customer, and waits until it is there. */
export async function openEditForm(page: Page, { id }: { id: number }): Promise<void> {
  await page.goto(`/admin/edit-user?id=${id}`);
  await expect(page.getByLabel("Email")).toBeVisible();
}

export const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
export const value = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const recalculation = (page: Page) => page.getByRole("region", { name: "Recalculation" });
