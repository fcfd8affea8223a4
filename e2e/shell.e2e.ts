import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;
const FULL_NAME = `${fundedUser.firstname} ${fundedUser.lastname}`;

test("the palette finds a customer by name and by id", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
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

test("the palette goes to pages and runs the page's actions", async ({ signIn }) => {
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

test("'The sidebar collapses to icons or short codes', and stays so", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  const sidebar = page.getByRole("complementary");
  const wide = (await sidebar.boundingBox())?.width ?? 0;
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(wide / 2);
  await page.reload();
  await expect(page.getByRole("link", { name: "Users" })).toBeVisible();
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeLessThan(wide / 2);
});

test("'on sub-pages shows only a Back button'", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  const entries = page.getByRole("navigation", { name: "Main" });
  await expect(entries.getByRole("link")).toHaveCount(1);
  await expect(entries.getByText("Logout")).toHaveCount(0);
  await entries.getByRole("link", { name: /Back/ }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
  await expect(entries.getByText("Logout")).toBeVisible();
});

test("'An unknown param shows a fallback page.' It leads to the users", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/no-such-page");
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Users" }).click();
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("the bare addresses lead to the users list", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  for (const address of ["/", "/admin"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/admin\/users$/);
  }
});

test("a chosen theme wins over the system's and stays after a reload", async ({ signIn }) => {
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

test("the keyboard alone opens the shortcuts and the users list", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto(`/admin/user-detail?id=${fundedUser.id}`);
  await page.getByRole("heading", { level: 1, name: FULL_NAME }).waitFor();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("u");
  await expect(page).toHaveURL(/\/admin\/users$/);
});

test("the clock shows New York's time wherever the browser is", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  const newYork = () =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: "America/New_York",
      timeStyle: "short",
      hourCycle: "h23",
    }).format();
  await expect
    .poll(async () => (await page.getByRole("time").textContent())?.startsWith(newYork()))
    .toBe(true);
});

test("axe finds nothing wrong with the palette and the menus", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await page.getByText("15 loaded of").waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("option").first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: /Victor Osei/ }).click();
  await page.getByRole("menuitem", { name: "Logout" }).waitFor();
  await expectAccessible(page);
});
