import type { Page } from "@playwright/test";
import { filesInArea } from "./support/sandbox.ts";
import { METABASE_ADDRESS, roleEmail } from "./support/surroundings.ts";
import { expect, expectAccessible, expectRow, test } from "./support/test.ts";

const csv = (name: string) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from("name,amount\nAna,12.50\n"),
});
const sent = (page: Page) => page.getByRole("list", { name: "Files of this upload" });
const table = (page: Page) => page.getByRole("table", { name: "Uploaded files" });

/** Drops a file on the area, as from the desktop. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([file.text], file.name));
      return transfer;
    },
    { name, text },
  );
  const area = page.getByRole("region", { name: "Files to upload" });
  await area.dispatchEvent("dragover", { dataTransfer: dropped });
  await area.dispatchEvent("drop", { dataTransfer: dropped });
}

test("files that are chosen or dropped arrive in the file-transfer area once each", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/sftp-upload");
  const run = Date.now();

  await test.step("the keyboard chooses several files, and each reports its outcome", async () => {
    const choosing = page.waitForEvent("filechooser");
    const button = page.getByRole("button", { name: "Choose files" });
    await expect(button).not.toHaveAttribute("aria-disabled");
    await button.press("Enter");
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles([
      csv(`first-${run}.csv`),
      { name: `not-${run}.pdf`, mimeType: "application/pdf", buffer: Buffer.from("MZ no document") },
    ]);
    await expect(sent(page).getByRole("listitem")).toContainText([
      `first-${run}.csv file uploaded successfully.`,
      `not-${run}.pdf file upload failed. Its content is not PDF, although its name says so.`,
    ]);
    const row = await expectRow(table(page), [
      `first-${run}.csv`,
      "22 bytes",
      roleEmail("EMPLOYEE"),
      "Uploaded",
      /^\d{4}-\d\d-\d\d-[0-9a-f-]{36}\.csv/,
    ]);
    const name = await row.getByRole("cell").last().textContent();
    expect(await filesInArea()).toContainEqual({ path: `/uploads/${name}`, sizeBytes: 22 });
    await expectRow(table(page), [`not-${run}.pdf`, /^Refused/]);
    await expectAccessible(page);
  });

  await test.step("Retry after a lost answer finds the file, which is there once", async () => {
    // No other test uploads a file of this size.
    const text = "lost".padEnd(1_000 + (run % 1_000_000), ".");
    await page.route("**/admin/file-upload", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await drop(page, `lost-${run}.txt`, text);
    const failure = `lost-${run}.txt file upload failed. The server did not answer.`;
    await expect(sent(page)).toContainText(failure);
    await page.unroute("**/admin/file-upload");
    await page.getByRole("button", { name: `Retry lost-${run}.txt` }).click();
    await expect(sent(page)).toContainText(`lost-${run}.txt file uploaded successfully.`);
    expect((await filesInArea()).filter(({ sizeBytes }) => sizeBytes === text.length)).toHaveLength(1);
  });

  await test.step("an upload shows its progress, is cancelled, and holds the page while it runs", async () => {
    const held = Promise.withResolvers<void>();
    await page.route("**/admin/file-upload", async (route) => {
      await held.promise;
      // The browser cancelled this request itself.
      await route.abort().catch(() => {});
    });
    await drop(page, `slow-${run}.txt`, "slow");
    await expect(page.getByRole("progressbar", { name: `Upload of slow-${run}.txt` })).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: `Cancel slow-${run}.txt` }).click();
    await expect(sent(page)).toContainText(`slow-${run}.txt was cancelled.`);
    held.resolve();
    await page.unroute("**/admin/file-upload");
  });

  await test.step("the Metabase button of a listed e-mail address leads there", async () => {
    await expect(page.getByRole("link", { name: /^Metabase/ })).toHaveAttribute("href", /\/metabase\/$/);
    const led = await page.request.get("/metabase/", { maxRedirects: 0 });
    expect([led.status(), led.headers().location]).toEqual([302, METABASE_ADDRESS]);
  });
});
