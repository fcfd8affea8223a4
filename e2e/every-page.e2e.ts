import { PAGES } from "./guide/screens.ts";
import { expect, follow, test } from "./support/test.ts";

test("every page opens for a SUPERADMIN, and none fails to load", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  const heading = page.locator("h1");
  let before = "";
  for (const { name, path } of PAGES) {
    await follow(page, path);
    await expect(heading, name).not.toHaveText(before);
    await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Retry", exact: true }), name).toHaveCount(0);
    before = (await heading.textContent()) ?? "";
  }
});
