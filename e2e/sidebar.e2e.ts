import { expect, test } from "./support/test.ts";

test("the sidebar fits a window of 800 pixels with the largest group open @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/admin/chargebacks");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link", { name: "Chargebacks: Processed" })).toBeVisible();
  await expect(main.getByRole("link", { name: "Settings" })).toBeVisible();
  expect(await main.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBeLessThanOrEqual(0);
});

test("'The sidebar collapses to icons or short codes', and stays so @long", async ({ signIn }) => {
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
