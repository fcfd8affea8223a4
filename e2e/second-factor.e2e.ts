import type { Page } from "@playwright/test";
import { appCode, stepAt } from "../packages/api/src/factors/app-codes.ts";
import { sendCredentials, signInWithCode } from "./support/sign-in.ts";
import { KEYHOLDER, surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { email } = KEYHOLDER;

/** An authenticator of the browser's own, as a laptop has it, whose owner is there. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page): Promise<void> {
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/admin\/login$/);
  await sendCredentials(page, email);
}

test("an admin adds a passkey and an authenticator app, and signs in by either and by a recovery code, without a mail @long", async ({
  page,
}) => {
  await plugInAuthenticator(page);
  await signInWithCode(page, email);
  await page.goto("/admin/profile");
  const section = page.getByRole("region", { name: /^Second factor/ });

  await section.getByRole("button", { name: "Add a passkey" }).click();
  const passkey = page.getByRole("dialog", { name: "Add a passkey" });
  await passkey.getByLabel("Name").fill("Laptop");
  await passkey.getByLabel("Your password").fill(surrounding("E2E_PASSWORD"));
  await expectAccessible(passkey);
  await passkey.getByRole("button", { name: "Create passkey" }).click();
  const codes = page.getByRole("dialog", { name: "Recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await expectAccessible(codes);
  await codes.getByRole("button", { name: "I have stored them" }).click();

  await section.getByRole("button", { name: "Add an authenticator app" }).click();
  const app = page.getByRole("dialog", { name: "Add an authenticator app" });
  await app.getByLabel("Your password").fill(surrounding("E2E_PASSWORD"));
  await app.getByRole("button", { name: "Continue" }).click();
  const key = (await app.locator("[data-slot=app-key]").textContent())?.replaceAll(" ", "") ?? "";
  const codeOfStep = (ahead: number) => appCode(key, stepAt(new Date()) + ahead);
  await expectAccessible(app);
  await app.getByLabel("Name").fill("Phone");
  await app.getByRole("textbox", { name: "Code" }).fill(codeOfStep(0));
  await app.getByRole("button", { name: "Add", exact: true }).click();
  await expect(section.getByText("Phone")).toBeVisible();
  await expect(section.getByText("Laptop")).toBeVisible();
  await expectAccessible(page);

  await enterPassword(page);
  await expect(page.getByLabel("One-time code")).toBeHidden();
  const byPasskey = page.getByRole("button", { name: "Sign in with your passkey" });
  await expect(byPasskey).toBeVisible();
  await expectAccessible(page);
  await byPasskey.click();
  await expect(page).toHaveURL(/\/admin\/users$/);

  await enterPassword(page);
  await page.getByRole("button", { name: "Use an authenticator app" }).click();
  // The one of these 30 seconds was taken as the app was added.
  await page.getByLabel("One-time code").fill(codeOfStep(1));
  await expect(page).toHaveURL(/\/admin\/users$/);

  await enterPassword(page);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByLabel("Recovery code").fill(recoveryCode);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expectToast(page, "You are successfully logged In!");
  await page.goto("/admin/profile");
  await expect(section.getByText("9 left")).toBeVisible();
});
