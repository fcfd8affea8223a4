import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { runTool } from "../tools/stack/build.ts";
import { chooseOption } from "./support/choose-option.ts";
import { open, region, section } from "./support/customer-page.ts";
import { refuse } from "./support/refuse.ts";
import { expect, expectToast, test } from "./support/test.ts";

/** Walks what specification 1, sections 4 to 9, says of the customer's page when something is refused or fails. */

const { fundedUser, smallBusiness } = FIXTURES;

/** Read once and not again: the answer is a refusal, no breakdown. */
const AWAY = { code: "SERVICE_UNAVAILABLE", message: "The database is busy." };

test("what can not be read says so in the product's words, alone, and is there on Retry @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  const allow = await refuse(page, {
    "similarRecords.list": AWAY,
    "bankLinks.list": AWAY,
    "files.list": AWAY,
    "assetReports.get": AWAY,
    "assetReports.details": AWAY,
  });
  await open(page, fundedUser);

  await test.step("'Related data on the detail page loads 5 s after the page is ready.'", async () => {
    await expect(region(page, "General")).toHaveAttribute("data-state", "ready");
    await expect(page.locator("[data-section][data-state=idle]")).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("'Couldn't Fetch {Account|Address|Phone|Company Name|EIN Tax|Debit Card|Funded SSN} Details'", async () => {
    for (const [name, record] of [
      ["Similar Accounts", "Account"],
      ["Similar Addresses", "Address"],
      ["Similar Phone", "Phone"],
      ["Similar Company Names", "Company Name"],
      ["Similar EIN Tax Numbers", "EIN Tax"],
      ["Similar Debit Cards", "Debit Card"],
      ["Similar SSN", "Funded SSN"],
    ] as const)
      await expect(region(page, name)).toContainText(`Couldn't Fetch ${record} Details`);
  });

  await test.step("'Couldn't Fetch Bank With Institutions'; 'Error - Failed to fetch user files'; 'Asset report temporarily unavailable'", async () => {
    await expect(region(page, "Bank Links")).toContainText("Couldn't Fetch Bank With Institutions");
    await expect(region(page, "ACH Details")).toContainText("Couldn't Fetch Bank With Institutions");
    await expect(region(page, "User files")).toContainText("Error - Failed to fetch user files");
    await expect(region(page, "Asset Report")).toContainText("Asset report temporarily unavailable");
    await expect(region(page, "Data Statistics")).toHaveAttribute("data-state", /^(ready|empty)$/);
  });
  await allow();
  const allowDetails = await refuse(page, { "assetReports.details": AWAY });
  await test.step("'a failing call is retried every 5 s'", async () => {
    await expect(region(page, "Asset Report")).toContainText(/Requested: .* GMT\s*Status:\s*READY/);
    const similar = await section(page, "Similar Phone");
    await similar.getByRole("button", { name: "Retry" }).click();
    await similar.getByText("Show Similar Phone").click();
    await expect(region(page, "Similar Phone").getByRole("link")).toBeVisible();
  });

  await test.step("'An error occurred while fetching asset report JSON.'", async () => {
    await (await section(page, "Asset Report"))
      .getByRole("button", { name: /^Expand/ })
      .first()
      .click();
    const drawer = page.getByRole("dialog", { name: "Asset Details" });
    await expect(drawer).toContainText("An error occurred while fetching asset report JSON.");
    await allowDetails();
    await drawer.getByRole("button", { name: "Retry" }).click();
    await expect(drawer.getByText("Days Requested")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("'A 401 on loading the detail shows 'Unauthorized User' and logs out.'; 'No token: redirect to login.'", async () => {
    const unauthorized = { code: "UNAUTHORIZED", message: "Sign in again." };
    await refuse(page, { "users.get": unauthorized, "auth.refresh": unauthorized });
    await page.reload();
    await expectToast(page, "Unauthorized User");
    await expect(page).toHaveURL(/\/admin\/login/);

    await open(page, fundedUser);
    await expect(page).toHaveURL(/\/admin\/login/);
  });
});

test("what is not done says so in the product's words, and stays as it was @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  const dialog = page.getByRole("dialog");
  await refuse(page, {
    "doNotFund.set": {},
    "paymentPreferences.set": {},
    "users.setExternalPayment": {},
    "users.setFlag": { code: "CONFLICT", message: "Someone else changed this customer meanwhile." },
    "loans.return": { code: "CONFLICT", message: "The ledger said no." },
    "loans.transactionSheet": {},
    "reAccess.create": {},
    "files.link": {},
    "files.zip": {},
    "payments.recordManual": { code: "FORBIDDEN", message: "Only SUPERADMIN or EMPLOYEE can do this." },
  });
  await open(page, smallBusiness);

  await test.step("'a reason must be chosen ('Please select from the Do not fund reasons.', title 'Unable to proceed')'", async () => {
    const ban = (await section(page, "Do Not Fund")).getByRole("switch");
    await ban.click();
    await dialog.getByRole("button", { name: "Continue & Ban" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "Unable to proceedPlease select from the Do not fund reasons.",
    );
  });
  await test.step("'Other text required ('Please specity Other reason.', title 'Other not specified')'", async () => {
    await dialog.getByRole("radio", { name: "Other" }).check();
    await dialog.getByRole("button", { name: "Continue & Ban" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Other not specifiedPlease specity Other reason.");
  });
  await test.step("'Error on setting User's Do Not Fund flag.'; 'cancelling reverts the switch'", async () => {
    await dialog.getByRole("textbox", { name: "Other reason" }).fill("Two names");
    await dialog.getByRole("button", { name: "Continue & Ban" }).click();
    await expect(dialog).toContainText("Error on setting User's Do Not Fund flag.");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect((await section(page, "Do Not Fund")).getByRole("switch")).not.toBeChecked();
  });

  const preference = page.getByRole("dialog", { name: "Payment Preference" });
  await test.step("'Default expiry is six months from now.'; 'bank and card numbers exactly 4 characters, numeric. Messages: …'", async () => {
    await (await section(page, "Payment Adjustment"))
      .getByRole("button", { name: "Set Payment Preference" })
      .click();
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
    for (const [use, kind] of [
      ["ACH", "Bank"],
      ["CARD", "Card"],
    ] as const) {
      await preference.getByRole("checkbox", { name: `Use ${use}` }).uncheck();
      await preference.getByRole("checkbox", { name: `Use ${use}` }).check();
      const until = preference.getByLabel(`${use} Expiry Date`, { exact: true });
      await expect(until).toHaveValue(/^\d{4}-\d\d-\d\d$/);
      expect(Date.parse(await until.inputValue()) - Date.parse(today)).toBeGreaterThan(180 * 86_400_000);
      const number = preference.getByLabel(`${kind} Number`);
      for (const [typed, message] of [
        ["123", `${kind} number must be the last 4 digit.`],
        ["12345", `${kind} number must only be the last 4 digit.`],
        ["12a4", `${kind} number must be a number`],
      ] as const) {
        await number.fill(typed);
        await number.blur();
        await expect(preference.getByText(message, { exact: true })).toBeVisible();
      }
      await number.fill("1234");
      await until.fill(today);
      await until.blur();
      await expect(preference.getByText("Expiry date must be a date after today.")).toBeVisible();
      await until.fill("2099-01-31");
    }
  });
  await test.step("'Unchecking ACH or CARD nulls that method's number and expiry.'", async () => {
    await preference.getByRole("checkbox", { name: "Use CARD" }).uncheck();
    await expect(preference.getByLabel("Card Number")).toHaveValue("");
    await expect(preference.getByLabel("CARD Expiry Date", { exact: true })).toHaveValue("");
  });
  await test.step("'Something went wrong while saving user payment preference!'", async () => {
    await preference.getByRole("button", { name: "Save" }).click();
    await expect(preference).toContainText("Something went wrong while saving user payment preference!");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(preference).toBeHidden();
  });

  await test.step("'Failed external payment detail' (or server message)'; 'The external payment form toggles between view and edit.'", async () => {
    const external = await section(page, "External Payment");
    await external.getByRole("button", { name: "Create" }).click();
    await external.getByRole("checkbox").check();
    await external.getByLabel("External Agency Name").fill("Atlas");
    await external.getByRole("button", { name: "Submit" }).click();
    await expect(external).toContainText("Failed external payment detail");
    await external.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(external.getByText("Is External Collections")).toBeVisible();
    await expect(external.getByRole("checkbox")).toHaveCount(0);
  });

  await test.step("a switch that the server refuses goes back, and says why", async () => {
    const sw = (await section(page, "Toggle Panel")).getByRole("switch").first();
    await sw.click();
    await expectToast(page, "Someone else changed this customer meanwhile.");
    await expect(sw).not.toBeChecked();
  });

  await test.step("'Something went wrong while exporting the sheet'", async () => {
    await (await section(page, "Balance Details")).getByRole("button", { name: "Transaction Sheet" }).click();
    await expectToast(page, "Something went wrong while exporting the sheet");
  });
  await test.step("'Error - Failed to generate user files'; 'Error - Failed to generate user zip file'", async () => {
    const files = await section(page, "User files");
    await files
      .getByRole("button", { name: /^Download .*\.pdf/ })
      .first()
      .click();
    await expectToast(page, "Error - Failed to generate user files");
    await files.getByRole("button", { name: "Download all" }).click();
    await expectToast(page, "Error - Failed to generate user zip file");
  });
  await page.evaluate(() => window.scrollTo(0, 0));
  await test.step("'a loan return failure shows the server error text'", async () => {
    await page.getByRole("button", { name: "Loan Returns", exact: true }).click();
    await dialog.getByRole("checkbox", { name: /^Disbursement Amount · \$/ }).check();
    await dialog.getByRole("button", { name: /^Return/ }).click();
    await expect(dialog).toContainText("The ledger said no.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step("''Something Went Wrong' (re-access)'", async () => {
    await page.getByRole("button", { name: "Login Into User Profile", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("On the phone");
    await dialog.getByRole("button", { name: "Log in" }).click();
    await expect(dialog).toContainText("Something Went Wrong");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step("'Debit and credit options are disabled for some line item types'; 'Something went wrong while making payment!'", async () => {
    await (await section(page, "Balance Details"))
      .getByRole("button", { name: "Manual Payment", exact: true })
      .click();
    for (const [field, value] of [
      ["Line Item Type", "Payment"],
      ["Mode of Payment", "CashApp"],
      ["Transaction Type", "SALE"],
    ] as const)
      await chooseOption(dialog.getByRole("combobox", { name: field }), value);
    await expect(dialog.getByText("Payment can not be CREDIT.")).toBeVisible();
    await dialog.getByLabel("Transaction Amount").fill("1.00");
    await dialog.getByLabel("Description").fill("never recorded");
    await dialog.getByRole("button", { name: "Record payment" }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Record \$1\.00/ })
      .click();
    await expect(page.getByText("Something went wrong while making payment!").first()).toBeVisible();
  });
});

test("'Missing API url: 'API Url not specified.'': a console built for no server says that and nothing else, and calls nobody @long", async ({
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
