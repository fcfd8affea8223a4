import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { codeMailedBy } from "./support/sandbox.ts";
import { signInWithCode } from "./support/sign-in.ts";
import { SLEEPER, surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const { email } = SLEEPER;

test("after an hour without a key the session ends, warned two minutes before; signed in again over the page, the form is as it was @long", async ({
  page,
}) => {
  await page.clock.install();
  await signInWithCode(page, email);
  await page.goto(`/admin/user-detail?id=${FIXTURES.fundedUser.id}`);
  await page
    .getByRole("region", { name: "Manual Payment", exact: true })
    .getByRole("button", { name: "Manual Payment", exact: true })
    .click();
  const drawer = page.getByRole("dialog", { name: "Performing Manual Payment" });
  await drawer.getByLabel("Transaction Amount").fill("12.50");
  await drawer.getByLabel("Description").fill("cash in an envelope");

  await page.clock.runFor("58:30");
  const warning = page.getByRole("alertdialog", { name: "Are you still there?" });
  await expect(warning).toContainText(/You will be signed out in 1:\d\d\./);
  await expect(warning.getByRole("button", { name: "Stay signed in" })).toBeFocused();
  await expectAccessible(warning);
  await warning.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();

  await page.clock.runFor("58:30");
  await expect(warning).toBeVisible();
  await page.clock.runFor("02:00");
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await expectAccessible(again);
  await again.getByLabel("Email").fill(email);
  await again.getByLabel("Password").fill(surrounding("E2E_PASSWORD"));
  await expect(again.locator("altcha-widget").getByRole("checkbox")).toBeChecked();
  const code = await codeMailedBy(email, async () => {
    await again.getByRole("button", { name: "Sign in" }).click();
    await expect(again.getByLabel("One-time code")).toBeVisible();
  });
  await again.getByLabel("One-time code").fill(code);
  await expect(again).toBeHidden();
  await expect(drawer.getByLabel("Transaction Amount")).toHaveValue("12.50");
  await expect(drawer.getByLabel("Description")).toHaveValue("cash in an envelope");
});
