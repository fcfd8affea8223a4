import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { runTool } from "../tools/stack/build.ts";
import { open, region, section } from "./support/customer-page.ts";
import { refuse } from "./support/refuse.ts";
import { expect, test } from "./support/test.ts";

/** The console reads this refusal once: it does not count as a breakdown. */
const BUSY = { code: "SERVICE_UNAVAILABLE", message: "The database is busy." };

test("sections that cannot be read fail alone, and Retry loads them @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  const allow = await refuse(page, {
    "similarRecords.list": BUSY,
    "files.list": BUSY,
    "assetReports.get": BUSY,
  });
  await open(page, FIXTURES.fundedUser);
  await expect(region(page, "General")).toHaveAttribute("data-state", "ready");
  await expect(await section(page, "Similar Phone")).toContainText("Couldn't Fetch Phone Details");
  await expect(await section(page, "User files")).toContainText("Error - Failed to fetch user files");
  await expect(await section(page, "Asset Report")).toContainText("Asset report temporarily unavailable");
  await expect(await section(page, "Data Statistics")).toHaveAttribute("data-state", /^(ready|empty)$/);
  await allow();
  await expect(region(page, "Asset Report")).toContainText(/Requested: .* GMT\s*Status:\s*READY/);
  const similar = await section(page, "Similar Phone");
  await similar.getByRole("button", { name: "Retry" }).click();
  await similar.getByText("Show Similar Phone").click();
  await expect(similar.getByRole("link")).toBeVisible();
});

test("a console that is built without a server address shows 'API Url not specified.' and calls no server @long", async ({
  page,
}) => {
  const built = await mkdtemp(join(tmpdir(), "countinghouse-console-"));
  const where = ["--outDir", built, "--emptyOutDir", "--logLevel", "error", "--minify", "false"];
  const env = { ...process.env, VITE_API_URL: "not-an-address" };
  const vite = join("apps", "console", "node_modules", ".bin", "vite");
  const { ok, output } = await runTool(vite, ["build", "apps/console", ...where], { env });
  expect(ok, output).toBe(true);
  const asked: string[] = [];
  await page.route("**/*", (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    return route.fulfill({ path: join(built, pathname.startsWith("/admin/") ? "index.html" : pathname) });
  });
  await page.goto("/admin/users");
  await expect(page.getByRole("main")).toHaveText("API Url not specified.");
  expect(asked.filter((path) => !path.startsWith("/assets/"))).toEqual(["/admin/users", "/theme.js"]);
  await rm(built, { recursive: true });
});
