import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { inDatabase } from "./support/database.ts";
import { surrounding } from "./support/surroundings.ts";
import { expect, expectAccessible, expectToast, test } from "./support/test.ts";

const DAY_MS = 86_400_000;

const open = (page: Page, { id }: { id: number }) => page.goto(`/admin/user-detail?id=${id}`);
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("payment automation is switched off and stays off @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, await customerWithOffer());
  const automation = page.getByRole("switch", { name: "Run payment automation" });
  await expect(automation).toBeChecked();
  await automation.click();
  await expect(section(page, "Run payment automation")).toContainText("Only staff can charge this customer.");
  await expectToast(page, "User updated successfully!");
  await test.step("'Toggle panel: show reconnect bank account, show re-sign contract'; 'User updated successfully!'", async () => {
    const switches = section(page, "Toggle Panel").getByRole("switch");
    for (const index of [0, 1]) {
      await expect(switches.nth(index)).not.toBeChecked();
      await switches.nth(index).click();
      await expectToast(page, "User updated successfully!");
      await expect(switches.nth(index)).not.toHaveAttribute("aria-busy", "true");
    }
    await page.reload();
    await expect(automation).not.toBeChecked();
    for (const index of [0, 1]) await expect(switches.nth(index)).toBeChecked();
  });
});

test("'Toggle panel: … restart application': asks what it costs, and begins a new application @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await open(page, await unfundedCustomer());
  const fact = section(page, "General").locator("dt", { hasText: /^Application Id$/ });
  const application = fact.locator("xpath=following-sibling::dd");
  const before = (await application.textContent()) ?? "";
  await section(page, "Toggle Panel").getByRole("button", { name: "Restart application" }).click();
  const question = page.getByRole("alertdialog", { name: /^Restart the application of / });
  await expect(question).toContainText(`Application ${before} ends, and the answers given so far`);
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Restart application" }).click();
  await expectToast(page, "Application restarted successfully!");
  await expect(application).not.toHaveText(before);
});

/** One with a bank link and an offer that lasts, every switch as it is at first; no other test works with it. */
const customerWithOffer = () =>
  inDatabase(async (tx) => {
    const { id } = await tx.user.findFirstOrThrow({
      where: {
        id: { gt: 10_240 },
        bankLinks: { some: { isActive: true, isManual: false } },
        applications: { every: { stage: "offered", offerExpiresAt: { gt: new Date(Date.now() + DAY_MS) } } },
      },
      orderBy: { id: "desc" },
      select: { id: true },
    });
    const AT_FIRST = {
      runPaymentAutomation: true,
      showReconnectButton: false,
      showResignContractButton: false,
    };
    return tx.user.update({ where: { id }, data: AT_FIRST, select: { id: true } });
  });

/** One that no other test works with. */
const unfundedCustomer = () =>
  inDatabase((tx) =>
    tx.user.findFirstOrThrow({
      where: { id: { gt: 10_240 }, applications: { some: {}, none: { stage: "funded" } } },
      orderBy: { id: "asc" },
      select: { id: true },
    }),
  );

test("without a bank link the reconnect button has no effect, and that is said @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, FIXTURES.noBankLink);
  await expect(section(page, "Toggle Panel")).toContainText(
    "User has no Plaid Accounts, Re-connect Bank Account button will not be shown.",
  );
  for (const [fixture, expired] of [
    ["expiredApplication", "Latest Application has expired. Please ask the user to start a new application."],
    ["expiredOffer", "Latest Offer has expired. Please ask the user to create a new offer."],
  ] as const)
    await test.step(`'Show re-sign toggle is blocked …': '${expired}'`, async () => {
      await open(page, FIXTURES[fixture]);
      const resign = page.getByRole("switch", { name: "Show re-sign contract" });
      await expect(resign).toHaveAccessibleDescription(expired);
      await expect(resign).toHaveAttribute("aria-disabled", "true");
    });
});

