import type { Locator, Page } from "@playwright/test";
import { bringIntoSight } from "./test.ts";

export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens the page of a customer. */
export const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/user-detail?id=${id}`);

/** The section of that name, brought into sight. */
export async function section(page: Page, name: string): Promise<Locator> {
  const found = region(page, name);
  await bringIntoSight(found);
  return found;
}
