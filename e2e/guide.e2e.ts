import { expectAsPictured } from "./guide/as-pictured.ts";
import { PLANTED } from "./guide/planted.ts";
import { SCREENS } from "./guide/screens.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

const employee = pageThroughout("EMPLOYEE");
const superadmin = pageThroughout("SUPERADMIN");

test("the question mark opens the chapter about the page, with its pictures, from our own server alone @long", async () => {
  const page = employee();
  await follow(page, "/admin/payment-schedules");
  await expect(page.getByRole("heading", { level: 1, name: "Payment Schedules" })).toBeVisible();
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: /^Guide to this page/ }).click();
  const guide = await opening;
  await guide.waitForLoadState();
  const asked: string[] = [];
  guide.on("request", (request) => asked.push(new URL(request.url()).origin));
  await guide.reload();
  await expect(guide.getByRole("heading", { level: 1, name: "Payment Schedules" })).toBeVisible();
  const picture = guide.getByRole("img", { name: "Payment Schedules" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect([...new Set(asked)]).toEqual([new URL(guide.url()).origin]);
  await expectAccessible(guide);
  await guide.close();
});

test("a part of a chapter that the palette found stands at the top of the window @long", async () => {
  const page = employee();
  await follow(page, "/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("what a return code stops");
  await page.getByRole("option", { name: /^What a return code stops/ }).click();
  await expect(page).toHaveURL(/\/admin\/guide\/chargebacks#what-a-return-code-stops$/);
  await expect(page.getByRole("heading", { level: 2, name: "What a return code stops" })).toBeInViewport();
});

test("each screen calls its parts as on its picture @long", async ({ page: stranger }) => {
  for (const screen of SCREENS.filter(({ name }) => PLANTED[name] === undefined)) {
    const pages = { nobody: stranger, SUPERADMIN: superadmin(), EMPLOYEE: employee() };
    await expectAsPictured(screen, pages[screen.visitor ?? "EMPLOYEE"]);
  }
});
