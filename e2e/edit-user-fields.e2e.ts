import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { chooseOption } from "./support/choose-option.ts";
import { openEditForm, submit, value } from "./support/edit-user.ts";
import { dealsWith } from "./support/sandbox.ts";
import { expect, expectToast, test } from "./support/test.ts";

/** The terms that the CRM receives (specification 1, section 7). */
const SYNCED = [
  "Payment_Amount",
  "Funded_Amount",
  "Disbursement_Amount",
  "Repay_Amount",
  "Approved_Amount",
  "Discount_Amount",
  "Manual_Adjustment_Reason",
];

/** A different city for each repetition, so that each run changes the form. */
const CITIES = ["Brooklyn", "Queens", "Albany"];

test("pasted contact data and new terms are saved, and the CRM receives the terms @long", async ({
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
  await paste("Phone", "+1 646.555.0177");
  await expect(value(page, "Phone")).toHaveValue("(646) 555-0177");
  await paste("EIN Number", "12 3456 789");
  await expect(value(page, "EIN Number")).toHaveValue("12-3456789");
  await paste("Address", `123 Main St Apt 4, ${city}, NY 11201`);
  await expect(value(page, "City")).toHaveValue(city);

  await chooseOption(value(page, "Funds Disbursed Method"), "instantBankTransfer");
  await value(page, "Approved Amount").fill("1,000.00");
  // 1,000.00 less 7.25 % and the 6.00 that an instant transfer costs a renewed customer.
  await expect(value(page, "Disbursement Amount")).toHaveValue("921.50");
  await chooseOption(value(page, "Manual Adjustment Reason"), "Data Correction");
  const sent = page.waitForRequest((request) => request.url().includes("/trpc/users.edit?"));
  await submit(page);
  await page.getByRole("button", { name: "Save changes" }).click();
  expect((await sent).postData()).toContain('"6465550177"');
  await expectToast(page, "User updated successfully!");

  const terms = { Approved_Amount: 1000, Disbursement_Amount: 921.5 };
  await expect.poll(() => dealsWith(terms)).toHaveLength(1);
  const [deal] = await dealsWith(terms);
  expect(Object.keys(deal ?? {})).toEqual(expect.arrayContaining(SYNCED));
  expect(deal).toMatchObject({ Funded_Amount: 1000, Manual_Adjustment_Reason: "Data Correction" });
});
