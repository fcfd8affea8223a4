import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { chooseOption } from "./support/choose-option.ts";
import { openEditForm, recalculation, submit, value } from "./support/edit-user.ts";
import { dealsWith } from "./support/sandbox.ts";
import { expect, expectToast, test } from "./support/test.ts";

const FIELDS = [
  "Email",
  "Address",
  "Zip Code",
  "City",
  "State",
  "Company Name",
  "EIN Number",
  "Approved Amount",
  "Phone",
  "Initial Approved Amount",
  "Discount Amount",
  "Payback Amount",
  "Payment Amount",
  "Ofee (0.0725)",
  "Payment Terms",
  "First Payment Date",
  "Discount Date",
  "Funds Disbursed Method",
  "Disbursement Fee",
  "Disbursement Amount",
  "Manual Adjustment Reason",
];
/** What the CRM is told of the terms (specification 1, section 7). */
const SYNCED = [
  "Payment_Amount",
  "Funded_Amount",
  "Disbursement_Amount",
  "Repay_Amount",
  "Approved_Amount",
  "Discount_Amount",
  "Manual_Adjustment_Reason",
];

/** One for each time it is repeated, so that each changes something. */
const CITIES = ["Brooklyn", "Queens", "Albany"];

test("every field of the form: what it takes typed and pasted, what follows from it, and what of it is sent @long", async ({
  signIn,
}) => {
  const page = await signIn("EMPLOYEE");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const city = CITIES[test.info().repeatEachIndex] ?? "Buffalo";
  await openEditForm(page, FIXTURES.renewed);
  const paste = async (label: string, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await value(page, label).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("ControlOrMeta+V");
  };
  const cents = async (label: string) =>
    Number((await value(page, label).inputValue()).replaceAll(/\D/g, ""));
  const choose = (label: string, option: string): Promise<void> => chooseOption(value(page, label), option);

  await test.step("'Fields: Email, Address, … Manual Adjustment Reason, Submit', in this order", async () => {
    await expect(page.getByRole("form").locator("label")).toHaveText(FIELDS);
    await expect(page.getByRole("button", { name: "Submit" })).toBeVisible();
  });
  await test.step("'Disbursement Amount and Initial Approved Amount are read-only'", async () => {
    for (const label of ["Disbursement Amount", "Initial Approved Amount"])
      await expect(value(page, label)).not.toBeEditable();
  });
  await test.step("'Phone format (###) ###-####' typed, corrected and pasted", async () => {
    const phone = value(page, "Phone");
    await phone.fill("");
    await phone.pressSequentially("2125550144");
    await expect(phone).toHaveValue("(212) 555-0144");
    for (let steps = 0; steps < 5; steps++) await phone.press("ArrowLeft");
    await phone.press("Backspace");
    await phone.pressSequentially("9");
    await expect(phone).toHaveValue("(212) 559-0144");
    expect(await phone.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(9);
    await paste("Phone", "+1 646.555.0177");
    await expect(phone).toHaveValue("(646) 555-0177");
  });
  await test.step("'EIN format ##-#######' typed and pasted", async () => {
    const ein = value(page, "EIN Number");
    await ein.fill("");
    await ein.pressSequentially("987654321");
    await expect(ein).toHaveValue("98-7654321");
    await paste("EIN Number", "12 3456 789");
    await expect(ein).toHaveValue("12-3456789");
  });
  await test.step("'Address component mapping': a whole address fills city, state and zip code", async () => {
    await paste("Address", `123 Main St Apt 4, ${city}, NY 11201`);
    await expect(value(page, "Address")).toHaveValue("123 Main St Apt 4");
    await expect(value(page, "City")).toHaveValue(city);
    await expect(value(page, "State")).toHaveValue("NY");
    await expect(value(page, "Zip Code")).toHaveValue("11201");
  });
  await test.step("'Date inputs use YYYY-MM-DD'", async () => {
    const date = value(page, "First Payment Date");
    const before = await date.inputValue();
    await date.fill("");
    await date.pressSequentially("20270104");
    await expect(date).toHaveValue("2027-01-04");
    await page.getByRole("button", { name: "Choose First Payment Date from a calendar" }).click();
    await page.keyboard.press("Escape");
    await expect(date).toHaveValue("2027-01-04");
    await date.fill("2027-02-30");
    await submit(page);
    await expect(page.getByText("Enter a date as YYYY-MM-DD.")).toBeVisible();
    await date.fill(before);
  });
  await test.step("'Payment Amount limited to two decimals (the last typed character is dropped …)'", async () => {
    const amount = value(page, "Payment Amount");
    const before = await amount.inputValue();
    await amount.fill("");
    await amount.pressSequentially("12.345");
    await expect(amount).toHaveValue("12.34");
    await amount.fill(before);
  });
  await test.step("'Maximum Allowed Offer Limit is {limit} USD'", async () => {
    const before = await value(page, "Approved Amount").inputValue();
    await value(page, "Approved Amount").fill("10000.01");
    await expect(page.getByText("Maximum Allowed Offer Limit is 10000 USD")).toBeVisible();
    await submit(page);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await value(page, "Approved Amount").fill(before);
  });
  await test.step("'nextDayBankACH gives 0; instantBankTransfer gives 6 if the user isRenewed'; 'Disbursement amount is recalculated'", async () => {
    for (const [method, fee] of [
      ["nextDayBankACH", 0],
      ["instantBankTransfer", 600],
    ] as const) {
      await choose("Funds Disbursed Method", method);
      await value(page, "Approved Amount").fill("1,000.00");
      await expect.poll(() => cents("Disbursement Fee")).toBe(fee);
      // 1,000.00 less 7.25 % of it.
      expect(await cents("Disbursement Amount")).toBe(92_750 - fee);
      await expect(recalculation(page)).toContainText(method);
    }
  });
  await test.step("'Choosing reason 'None' resets the form values', which can be taken back", async () => {
    await choose("Manual Adjustment Reason", "Data Correction");
    await choose("Manual Adjustment Reason", "None");
    await expect(value(page, "City")).not.toHaveValue(city);
    await expect(page.getByText("City, State and Zip Code were filled from it.")).toHaveCount(0);
    await page.locator("[data-sonner-toast]").getByRole("button", { name: "Undo" }).press("Enter");
    await expect(value(page, "City")).toHaveValue(city);
    await expect(value(page, "Manual Adjustment Reason")).toContainText("Data Correction");
  });
  const save = () => page.getByRole("button", { name: "Save changes" }).click();
  await test.step("'Edit user failure: toast'; nothing that was typed is lost", async () => {
    await page.route(/\/trpc\/users\.edit\?/, (route) => route.fulfill({ status: 500, body: "{}" }), {
      times: 1,
    });
    await submit(page);
    await save();
    await expectToast(page, "Something went wrong");
    await expect(value(page, "City")).toHaveValue(city);
  });
  await test.step("'Phone … sent with dashes, spaces and brackets removed'; 'User updated successfully!'", async () => {
    const sent = page.waitForRequest((request) => request.url().includes("/trpc/users.edit?"));
    await submit(page);
    await save();
    expect((await sent).postData()).toContain('"6465550177"');
    await expectToast(page, "User updated successfully!");
  });
  await test.step("'In parallel a CRM sync update is sent': the seven terms, and the contact", async () => {
    await expect.poll(() => dealsWith({ Approved_Amount: 1000, Disbursement_Amount: 921.5 })).toHaveLength(1);
    const [deal] = await dealsWith({ Approved_Amount: 1000, Disbursement_Amount: 921.5 });
    expect(Object.keys(deal ?? {})).toEqual(expect.arrayContaining(SYNCED));
    expect(deal).toMatchObject({ Funded_Amount: 1000, Manual_Adjustment_Reason: "Data Correction" });
  });
});
