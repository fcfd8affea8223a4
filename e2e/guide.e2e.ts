import type { Page } from "@playwright/test";
import { outdated, pictured, readLabels } from "./guide/labels.ts";
import { SCREENS } from "./guide/screens.ts";
import { expect, expectAccessible, follow, pageThroughout, test } from "./support/test.ts";

const employee = pageThroughout("EMPLOYEE");
const superadmin = pageThroughout("SUPERADMIN");

test("the question mark opens the chapter about the page, with its pictures, from our own server alone", async () => {
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

test("a part of a chapter that the palette found stands at the top of the window", async () => {
  const page = employee();
  await follow(page, "/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("what a return code stops");
  await page.getByRole("option", { name: /^What a return code stops/ }).click();
  await expect(page).toHaveURL(/\/admin\/guide\/chargebacks#what-a-return-code-stops$/);
  await expect(page.getByRole("heading", { level: 2, name: "What a return code stops" })).toBeInViewport();
});

/** What is listed there other tests see to meanwhile: `npm run guide -- --check` looks at it. */
const SEEN_TO_BY_OTHERS: readonly string[] = ["funding-reconciliation", "ledger-write-failures"];

test("each screen calls its parts as on its picture @long", async ({ page: stranger }) => {
  const labels = pictured();
  for (const screen of SCREENS.filter(({ name }) => !SEEN_TO_BY_OTHERS.includes(name))) {
    const page = { nobody: () => stranger, SUPERADMIN: superadmin, EMPLOYEE: employee }[
      screen.visitor ?? "EMPLOYEE"
    ]();
    await goTo(page, screen.path, screen.visitor === "nobody");
    await screen.prepare?.(page);
    const before = labels[screen.name];
    if (!before) throw new Error(`${screen.name} has no picture: npm run guide takes it.`);
    await expect
      .poll(async () => outdated(before, await readLabels(page)), {
        message: `${screen.name}: npm run guide takes its picture anew; look at its chapter as well`,
      })
      .toEqual([]);
    while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
  }
});

async function goTo(page: Page, path: string, isStranger: boolean): Promise<void> {
  if (isStranger) await page.goto(path);
  else await follow(page, path);
  await expect(page.locator("h1")).toBeVisible();
}
