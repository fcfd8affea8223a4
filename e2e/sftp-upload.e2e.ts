import { type Page, request } from "@playwright/test";
import { filesInArea } from "./support/sandbox.ts";
import { METABASE_ADDRESS, roleEmail } from "./support/surroundings.ts";
import { expect, expectAccessible, expectRow, test } from "./support/test.ts";

const csv = (name: string, text = "name,amount\nAna,12.50\n") => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
});
const sent = (page: Page) => page.getByRole("list", { name: "Files of this upload" });
const table = (page: Page) => page.getByRole("table", { name: "Uploaded files" });
const chooseButton = (page: Page) => page.getByRole("button", { name: "Choose files" });

/** Drops these files on the area, as from the desktop. */
async function drop(page: Page, files: readonly { name: string; text: string }[]): Promise<void> {
  const held = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, text } of dropped) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  const area = page.getByRole("region", { name: "Files to upload" });
  await area.dispatchEvent("dragover", { dataTransfer: held });
  await area.dispatchEvent("drop", { dataTransfer: held });
}

test("what specification 2 says of file upload and Metabase, line by line @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await page.goto("/admin/sftp-upload");
  const run = Date.now();

  await test.step("the hint that company data or other bad files are strictly prohibited", async () => {
    await expect(page.getByText("company data or other bad files are strictly prohibited")).toBeVisible();
  });

  await test.step("POST /admin/file-upload, multipart, field file, multiple allowed: chosen by the keyboard, in bulk", async () => {
    const choosing = page.waitForEvent("filechooser");
    await expect(chooseButton(page)).not.toHaveAttribute("aria-disabled");
    await chooseButton(page).focus();
    await page.keyboard.press("Enter");
    const chooser = await choosing;
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles([
      csv(`first-${run}.csv`),
      { name: `not-${run}.pdf`, mimeType: "application/pdf", buffer: Buffer.from("MZ no document") },
      { name: `tool-${run}.exe`, mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
      csv(`second-${run}.csv`, `second ${run}`),
    ]);
  });

  await test.step("'{file} file uploaded successfully.' and '{file} file upload failed.'", async () => {
    await expect(sent(page).getByRole("listitem")).toContainText([
      `first-${run}.csv file uploaded successfully.`,
      `not-${run}.pdf file upload failed. What is in it is not PDF, as its name says.`,
      `tool-${run}.exe file upload failed. Only PDF, CSV, XLSX, PNG, JPG and TXT files can be uploaded.`,
      `second-${run}.csv file uploaded successfully.`,
    ]);
  });

  await test.step("they really are in the file-transfer area, and the table says who sent them", async () => {
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

  await test.step("Drag-and-drop area for single or bulk upload", async () => {
    await drop(page, [{ name: `dropped-${run}.txt`, text: `dropped ${run}` }]);
    await expect(sent(page)).toContainText(`dropped-${run}.txt file uploaded successfully.`);
    await expectRow(table(page), [`dropped-${run}.txt`, "Uploaded"]);
  });

  await test.step("an answer that is lost: Retry finds out, and the file is there once", async () => {
    // Of a size that no other file has: others upload theirs meanwhile.
    const text = "lost".padEnd(1_000 + (run % 1_000_000), ".");
    await page.route("**/admin/file-upload", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await drop(page, [{ name: `lost-${run}.txt`, text }]);
    await expect(sent(page)).toContainText(
      `lost-${run}.txt file upload failed. There is no answer from the server.`,
    );
    await page.unroute("**/admin/file-upload");
    await page.getByRole("button", { name: `Retry lost-${run}.txt` }).click();
    await expect(sent(page)).toContainText(`lost-${run}.txt file uploaded successfully.`);
    expect((await filesInArea()).filter(({ sizeBytes }) => sizeBytes === text.length)).toHaveLength(1);
  });

  await test.step("progress per file, cancelled by its button; leaving the page asks first", async () => {
    let pass = () => {};
    const held = new Promise<void>((resolve) => {
      pass = resolve;
    });
    await page.route("**/admin/file-upload", async (route) => {
      await held;
      // The browser gave it up by itself.
      await route.abort().catch(() => {});
    });
    await drop(page, [{ name: `slow-${run}.txt`, text: "slow" }]);
    await expect(page.getByRole("progressbar", { name: `Upload of slow-${run}.txt` })).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Users" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: `Cancel slow-${run}.txt` }).click();
    await expect(sent(page)).toContainText(`slow-${run}.txt was cancelled.`);
    pass();
    await page.unroute("**/admin/file-upload");
  });

  await test.step("A Metabase button leads to /metabase/ and is visible only to the SUPERADMIN role or to listed privileged e-mail addresses", async () => {
    const link = page.getByRole("link", { name: /^Metabase/ });
    await expect(link).toHaveAttribute("href", /\/metabase\/$/);
    const led = await page.request.get("/metabase/", { maxRedirects: 0 });
    expect([led.status(), led.headers().location]).toEqual([302, METABASE_ADDRESS]);
    const stranger = await request.newContext({ baseURL: new URL(page.url()).origin });
    expect((await stranger.get("/metabase/", { maxRedirects: 0 })).status()).toBe(403);
    await stranger.dispose();
  });
});
