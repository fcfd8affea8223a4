import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import {
  expect,
  expectAccessible,
  follow,
  openGroup,
  pageThroughout,
  pressSequence,
  test,
} from "./support/test.ts";

const { fundedUser } = FIXTURES;

declare global {
  interface Window {
    /** How often code could not be fetched. */
    missed?: number;
  }
}

/** On it nothing is changed that stays. */
const viewer = pageThroughout("VIEWER");

const BACK = {
  "add-manually": "primary-account",
  "edit-user": "user-detail",
  "user-detail": "users",
  "primary-account": "user-detail",
  "user-graph": "user-detail",
  payment: "user-detail",
  applications: "user-detail",
};
const PARAMS_WITH_ID = [...Object.keys(BACK), "application-detail"];
const FULL_NAME = `${fundedUser.firstname} ${fundedUser.lastname}`;

test("the palette finds a customer by name and by id @long", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await page.getByRole("heading", { name: "Users" }).waitFor();
  const palette = page.getByRole("combobox", { name: "Search or jump to…" });
  await page.keyboard.press("ControlOrMeta+k");
  await palette.fill(FULL_NAME);
  await page.getByRole("option", { name: new RegExp(FULL_NAME) }).click();
  await expect(page.getByRole("heading", { level: 1, name: FULL_NAME })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await palette.fill(String(FIXTURES.declined.id));
  await page.getByRole("option", { name: `Open customer ${FIXTURES.declined.id}` }).click();
  await expect(page).toHaveURL(new RegExp(`id=${FIXTURES.declined.id}$`));
});

