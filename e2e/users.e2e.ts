import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectRow, follow, pageThroughout, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;

/** No test of this file changes data. */
const viewer = pageThroughout("VIEWER");

test("the users list is loaded further, sorted by the server, searched, and opens a user", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await expect(page.getByText(/^15 loaded of 3\d\d$/)).toBeVisible();
  const table = page.getByRole("table", { name: "Users" });
  await page.getByRole("button", { name: "Show more 15" }).click();
  await expect(page.getByText(/^30 loaded of 3\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^30 loaded of 3\d\d$/)).toBeVisible();

  const lastName = table.getByRole("columnheader", { name: "Last Name" });
  const firstId = table.getByRole("row").nth(1).getByRole("cell").nth(1);
  for (const order of ["ascending", "descending"]) {
    await lastName.getByRole("button").click();
    await expect(lastName).toHaveAttribute("aria-sort", order);
  }
  await expect(page).toHaveURL(/sort=lastname.*dir=desc|dir=desc.*sort=lastname/);
  await expect(firstId).not.toHaveText(String(fundedUser.id));

  const box = page.getByRole("textbox", { name: "Search users" });
  await box.fill(`${fundedUser.firstname} ${fundedUser.lastname}`);
  await box.press("Enter");
  await expect(page).toHaveURL(/[?&]q=/);
  await expectRow(table, [String(fundedUser.id), fundedUser.firstname, new RegExp(fundedUser.email)]);
  const cell = page.getByRole("cell", { name: fundedUser.lastname, exact: true }).first();
  await cell.click({ force: true }); // The link of the row covers its cells.
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${fundedUser.id}$`));
});

test("no address contains a search for a person, and calls are sent by POST", async () => {
  const page = viewer();
  const calls: { method: string; url: string }[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/trpc/")) calls.push({ method: request.method(), url: request.url() });
  });
  await follow(page, "/admin/users");
  const box = page.getByRole("textbox", { name: "Search users" });
  await box.fill(fundedUser.email);
  await box.press("Enter");
  await expect(page.getByText("1 loaded of 1")).toBeVisible();
  await expect(page.getByText("This search is not in the link")).toBeAttached();
  expect(page.url()).not.toContain("maria");
  expect(calls.length).toBeGreaterThan(0);
  // Only the stream of running jobs is a GET; it names no person.
  const asked = calls.filter(({ url }) => !url.includes("/trpc/bulkJobs.live"));
  expect(asked.every(({ method }) => method === "POST")).toBe(true);
  expect(calls.filter(({ url }) => url.includes("maria"))).toEqual([]);
});

test("Back to Users restores search, loaded rows and scroll position @long", async () => {
  const page = viewer();
  await page.goto("/admin/users");
  const box = page.getByRole("textbox", { name: "Search users" });
  await box.fill("a");
  await box.press("Enter");
  await expect(page).toHaveURL(/[?&]q=a/);
  const loaded = page.getByText(/^\d+ loaded of /);
  await page.getByRole("button", { name: "Show more 15" }).click();
  await expect(loaded).toHaveText(/^30 loaded/);
  const last = page.getByRole("table", { name: "Users" }).getByRole("row").last();
  const name = await last.textContent();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await last.getByRole("link").first().click();
  await expect(page).toHaveURL(/user-detail/);
  await page.getByRole("link", { name: "Back to Users" }).first().click();
  await expect(box).toHaveValue("a");
  await expect(loaded).toHaveText(/^30 loaded/);
  await expect(last).toHaveText(name ?? "");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test("only a SUPERADMIN sees whole SSNs in the list, in which axe finds nothing wrong @long", async ({
  signIn,
}) => {
  const openList = async (role: "SUPERADMIN" | "EMPLOYEE") => {
    const page = await signIn(role);
    await page.goto("/admin/users");
    const row = await expectRow(page.getByRole("table", { name: "Users" }), [String(fundedUser.id)]);
    return { page, ssn: row.getByRole("cell").nth(5) };
  };
  await expect((await openList("EMPLOYEE")).ssn).toHaveText("***-***-***");
  const { page, ssn } = await openList("SUPERADMIN");
  await expect(ssn).toHaveText(/^8\d\d-\d\d-\d{4}$/);
  await expectAccessible(page);
});
