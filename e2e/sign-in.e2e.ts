import type { Page } from "@playwright/test";
import { codeMailedBy } from "./support/sandbox.ts";
import { botCheckSolved, reachCodeStep, sendCredentials, signInWithCode } from "./support/sign-in.ts";
import { DOORKEEPER, surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const { email } = DOORKEEPER;

const code = (page: Page) => page.getByLabel("One-time code");
const resendButton = (page: Page) => page.getByRole("button", { name: "Resend", exact: true });
/** Moves the clock of the page second by second until a code can be sent again. */
const passResendWait = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(1_000);
    expect(await resendButton(page).isVisible()).toBe(true);
  }).toPass({ intervals: [10] });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test("the tick of the bot check is seen on its box, in light and dark @long", async ({ page }) => {
  await page.goto("/admin/login");
  await botCheckSolved(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /dark/ : /^(?!.*dark)/);
    const contrast = () =>
      page
        .locator("altcha-widget")
        .getByRole("checkbox")
        .evaluate((box) => {
          const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
          const luminance = (colour: string) => {
            if (pen === null) return Number.NaN;
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
            const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
              part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
            );
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          const tick = box.nextElementSibling ?? box;
          const both = [getComputedStyle(tick).stroke, getComputedStyle(box).backgroundColor].map(luminance);
          return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
        });
    await expect.poll(contrast, colorScheme).toBeGreaterThan(4.5);
  }
});

test("'E-mail and password form; after success a one-time-code entry step appears (the Sign in button hides)'; 'On success the admin goes to /admin/users.'", async ({
  page,
}) => {
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/admin\/login$/);
  await expect(page.getByRole("navigation")).toHaveCount(0); // 'chrome shows on every page except login'
  const mailed = await reachCodeStep(page, email);
  await expect(page.getByText("Otp has been sent, please verify")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Resend/ })).toBeVisible();
  await code(page).pressSequentially(mailed);
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expectToast(page, "You are successfully logged In!");
  await page.goto("/admin/login");
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("'You have provided an invalid credentials!' for a wrong password and an unknown e-mail alike @long", async ({
  page,
}) => {
  await page.goto("/admin/login");
  await sendCredentials(page, email, "not the password");
  await expect(page.getByRole("alert")).toContainText("You have provided an invalid credentials!");
  await expect(page.getByLabel("Password")).toBeFocused();
  await sendCredentials(page, "nobody@countinghouse.test");
  await expect(page.getByRole("alert")).toContainText("You have provided an invalid credentials!");
  await expect(code(page)).toBeHidden();
});

test("'You have provided an invalid credentials, please try again' for a wrong code; the right one still signs in @long", async ({
  page,
}) => {
  await page.goto("/admin/login");
  const mailed = await reachCodeStep(page, email);
  await code(page).fill(mailed === "000000" ? "111111" : "000000");
  await expect(page.getByText("You have provided an invalid credentials, please try again")).toBeVisible();
  await expect(code(page)).toBeFocused();
  await expect(code(page)).toHaveValue("");
  await code(page).fill(mailed);
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("'with a Resend link' 'OTP has been resent successfully!': only the newer code signs in @long", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/admin/login");
  const first = await reachCodeStep(page, email);
  const resend = resendButton(page);
  await passResendWait(page);
  await page.route("**/trpc/auth.resendCode**", (route) => route.abort(), { times: 1 });
  await resend.click();
  await expect(page.getByText("Unable to sent otp please try again!")).toBeVisible();

  await passResendWait(page);
  const second = await codeMailedBy(email, () => resend.click());
  await expect(page.getByText("OTP has been resent successfully!")).toBeVisible();
  await code(page).fill(first);
  await expect(page.getByText("You have provided an invalid credentials, please try again")).toBeVisible();
  await code(page).fill(second);
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("signing in leads back to the page that was asked for @long", async ({ page }) => {
  await page.goto("/admin/user-detail?id=10001");
  await expect(page).toHaveURL(/\/admin\/login\?next=/);
  const mailed = await reachCodeStep(page, email);
  await code(page).fill(mailed);
  await expect(page).toHaveURL(/\/admin\/user-detail\?id=10001$/);
});

test("the keyboard alone signs in, and that leads to no other site @long", async ({ page, baseURL }) => {
  await page.goto(`/admin/login?next=${encodeURIComponent("https://example.com/admin/users")}`);
  await botCheckSolved(page);
  await page.getByLabel("Email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(surrounding("E2E_PASSWORD"));
  const mailed = await codeMailedBy(email, async () => {
    await page.keyboard.press("Enter");
    await expect(code(page)).toBeFocused();
  });
  await page.keyboard.type(mailed);
  await expect(page).toHaveURL(`${baseURL}/admin/users`);
});

test("'A stored token that does not decode to an admin is removed and the visitor goes to login.' @long", async ({
  page,
}) => {
  await page.goto("/admin/login");
  await page.evaluate(() => localStorage.setItem("token", "garbage"));
  await page.goto("/admin/users");
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await storedKeys(page)).not.toContain("token");
});

test("'A 401 on loading the detail shows 'Unauthorized User' and logs out.' @long", async ({
  page,
  context,
}) => {
  await signInWithCode(page, email);
  await context.clearCookies();
  await page.evaluate(() => localStorage.setItem("token", `${localStorage.getItem("token")}x`));
  await page.goto("/admin/user-detail?id=10001");
  await expectToast(page, "Unauthorized User");
  await expect(page).toHaveURL(/\/admin\/login/);
  expect(await storedKeys(page)).not.toContain("token");
});

test("'Logout shows 'You are successfully logged out!', clears local storage except one kept key, and goes to login.' @long", async ({
  page,
}) => {
  await signInWithCode(page, email);
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.evaluate(() => localStorage.setItem("left-over", "1"));
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: "Logout" }).click();
  await expectToast(page, "You are successfully logged out!");
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await storedKeys(page)).toEqual(["preferences"]);
  const answer = await page.request.post("/trpc/admins.me", {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    data: {},
  });
  expect(answer.status()).toBe(401);
});

test("axe finds nothing wrong with either step @long", async ({ page }) => {
  await page.goto("/admin/login");
  await botCheckSolved(page);
  await expectAccessible(page);
  await reachCodeStep(page, email);
  await expectAccessible(page);
});
