import { expect, type Page } from "@playwright/test";
import { codeMailedBy } from "./sandbox.ts";
import { surrounding } from "./surroundings.ts";

/** Fills in the first step and sends it, once the page has solved the check that it is no robot. */
export async function sendCredentials(page: Page, email: string, password = surrounding("E2E_PASSWORD")) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await botCheckSolved(page);
  await page.getByRole("button", { name: "Sign in" }).click();
}

export const botCheckSolved = (page: Page) =>
  expect(page.locator("altcha-widget").getByRole("checkbox")).toBeChecked();

/** The first step, up to the code that arrives in the mailbox. */
export const reachCodeStep = (page: Page, email: string): Promise<string> =>
  codeMailedBy(email, async () => {
    await sendCredentials(page, email);
    await expect(page.getByLabel("One-time code")).toBeVisible();
  });

/** Signs in as a person does: e-mail, password, and the code from the mailbox. */
export async function signInWithCode(page: Page, email: string): Promise<void> {
  await page.goto("/admin/login");
  const code = await reachCodeStep(page, email);
  await page.getByLabel("One-time code").fill(code);
  await expect(page).toHaveURL(/\/admin\/users$/);
}
