import type { Page } from "@playwright/test";
import { paymentRow } from "../packages/api/src/testing/ledger-writes.ts";
import { outdated, pictured, readLabels } from "./guide/labels.ts";
import { SCREENS, type Screen } from "./guide/screens.ts";
import { failLedgerWrites } from "./support/ledger-writes.ts";
import { plantFundings } from "./support/reconciliation.ts";
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

/** What is listed there other tests see to as well: it is planted anew, while none of them runs. */
const PLANTED: Readonly<Record<string, () => Promise<{ query: string }>>> = {
  "funding-reconciliation": async () => {
    const { day } = await plantFundings([() => [], (row) => [row, row]]);
    return { query: `?startDate=${day}&endDate=${day}` };
  },
  "ledger-write-failures": async () => {
    // Of a single one nothing selects all.
    await failLedgerWrites(["Ann", "Ben"].map((name) => ({ sheet: "Payments", rows: [paymentRow(name)] })));
    return { query: "" };
  },
};

test("each screen calls its parts as on its picture @long", async ({ page: stranger }) => {
  for (const screen of SCREENS.filter(({ name }) => PLANTED[name] === undefined))
    await expectAsPictured(screen, stranger);
});

test.describe("while no other test runs", () => {
  test.use({ alone: true });

  test("the screens whose lists other tests see to call their parts as on their pictures @long", async ({
    page: stranger,
  }) => {
    for (const [name, plant] of Object.entries(PLANTED)) {
      const screen = SCREENS.find((each) => each.name === name);
      if (!screen) throw new Error(`There is no screen ${name}.`);
      await expectAsPictured({ ...screen, path: screen.path + (await plant()).query }, stranger);
    }
  });
});

async function expectAsPictured(screen: Screen, stranger: Page): Promise<void> {
  const page = { nobody: () => stranger, SUPERADMIN: superadmin, EMPLOYEE: employee }[
    screen.visitor ?? "EMPLOYEE"
  ]();
  await goTo(page, screen.path, screen.visitor === "nobody");
  await screen.prepare?.(page);
  const before = pictured()[screen.name];
  if (!before) throw new Error(`${screen.name} has no picture: npm run tool -- guide takes it.`);
  await expect
    .poll(async () => outdated(before, await readLabels(page)), {
      message: `${screen.name}: npm run tool -- guide takes its picture anew; look at its chapter as well`,
    })
    .toEqual([]);
  while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
}

async function goTo(page: Page, path: string, isStranger: boolean): Promise<void> {
  if (isStranger) await page.goto(path);
  else await follow(page, path);
  await expect(page.locator("h1")).toBeVisible();
}