test("a customer is placed with an agency @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, await customerWithOffer());
  const external = section(page, "External Payment");
  const isExternal = external.getByRole("checkbox", { name: "Is External Collections" });
  await external.getByRole("button", { name: "Create" }).click();
  await isExternal.click();
  await external.getByLabel("External Agency Name").fill("Atlas Receivables");
  await external.getByRole("button", { name: "Submit" }).click();
  await expectToast(page, "Updated external payment detail successfully");
  await expect(external).toContainText("Atlas Receivables");
});

test("the transactions are read on the page and saved as sheet and statement @long", async ({ signIn }) => {
  const page = await signIn("VIEWER");
  await open(page, FIXTURES.behind);
  const balance = section(page, "Balance Details");
  const details = balance.getByRole("table", { name: "Transaction Details" });
  await balance.getByRole("button", { name: "Transaction Details" }).click();
  await expect(details).toContainText("Disbursement");
  const sheet = page.waitForEvent("download");
  await balance.getByRole("button", { name: "Transaction Sheet" }).click();
  expect((await sheet).suggestedFilename()).toMatch(
    /^transactions_user-10023_[\d-]+_to_[\d-]+_America-New_York\.csv$/,
  );
  await expectToast(page, "Transaction sheet exported successfully!");
  const statement = page.waitForEvent("download");
  await balance.getByRole("button", { name: "Transactions PDF" }).click();
  expect((await statement).suggestedFilename()).toMatch(/^transactions_user-10023_.+\.pdf$/);
});

test("axe finds nothing wrong with the preference form and a payment date being moved @long", async ({
  signIn,
}) => {
  const page = await signIn("SUPERADMIN");
  await open(page, FIXTURES.contractedNotFunded);
  const dates = section(page, "Payment Dates");
  await dates
    .getByRole("button", { name: /^Edit / })
    .last()
    .click();
  await expect(dates.getByRole("button", { name: "Save" })).toBeVisible();
  await expectAccessible(dates);
  await test.step("'Date edit cells cannot be before today, before the previous row's date plus one day, or after the next row's date.'", async () => {
    await dates.getByRole("button", { name: "Cancel" }).click();
    const days = dates.getByRole("button", { name: /^Edit / });
    await expect(days.last()).toBeFocused();
    await days.nth(1).click();
    const [day, save] = [
      dates.getByLabel("Payment Date", { exact: true }),
      dates.getByRole("button", { name: "Save" }),
    ];
    await expect(day).toBeFocused();
    for (const [typed, said] of [
      ["2020-01-01", "The date can not be before today."],
      ["2099-01-01", /^The date can not be after \d{4}-\d\d-\d\d\.$/],
    ] as const) {
      await day.fill(typed);
      await save.click();
      await expect(dates.getByText(said)).toBeVisible();
    }
    const before = await dates.getByRole("row").nth(1).getByRole("cell").first().textContent();
    // Behind a day that is no banking day stands when it is collected.
    await day.fill(before?.slice(0, "YYYY-MM-DD".length) ?? "");
    await save.click();
    await expect(dates.getByText(/^The date can not be before \d{4}-\d\d-\d\d\.$/)).toBeVisible();
  });
  await page.getByRole("button", { name: "Set Payment Preference" }).click();
  await expectAccessible(page.getByRole("dialog", { name: "Payment Preference" }));
});

test("a SUPERADMIN sets a passcode, others are told that they may not @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN");
  await page.goto("/admin/users");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Payments" }).click();
  await page.getByRole("button", { name: "Set CARD passcode" }).click();
  const dialog = page.getByRole("dialog", { name: "Set the CARD passcode" });
  for (const label of ["New passcode", "Repeat passcode"])
    await dialog.getByLabel(label).fill(surrounding("E2E_CARD_PASSCODE"));
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Set passcode" }).click();
  await expectToast(page, "The passcode was set.");
  await expect(page.getByText(/Set by Sofia Alvarez on/)).toHaveCount(2);
  const admin = await signIn("ADMIN");
  await admin.goto("/admin/settings");
  await expect(admin.getByText("Only SUPERADMIN can do this.")).toBeVisible();
  await expect(admin.getByRole("link", { name: "Settings" })).toHaveCount(0);
});
