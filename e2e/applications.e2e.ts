import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { axeFindings } from "./support/axe.ts";
import { expect, expectAccessible, expectToast, follow, pageThroughout, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;

/** Nothing is changed here but links to a contract, which are told apart. */
const employee = pageThroughout("EMPLOYEE");
const viewer = pageThroughout("VIEWER");

/** Opens the list of the funded customer, and waits until it is there. */
async function openList(page: Page): Promise<void> {
  await follow(page, `/admin/applications?id=${fundedUser.id}`);
  await expect(page.getByRole("row").nth(1).getByRole("link")).toBeVisible();
}

/** Opens the newest application of the funded customer, from the list. */
async function openDetail(page: Page): Promise<void> {
  await openList(page);
  await openFirst(page);
}

async function openFirst(page: Page): Promise<void> {
  await page.getByRole("row").nth(1).getByRole("link").click();
  await expect(region(page, "Funding").getByRole("term").first()).toBeVisible();
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** What stands beside a name in the facts of a section. */
const fact = (page: Page, section: string, name: string) =>
  region(page, section)
    .getByRole("term")
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator("xpath=following-sibling::dd");

/** The link that Copy contract link puts on the clipboard. */
async function copyContractLink(page: Page): Promise<string> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await region(page, "Contract")
    .getByRole("button", { name: /^Copy contract link contract-\d+\.pdf$/ })
    .click();
  await expectToast(page, "Contract link copied");
  return page.evaluate(() => navigator.clipboard.readText());
}

test("App History leads to the list of the customer's applications, newest first, and back @long", async () => {
  const page = employee();
  await follow(page, `/admin/user-detail?id=${fundedUser.id}`);
  await page.getByRole("button", { name: "App History" }).click();
  await expect(page).toHaveURL(`/admin/applications?id=${fundedUser.id}`);
  await expect(page.getByRole("row").nth(1).getByRole("link")).toBeVisible();
  const ids = await page.getByRole("table").getByRole("link").allTextContents();
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((one, other) => other - one));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Back to User" }).click();
  await expect(page).toHaveURL(`/admin/user-detail?id=${fundedUser.id}`);
});

test("clicking a cell navigates to /admin/application-detail?id={id}, and so does the keyboard @long", async () => {
  const page = viewer();
  await openList(page);
  const row = page.getByRole("row").nth(1);
  const id = await row.getByRole("link").textContent();
  // The link of the row lies over all its cells.
  await row.getByRole("cell").nth(6).click({ force: true });
  await expect(page).toHaveURL(`/admin/application-detail?id=${id}`);
  await expect(region(page, "Funding").getByRole("term").first()).toBeVisible();
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  await crumbs.getByRole("link", { name: "Application history" }).click();
  await expect(page).toHaveURL(`/admin/applications?id=${fundedUser.id}`);
  await expect(row.getByRole("link")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/admin/application-detail?id=${id}`);
});

test("shows general, address, business, funding and contract info; 'ssn (masked to last 4)'", async ({
  signIn,
}) => {
  for (const page of [viewer(), await signIn("SUPERADMIN")]) {
    await openDetail(page);
    await expect(fact(page, "General", "SSN")).toHaveText(/^\*{3}-\*{2}-\d{4}$/);
    await expect(fact(page, "Address", "State")).toHaveText(/^[A-Z]{2}$/);
    await expect(region(page, "Business").getByRole("term").first()).toBeVisible();
    await expect(fact(page, "Funding", "Approved Amount")).toHaveText(/^\$[\d,]+\.\d\d$/);
    await expect(fact(page, "Contract", "Card Security Code")).toHaveText(/^(•••|—none)$/);
  }
});

test("a contract link opened through a signed address shows the contract over the page @long", async () => {
  const page = employee();
  await openDetail(page);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/files/")),
    region(page, "Contract")
      .getByRole("button", { name: /^Open contract contract-\d+\.pdf$/ })
      .click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(answer.headers()["content-type"]).toBe("application/pdf");
  expect(new URL(answer.url()).searchParams.get("signature")).toBeTruthy();
  await expect(page.getByRole("dialog", { name: "Contract" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a copied contract link opens the contract for who has not signed in, is in the view log, and once revoked says PDF Link Expired @long", async ({
  browser,
}) => {
  const page = employee();
  await openDetail(page);
  const link = await copyContractLink(page);
  expect(new URL(link).pathname).toMatch(/^\/public\/contracts\/[\w.-]+$/);
  expect(new URL(link).search).toBe("");
  const stranger = await browser.newContext();
  const opened = await stranger.request.get(link);
  expect(opened.status()).toBe(200);
  expect(opened.headers()).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "content-disposition": expect.stringMatching(/^inline;/),
  });
  expect((await opened.body()).subarray(0, 5).toString()).toBe("%PDF-");

  await page.reload();
  const contract = region(page, "Contract");
  await contract.getByRole("button", { name: /^Show \d+ opening/ }).click();
  await expect(contract.getByRole("table", { name: "View log" }).getByRole("row").nth(1)).toContainText(
    "by ",
  );
  const row = contract.getByRole("table", { name: "Contract links" }).getByRole("row").nth(1);
  await expect(row).toContainText("Works");
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke link" }).click();
  await expectToast(page, "Contract link revoked");
  await expect(row).toContainText("Revoked");

  for (const colorScheme of ["light", "dark"] as const) {
    const visitor = await (await browser.newContext({ colorScheme })).newPage();
    const answer = await visitor.goto(link);
    expect(answer?.status()).toBe(410);
    await expect(visitor.getByRole("heading", { name: "PDF Link Expired" })).toBeVisible();
    await expect(visitor.getByText("Ask the sender for a new link.")).toBeVisible();
    // Nothing runs in the page itself, not even a check.
    const html = await visitor.content();
    await visitor.goto("about:blank");
    await visitor.setContent(html);
    expect(await axeFindings(visitor)).toEqual([]);
    await visitor.context().close();
  }
  await stranger.close();
});

test("a 401 on application detail shows 'Unauthorized User' and logs out @long", async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto("/admin/login");
  await page.evaluate(() => {
    const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, "");
    localStorage.setItem("token", `${part({})}.${part({ sub: crypto.randomUUID() })}.signature`);
  });
  await page.goto("/admin/application-detail?id=1");
  await expectToast(page, "Unauthorized User");
  await expect(page).toHaveURL(/\/admin\/login/);
  await page.context().close();
});

test("axe finds nothing wrong with the list and with an application @long", async () => {
  const page = employee();
  await openList(page);
  await expectAccessible(page);
  await openFirst(page);
  await expectAccessible(page);
});
