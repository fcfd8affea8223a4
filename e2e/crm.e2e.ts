import type { Locator, Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { chooseOption } from "./support/choose-option.ts";
import { open as openCustomer, region } from "./support/customer-page.ts";
import { inDatabase } from "./support/database.ts";
import { takeCustomer } from "./support/reports.ts";
import { armFault, dealsWith, readCrmNotes } from "./support/sandbox.ts";
import { bringIntoSight, expect, expectAccessible, test } from "./support/test.ts";

const { pending, renewedFirst } = FIXTURES;

const doNotFund = (page: Page) => region(page, "Do Not Fund");
const crm = (page: Page) => region(page, "CRM");

async function open(page: Page, customer: { id: number }): Promise<void> {
  await openCustomer(page, customer);
  await bringIntoSight(crm(page));
}

const steps = (page: Page) => doNotFund(page).getByRole("list", { name: "CRM steps" });

/** A moment on the clock of New York: "2026-11-21 15:04:05". */
const inNewYork = (at: Date): string => at.toLocaleString("sv-SE", { timeZone: "America/New_York" });

async function expectHeld(page: Page, names: readonly string[], reason: string): Promise<void> {
  for (const name of names)
    await expect(crm(page).getByRole("button", { name })).toHaveAccessibleDescription(reason);
}

async function ban(page: Page, reason: string, look?: (dialog: Locator) => Promise<void>): Promise<void> {
  await doNotFund(page).getByRole("switch").click();
  const dialog = page.getByRole("dialog", { name: /^Ban .+ #\d+\?$/ });
  await dialog.getByRole("radio", { name: reason }).check();
  await look?.(dialog);
  await dialog.getByRole("button", { name: "Continue & Ban" }).click();
  await expect(dialog).toBeHidden();
}

test("a ban reaches the CRM step by step, and so does taking it back @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, pending);
  await ban(page, "High Risk Behavior", expectAccessible);
  await expect(doNotFund(page)).toContainText("Reason: High Risk Behavior");
  await expect(steps(page).getByText("Done")).toHaveCount(4);
  await expect(crm(page)).toContainText("Closed Lost");
  await expect(crm(page)).toContainText("Do Not Fund");
  await expect(crm(page).getByRole("button", { name: "Declined" })).toBeVisible();

  await doNotFund(page).getByRole("switch").click();
  const question = page.getByRole("alertdialog", { name: "Are you sure to unban this user?" });
  const asked = inNewYork(new Date());
  await question.getByRole("button", { name: "Unban" }).click();
  await expect(steps(page).getByText("Done")).toHaveCount(4);
  // The ban had four steps as well: only the deal shows that the last step of the unban is done.
  await expect(async () => {
    await page.reload();
    await bringIntoSight(crm(page));
    await expect(crm(page)).toHaveAttribute("data-state", "ready");
    expect(await crm(page).textContent()).toContain("Underwriting");
  }).toPass();
  await expect(doNotFund(page).getByRole("switch")).not.toBeChecked();
  await test.step("'with decline reason none, and adds a CRM note stating who cleared it and when (New York time)'", async () => {
    await expect(crm(page)).not.toContainText("Do Not Fund");
    const beginning = "Do Not Fund was cleared by Erin Novak on ";
    await expect(async () => {
      const notes = (await readCrmNotes(beginning)).filter(({ said }) => said >= asked);
      expect(notes.map(({ module }) => module).toSorted()).toEqual(["Deals", "Leads"]);
      for (const { said } of notes) {
        expect(said).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \(New York\)\.\n/);
        expect(said < inNewYork(new Date(Date.now() + 1_000)), said).toBe(true);
      }
    }).toPass();
  });
});

test("a ban of a customer who is not in deals goes on without the deal @long", async ({ signIn }) => {
  const page = await signIn("ADMIN");
  await open(page, renewedFirst);
  await expect(crm(page)).toContainText("Not in deals");
  await ban(page, "Missed Payments");
  await expect(steps(page).getByText("Not in Deals")).toHaveCount(2);
  await expect(steps(page).getByText("Done")).toHaveCount(2);
  await test.step("'buttons are each disabled if the deal … is missing'; 'When a deal is missing, a deal id is requested with source AP.'", async () => {
    await expectHeld(page, ["Waiting for Docs", "Funding Review", "Manual Decline"], "There is no deal.");
    await crm(page).getByRole("button", { name: "Request deal id" }).click();
    await expect(crm(page)).toContainText("Underwriting");
    await expect(crm(page).getByRole("button", { name: "Funding Review" })).toBeEnabled();
    const { firstname, lastname } = renewedFirst;
    const requested = { Deal_Name: `${firstname} ${lastname}`, Lead_Source: "AP", Stage: "Underwriting" };
    expect(await dealsWith(requested)).toHaveLength(1);
  });
});

/** A customer in deals for one test alone: a ban stays. */
const inDeals = () =>
  inDatabase(async (tx) => {
    const customers = await tx.user.findMany({
      where: {
        id: { gte: 10_200, lt: 10_240 },
        doNotFund: false,
        applications: { some: { dealId: { not: "" } } },
      },
      orderBy: { id: "desc" },
      select: {
        id: true,
        zohoId: true,
        applications: {
          where: { dealId: { not: "" } },
          orderBy: { id: "desc" },
          take: 1,
          select: { dealId: true },
        },
      },
    });
    const customer = customers.find(({ id }) => takeCustomer(id));
    if (customer === undefined) throw new Error("No customer in deals is left.");
    return customer;
  });

test("a step that the CRM refuses is shown, and Retry repeats it @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  const customer = await inDeals();
  const dealId = customer.applications[0]?.dealId ?? "";
  await open(page, customer);
  // Other customers' steps are done meanwhile.
  const refused = { provider: "zoho", kind: "status", status: 403 };
  await armFault({ ...refused, method: "PUT", path: `/Contacts/${customer.zohoId}` });
  await armFault({ ...refused, method: "PUT", path: `/Deals/${dealId}` });
  for (const parent of [customer.zohoId, dealId])
    await armFault({ ...refused, method: "POST", path: "/Notes", body: `"id":"${parent}"` });
  await ban(page, "Defaulted");
  for (const [step, said] of [
    ["CRM contact", "Error occurred on Contact Editing."],
    ["Lead note", "Error occurred on creating Leads Note."],
    ["Deal stage", "An error occurred setting DNF flag."],
    ["Deal note", "Error occurred on creating Deals Note."],
  ] as const)
    await test.step(`'${said}'`, async () => {
      await expect(steps(page)).toContainText(said);
      await steps(page)
        .getByRole("button", { name: `Retry: ${step}` })
        .click();
      await expect(steps(page)).not.toContainText(said);
    });
  await expect(steps(page).getByText("Done")).toHaveCount(4);
});

test("a deal is moved, then declined by hand @long", async ({ signIn }) => {
  const page = await signIn("EMPLOYEE");
  await open(page, pending);
  await crm(page).getByRole("button", { name: "Waiting for Docs" }).click();
  await expect(crm(page).getByText("Done")).toBeVisible();
  await expect(crm(page).getByText("Waiting for Docs", { exact: true }).first()).toBeVisible();
  await expectHeld(page, ["Waiting for Docs"], "The deal is already in Waiting for Docs.");
  await crm(page).getByRole("button", { name: "Manual Decline" }).click();
  const dialog = page.getByRole("dialog", { name: "Manual Decline" });
  await dialog.getByRole("combobox", { name: "Decline Reason" }).click();
  await expect(page.getByRole("option")).toHaveCount(14);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await chooseOption(dialog.getByRole("combobox", { name: "Decline Reason" }), "Use of Funds");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(crm(page).getByRole("button", { name: "Declined" })).toBeVisible();
  await expect(crm(page)).toContainText("Use of Funds");
  await expectHeld(page, ["Waiting for Docs", "Funding Review"], "The deal is Closed Lost.");
  await expectHeld(page, ["Declined"], "The deal is declined already.");
  await expectAccessible(crm(page));
});