test("the palette goes to pages and runs the page's actions @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  await page.getByRole("heading", { level: 1, name: FULL_NAME }).waitFor();
  const palette = page.getByRole("combobox", { name: "Search or jump to…" });
  await page.keyboard.press("ControlOrMeta+k");
  await palette.fill("create note");
  await palette.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create New Note" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("ControlOrMeta+k");
  await palette.fill("users");
  await page.getByRole("option", { name: "Users", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("no page of the sidebar runs out of the window, however wide that is @long", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  for (const group of ["Payments", "Payments V2", "Collections", "Reports"]) await openGroup(page, group);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(addresses).toContain("/admin/payment-schedules");
  const tooWide = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  /** How far the breadcrumb reaches under what stands beside it, in pixels. */
  const hidden = () =>
    page
      .getByRole("navigation", { name: "Breadcrumb" })
      .evaluate(
        (nav) =>
          Math.max(...[...nav.querySelectorAll("*")].map((each) => each.getBoundingClientRect().right)) -
          nav.getBoundingClientRect().right,
      );
  const title = page.getByRole("main").getByRole("heading", { level: 1 });
  let before = "";
  for (const address of addresses) {
    await follow(page, address);
    await expect(title).not.toHaveText(before);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    before = (await title.textContent()) ?? "";
    for (const width of [320, 390, 768, 1024, 1280, 1536, 1900]) {
      await page.setViewportSize({ width, height: 900 });
      // Pictures are drawn anew once they know their width.
      await expect.poll(tooWide, `${address} at ${width}`).toBeLessThanOrEqual(0);
      expect(await hidden(), `the breadcrumb of ${address} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("on a telephone the menu leads to every page, and on a sub-page as well @long", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.getByRole("complementary")).toBeHidden();
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expectAccessible(menu);
  await menu.getByRole("link", { name: "Payment Schedules" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Payment Schedules" })).toBeVisible();
  await expect(menu).toBeHidden();
  await follow(page, `/admin/payment?id=${fundedUser.id}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Users", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("the sidebar is one stop of the Tab key, the arrows lead through it, and where one is stays in sight @long", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await page.setViewportSize({ width: 1440, height: 500 });
  const main = page.getByRole("navigation", { name: "Main" });
  const users = main.getByRole("link", { name: "Users", exact: true });
  // A page that has come takes the focus.
  const arrived = page.locator("main :focus");
  await expect(arrived).toHaveCount(1);
  await expect(main.locator("a:not([tabindex='-1']), button:not([tabindex='-1'])")).toHaveCount(1);
  await users.focus();
  await page.keyboard.press("End");
  await expect(main.getByRole("button", { name: "Logout" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  const last = main.getByRole("link").last();
  await expect(last).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(last).toHaveAttribute("aria-current", "page");
  await expect(arrived).toHaveCount(1);
  await last.focus();
  await page.keyboard.press("Home");
  await expect(users).toBeFocused();
  await follow(page, "/admin/users");
  await follow(page, (await last.getAttribute("href")) ?? "");
  await expect(last).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("admin page routing: pages that need id, where Back goes, the unknown param, the bare addresses @long", async () => {
  const page = viewer();
  const main = page.getByRole("navigation", { name: "Main" });
  const back = main.getByRole("link");

  await test.step("'an admin-details call is made on load'", async () => {
    const details = page.waitForRequest((request) => request.url().includes("admins.me"));
    await page.goto("/");
    await details;
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(main.getByText("Logout")).toBeVisible();
  });
  await test.step("'Pages that need id' say so, and 'on sub-pages shows only a Back button'", async () => {
    for (const param of PARAMS_WITH_ID) {
      await follow(page, `/admin/${param}`);
      await expect(page.getByRole("main")).toContainText(/This address has no (customer|application) id\./);
      await expect(back).toHaveCount(1);
      await expect(main.getByText("Logout")).toHaveCount(0);
    }
  });
  await test.step("'Back goes: add-manually to primary-account; edit-user to user-detail; user-detail to users; primary-account, user-graph and payment to user-detail'", async () => {
    for (const [param, to] of Object.entries(BACK)) {
      await follow(page, `/admin/${param}?id=${fundedUser.id}`);
      const address = to === "users" ? "/admin/users" : `/admin/${to}?id=${fundedUser.id}`;
      await expect(back).toHaveAttribute("href", address);
    }
    await follow(page, `/admin/user-detail?id=${fundedUser.id}`);
    await back.click();
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(main.getByText("Logout")).toBeVisible();
  });
  await test.step("'An unknown param shows a fallback page.' It leads to the users", async () => {
    await page.goto("/admin/no-such-page");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(main.getByText("Logout")).toBeVisible();
    await page.getByRole("link", { name: "Go to Users" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
    await follow(page, "/admin/USERS");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await follow(page, "/admin");
    await expect(page).toHaveURL(/\/admin\/users$/);
  });
});

test("code that is gone after a new build: the page reloads once, and never while something is unsaved @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  let loads = 0;
  page.on("load", () => loads++);
  // The palette is fetched soon after the page: gone before something is entered, the page would reload at once.
  const entered = Promise.withResolvers<void>();
  await page.route(/\/assets\/(applications-page|command-palette)/, async (route) => {
    await entered.promise;
    await route.fulfill({ status: 404 });
  });
  await page.addInitScript(() => {
    window.missed = 0;
    window.addEventListener("vite:preloadError", () => {
      window.missed = (window.missed ?? 0) + 1;
    });
  });
  await page.goto(`/admin/edit-user?id=${fundedUser.id}`);
  await page.getByLabel("City").fill("Elsewhere");
  entered.resolve();
  await page.keyboard.press("Control+k");
  await expect(page.getByText(/Save your work, then reload.$/)).toBeVisible();
  await expect(page.getByLabel("City")).toHaveValue("Elsewhere");
  // By the key, and by the page itself two seconds after it came: a miss after Discard would reload the page at once.
  await expect.poll(() => page.evaluate(() => window.missed)).toBe(2);
  expect(loads).toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "App History" }).click();
  await expect.poll(() => loads).toBe(2);
  const failed = page
    .getByRole("alert")
    .filter({ hasText: "This could not be loaded. A newer version may be available." });
  await expect(failed).toBeVisible();
  expect(loads).toBe(2);
  await page.unrouteAll();
  await failed.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("row").nth(1).getByRole("link")).toBeVisible();
  expect(loads).toBe(3);
});

test("a chosen theme wins over the system's and stays after a reload @long", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/admin/users");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  const light = await ground();
  await page.getByRole("button", { name: /Victor Osei/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect.poll(ground).not.toBe(light);
  await page.reload();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("the keyboard alone opens the shortcuts and the users list", async () => {
  const page = viewer();
  await follow(page, `/admin/user-detail?id=${fundedUser.id}`);
  await page.getByRole("heading", { level: 1, name: FULL_NAME }).waitFor();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await pressSequence(page, "g", "u");
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("the clock shows New York's time wherever the browser is", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  const newYork = () =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      timeStyle: "short",
      hourCycle: "h23",
    }).format();
  await expect
    .poll(async () => (await page.getByRole("banner").getByRole("time").textContent())?.startsWith(newYork()))
    .toBe(true);
});

test("axe finds nothing wrong with the palette and the menus @long", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await page.getByText("15 loaded of").waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: /Victor Osei/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  await expectAccessible(page.getByRole("menu"));
});
