import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, test } from "./support/test.ts";

const { renewedFirst } = FIXTURES;

const table = (page: Page) => page.getByRole("table", { name: "Payment Processor" });
const rows = (page: Page) => table(page).getByRole("row");
const loaded = (page: Page) => page.getByText(/^[1-9]\d* loaded · Times in New York \(ET\)$/);

test("it is reached from the palette and from the customer, whose transactions it then shows", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill("payment proc");
  await page.getByRole("option", { name: "Payment Processor" }).click();
  await expect(loaded(page)).toBeVisible();
  await page.goto(`/admin/user-detail?id=${renewedFirst.id}#payment-processor`);
  await page.getByRole("link", { name: "Open in Payment Processor" }).click();
  await expect(page).toHaveURL(`/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  const users = await rows(page).locator("td:nth-child(2)").allTextContents();
  expect(new Set(users)).toEqual(new Set([`${renewedFirst.id} Grace Kim`]));
});

test("a transaction is found by its reference, its days and its state, and the address finds it again", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  const cells = await rows(page).last().getByRole("cell").allTextContents();
  const [sent = "", , , , , , key = ""] = cells;
  const day = sent.slice(0, 10);
  await page.getByRole("textbox", { name: "Reference" }).fill(key);
  await page.getByLabel("From (ET)").fill(day);
  await page.getByLabel("To (ET)").fill(day);
  await page.getByLabel("To (ET)").press("Enter");
  await expect(rows(page)).toHaveCount(2);
  expect(await rows(page).last().getByRole("cell").allTextContents()).toEqual(cells);
  await page.getByRole("combobox", { name: "State" }).click();
  await page.getByRole("option", { name: "Unknown outcome" }).click();
  await page.getByRole("button", { name: "Search", exact: true }).last().click();
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No transaction matches")).toBeVisible();
  await page.goBack();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("textbox", { name: "Reference" })).toHaveValue("");
  await expect(rows(page).nth(2)).toBeVisible();
});

test("the keyboard alone opens a payment over the page, which a reload keeps and Back closes", async ({
  signIn,
}) => {
  const page = await signIn("VIEWER");
  await page.goto(`/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog");
  await expect(drawer.getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await expect(drawer.getByRole("article", { name: /^Ledger/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/&payment=[\w-]{36}$/);
  await page.reload();
  await expect(drawer.getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`/admin/payment-processor?user=${renewedFirst.id}`);
});

test("a failed load says so and can be tried again", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  const failing = "**/trpc/**payments.searchProcessor**";
  await page.route(failing, (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.goto("/admin/payment-processor");
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" })).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute(failing);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(loaded(page)).toBeVisible();
});

test("axe finds nothing wrong with the page and with filters that can not be", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/payment-processor?user=${renewedFirst.id}`);
  await expect(loaded(page)).toBeVisible();
  await page.getByLabel("From (ET)").fill("2026-11-20");
  await page.getByLabel("To (ET)").fill("2020-01-01");
  await expect(page.getByLabel("To (ET)")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
});

test("axe finds nothing wrong with a payment over the page", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto(`/admin/payment-processor?user=${renewedFirst.id}`);
  await table(page).getByRole("link").nth(1).click();
  await expect(page.getByRole("dialog").getByRole("article", { name: "Attempt 1" })).toBeVisible();
  await expectAccessible(page);
});
