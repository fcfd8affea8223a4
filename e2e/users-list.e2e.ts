import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { expect, expectAccessible, expectRow, follow, pageThroughout, test } from "./support/test.ts";

const { fundedUser } = FIXTURES;

/** Nothing here changes anything. */
const viewer = pageThroughout("VIEWER");

test("'Title Users, a count of loaded users … columns Id, First Name, Last Name, Email, SSN (masked), Phone Number, Address'", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page).toHaveTitle(/Users/);
  await expect(page.getByText(/^15 loaded of 3\d\d$/)).toBeVisible();
  const table = page.getByRole("table", { name: "Users" });
  await expect(table.getByRole("columnheader")).toHaveText([
    // The box that selects all that are loaded.
    "",
    "Id",
    "First Name",
    "Last Name",
    "Email",
    "SSN",
    "Phone Number",
    "Address",
    // What the specification asks for comes first, and ours behind it.
    "Stage",
    "Balance (USD)",
    "Next Due",
    "Past Due",
    "Last Payment",
    "Tags",
  ]);
  await expectRow(table, [String(fundedUser.id), fundedUser.firstname, new RegExp(fundedUser.email)]);
});

test("'A 'Show more 15' button loads the next page.' A reload keeps it", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  await page.getByRole("button", { name: "Show more 15" }).click();
  await expect(page.getByText(/^30 loaded of 3\d\d$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^30 loaded of 3\d\d$/)).toBeVisible();
});

test("'a search box (Enter or the Search button runs a server search)'; it can be cleared", async () => {
  const page = viewer();
  await page.goto("/admin/users");
  const box = page.getByRole("textbox", { name: "Search users" });
  const table = page.getByRole("table", { name: "Users" });
  await box.fill(`${fundedUser.firstname} ${fundedUser.lastname}`);
  await box.press("Enter");
  await expect(page).toHaveURL(/[?&]q=/);
  await expectRow(table, [String(fundedUser.id)]);
  await box.fill("nobody is called that");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("No user matches “nobody is called that”")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page.getByText(/^15 loaded of 3\d\d$/)).toBeVisible();
});

test("a search that names a person stands in no address, and calls travel as POST", async () => {
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
  // The stream of running jobs alone is a GET, and names no person.
  const asked = calls.filter(({ url }) => !url.includes("/trpc/bulkJobs.live"));
  expect(asked.every(({ method }) => method === "POST")).toBe(true);
  expect(calls.filter(({ url }) => url.includes("maria"))).toEqual([]);
});

test("'Columns are sortable.' Pressed again, the other way", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  const table = page.getByRole("table", { name: "Users" });
  const firstId = table.getByRole("row").nth(1).getByRole("cell").nth(1);
  const lastName = table.getByRole("columnheader", { name: "Last Name" });
  await lastName.getByRole("button").click();
  await expect(lastName).toHaveAttribute("aria-sort", "ascending");
  await lastName.getByRole("button").click();
  await expect(lastName).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=lastname.*dir=desc|dir=desc.*sort=lastname/);
  await expect(firstId).not.toHaveText(String(fundedUser.id));
});

test("'Clicking a cell navigates to /admin/user-detail?id={id}.'", async () => {
  const page = viewer();
  await follow(page, "/admin/users");
  const cell = page.getByRole("cell", { name: fundedUser.lastname, exact: true }).first();
  await cell.click({ force: true }); // what takes the click is the row's link, stretched over the cell
  await expect(page).toHaveURL(new RegExp(`/admin/user-detail\\?id=${fundedUser.id}$`));
});

test("'Back to Users' keeps search and place @long", async () => {
  const page = viewer();
  await page.goto("/admin/users");
  const box = page.getByRole("textbox", { name: "Search users" });
  await box.fill("a");
  await box.press("Enter");
  await expect(page).toHaveURL(/[?&]q=a/);
  const loaded = page.getByText(/^\d+ loaded of /);
  const table = page.getByRole("table", { name: "Users" });
  await page.getByRole("button", { name: "Show more 15" }).click();
  await expect(loaded).toHaveText(/^30 loaded/);
  const last = table.getByRole("row").last();
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

test("'SUPERADMIN sees the full value; others see a masked form': ***-***-*** in the list @long", async ({
  signIn,
}) => {
  const ssnSeenBy = async (role: "SUPERADMIN" | "EMPLOYEE") => {
    const page = await signIn(role);
    await page.goto("/admin/users");
    const row = await expectRow(page.getByRole("table", { name: "Users" }), [String(fundedUser.id)]);
    return row.getByRole("cell").nth(5);
  };
  await expect(await ssnSeenBy("EMPLOYEE")).toHaveText("***-***-***");
  await expect(await ssnSeenBy("SUPERADMIN")).toHaveText(/^9\d\d-\d\d-\d{4}$/);
});

test("axe finds nothing wrong with the list @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  await page.goto("/admin/users");
  await expect(page.getByText(/^15 loaded of 3\d\d$/)).toBeVisible();
  await expectAccessible(page);
});
