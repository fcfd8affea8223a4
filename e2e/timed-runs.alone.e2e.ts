import { expect, expectAccessible, test } from "./support/test.ts";

// What is planned is everybody's.
test("timed runs are off, turned on for a time, planned, held, released, cancelled and turned off again @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  await page.goto("/admin/payment-automation");
  const set = page.getByRole("button", { name: "Edit schedule…" });
  const form = page.getByRole("dialog", { name: "Schedule" });
  const byItself = form.getByRole("checkbox", { name: "Run automatically on banking days" });
  await expect(page.getByText("Off. Payment automation does not run on a schedule.")).toBeVisible();

  await test.step("turned on by the keyboard", async () => {
    await set.focus();
    await page.keyboard.press("Enter");
    await byItself.focus();
    await page.keyboard.press("Space");
    await form.getByLabel("Time (ET)").fill("23:59");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^On banking days at 23:59 ET, in the name of /)).toBeVisible();
    await expect(page.getByText(/^Next: \d{4}-\d\d-\d\d 23:59:00 ET$/)).toBeVisible();
    await expect(page.getByText("Planned", { exact: true })).toBeVisible();
  });

  await test.step("the plan says what it would take", async () => {
    await page.getByRole("button", { name: "Show plan" }).click();
    await expect(page.getByText(/^As of now: \$[\d,.]+ from \d+ customers?\.$/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("held, released, cancelled", async () => {
    await page.getByRole("button", { name: "Hold", exact: true }).click();
    await expect(page.getByText("Held", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Release" }).click();
    await expect(page.getByText("Planned", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Cancel this run" }).click();
    await expect(page.getByText("Cancelled", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Cancel this run" })).toHaveAccessibleDescription(
      "The run is cancelled.",
    );
  });

  await test.step("turned off", async () => {
    await set.click();
    await byItself.click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Off. Payment automation does not run on a schedule.")).toBeVisible();
  });
});
