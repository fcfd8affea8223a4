import { PAGES } from "./guide/screens.ts";
import { expect, follow, test } from "./support/test.ts";

test("every page opens for a SUPERADMIN, and none fails to load or breaks the content policy", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) blocked.push(message.text());
  });
  const heading = page.locator("h1");
  let before = { pathname: "", title: "" };
  for (const { name, path } of PAGES) {
    const [pathname = ""] = path.split("?");
    await follow(page, path);
    // The tabs of a page have one title.
    if (pathname !== before.pathname) await expect(heading, name).not.toHaveText(before.title);
    await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Retry", exact: true }), name).toHaveCount(0);
    before = { pathname, title: (await heading.textContent()) ?? "" };
  }
  expect(blocked).toEqual([]);
});
