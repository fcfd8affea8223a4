import type { Page } from "@playwright/test";
import { codeMailedBy } from "./sandbox.ts";
import { surrounding } from "./surroundings.ts";

/** Fills in the first step and sends it, once the page has solved the check that it is no robot. */
export async function sendCredentials(page: Page, email: string, password = surrounding("E2E_PASSWORD")) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await botCheckSolved(page);
  await page.getByRole("button", { name: "Sign in" }).click();
}

// Waited for, not expected: who signs in before the tests has the expectations of no configuration, which end after 5 s.
export const botCheckSolved = (page: Page) =>
  page.locator("altcha-widget").getByRole("checkbox", { checked: true }).waitFor();

/** The first step, up to the code that arrives in the mailbox. */
export const reachCodeStep = (page: Page, email: string): Promise<string> =>
  codeMailedBy(email, async () => {
    await sendCredentials(page, email);
    await page.getByLabel("One-time code").waitFor();
  });

/** Signs in as a person does: e-mail, password, and the code from the mailbox. */
export async function signInWithCode(page: Page, email: string): Promise<void> {
  await page.goto("/admin/login");
  const code = await reachCodeStep(page, email);
  await page.getByLabel("One-time code").fill(code);
  await page.waitForURL(/\/admin\/users$/);
}
