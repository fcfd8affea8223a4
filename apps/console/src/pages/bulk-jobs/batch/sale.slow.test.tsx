import { BULK_JOBS_MESSAGES } from "@countinghouse/validators/messages";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { aLoan, anOutcome, serveRuns, someOptions } from "@/pages/payments/testing/payment-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { openBulkPage, question } from "../testing/bulk-page.tsx";
import { aBatch, aRow, BATCH_ID } from "../testing/rows.ts";

const USER_ID = 10_001;

beforeEach(() => sessionStorage.clear());

/** Opens the card sale of a balance row of Maria Delgado, who owes so much. */
async function openSale({
  balanceCents = 458_750,
  isExternal = false,
  role = "EMPLOYEE",
  version = 1,
  optionsFailed = null,
}: {
  balanceCents?: number;
  isExternal?: boolean;
  role?: Role;
  version?: 1 | 2;
  optionsFailed?: { code: "INTERNAL_SERVER_ERROR" | "NOT_FOUND"; message: string } | null;
} = {}) {
  const batch = aBatch({ kind: "BULK_BALANCE", state: "COMPLETED" });
  const { customer } = someOptions();
  mockTrpc.query("payments.options", () => {
    if (optionsFailed) throw mockTrpc.refusal(optionsFailed.code, { message: optionsFailed.message });
    return someOptions({ customer: { ...customer, isExternal } });
  });
  mockTrpc.query("loans.get", () => aLoan({ balanceCents }));
  const page = openBulkPage({
    kind: "BULK_BALANCE",
    version,
    role,
    search: `?batch=${BATCH_ID}`,
    batches: [{ batch, rows: [aRow(USER_ID, { state: "DONE" })] }],
  });
  await page.press(`Pay, user ${USER_ID}`);
  const sheet = within(
    await screen.findByRole("dialog", { name: BULK_JOBS_MESSAGES.paymentTitles[version] }),
  );
  const fill = async (amount: string) => {
    await page.user.click(await sheet.findByRole("radio", { name: /4242/ }));
    await page.user.type(sheet.getByLabelText("Amount (USD)"), amount);
    await page.user.click(await sheet.findByRole("button", { name: /^Charge/, description: "" }));
  };
  return { ...page, sheet, fill };
}

it.each([
  [1, "Performaing Transaction"],
  [2, "Performing Transaction"],
] as const)("the sheet of version %i is titled '%s'", async (version, name) => {
  await openSale({ version });
  expect(screen.getByRole("dialog", { name })).toBeTruthy();
});

it.each([
  ["INTERNAL_SERVER_ERROR", "Something went wrong", "Something went wrong!"],
  ["NOT_FOUND", "There is no customer 10001.", "There is no customer 10001."],
] as const)("cards that do not load, answered with %s, %s: %s", async (code, message, said) => {
  const { sheet } = await openSale({ optionsFailed: { code, message } });
  expect(await sheet.findByText(said)).toBeTruthy();
});

it("'card and amount required'", async () => {
  const { sheet, user } = await openSale();
  const charge = await sheet.findByRole("button", { name: "Charge…", description: "" });
  expect(sheet.queryByRole("alert")).toBeNull();
  await user.click(charge);
  expect(await sheet.findByText("Account detail missing, please select card first!")).toBeTruthy();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("a sale is confirmed with customer, card and amount, sent once, and says 'Transaction perform successfully'", async () => {
  const sent = serveRuns(() => anOutcome());
  const { user, fill } = await openSale();
  await fill("412.5");
  const asked = await question("Charge $412.50 to Maria Delgado?");
  expect(asked.getByText("Visa •••• 4242")).toBeTruthy();
  expect(asked.getByText("$4,587.50 → $4,175.00")).toBeTruthy();
  await user.click(asked.getByRole("button", { name: "Charge $412.50" }));
  expect((await screen.findAllByText(/Transaction perform successfully/)).length).toBeGreaterThan(0);
  expect(sent).toEqual([
    expect.objectContaining({
      userId: USER_ID,
      mode: "SALE",
      instrumentId: 1,
      amountCents: 41_250,
      passcode: "",
    }),
  ]);
});

it("a sale that is declined says so in the processor's words, and keeps card and amount", async () => {
  serveRuns(() => anOutcome({ state: "FAILED", message: "Do not honor", failureCode: "05" }));
  const { user, sheet, fill } = await openSale();
  await fill("5");
  await user.click((await question(/^Charge \$5\.00 to/)).getByRole("button", { name: "Charge $5.00" }));
  expect(await screen.findByText("Do not honor")).toBeTruthy();
  expect(sheet.getByLabelText<HTMLInputElement>("Amount (USD)").value).toBe("5.00");
});

it("without an answer the outcome is unknown, and the same can not be sent again", async () => {
  serveRuns(() => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  mockTrpc.query("payments.status", () => null);
  const { user, sheet, fill } = await openSale();
  await fill("5");
  await user.click((await question(/^Charge \$5\.00 to/)).getByRole("button", { name: "Charge $5.00" }));
  await user.click((await question("Outcome unknown")).getByRole("button", { name: "Close" }));
  const description = "We do not know whether this payment went through. Do not repeat it.";
  expect(await sheet.findByRole("button", { name: /^Charge/, description })).toBeTruthy();
});

it("'The customer has a zero balance': then a SUPERADMIN types the amount once more", async () => {
  const { user, fill } = await openSale({ balanceCents: 0, role: "SUPERADMIN" });
  await fill("5");
  const asked = await question(/^Charge \$5\.00 to/);
  expect(asked.getByText("The customer has a zero balance")).toBeTruthy();
  expect(
    asked.getByRole("button", { name: "Charge $5.00", description: "Type the amount first." }),
  ).toBeTruthy();
  await user.type(asked.getByLabelText(/^Type the amount/), "5");
  await waitFor(() =>
    expect(asked.getByRole("button", { name: "Charge $5.00" }).getAttribute("aria-disabled")).toBeNull(),
  );
});

it("'The customer has a zero balance': nobody else can charge, and is told who can", async () => {
  const { sheet } = await openSale({ balanceCents: 0 });
  expect(await sheet.findByText("The customer has a zero balance")).toBeTruthy();
  const description = "Only SUPERADMIN can do this.";
  expect(await sheet.findByRole("button", { name: "Charge…", description })).toBeTruthy();
});

it("a customer with an agency is not charged", async () => {
  const { sheet } = await openSale({ isExternal: true });
  const description = "This customer is with an external agency.";
  expect(await sheet.findByRole("button", { name: "Charge…", description })).toBeTruthy();
});
