import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aPayment,
  findEnabledButton,
  findSection,
  openUserPage,
  openUserSection,
  USER_ID,
} from "../testing/user-page.tsx";
import { ManualPaymentSection } from "./manual-payment-section.tsx";
import { useManualPayments } from "./use-manual-payments.ts";

/** The section, whose button leads out of it. */
function Payments() {
  return <ManualPaymentSection query={useManualPayments(USER_ID)} disabledReason={null} onOpen={() => {}} />;
}

const region = async () => within(await screen.findByRole("region", { name: "Manual Payment" }));

async function readCells(...[payment]: Parameters<typeof aPayment>) {
  openUserSection(Payments, { payments: [aPayment(payment)] });
  const table = await (await region()).findByRole("table", { name: "Manual payments" });
  return within(table).getAllByRole("cell");
}

const queued = { state: "QUEUED", receipt: "", lastError: "" } as const;
const delivered = { state: "DELIVERED", receipt: "Payments!A12:H12", lastError: "" } as const;
const failed = { state: "FAILED", receipt: "", lastError: "The sheet is full" } as const;

it("a payment shows when, what, how much, who and where its copy is", async () => {
  const cells = await readCells();
  await waitFor(() =>
    expect(cells.map((cell) => cell.textContent)).toEqual([
      "2026-11-20 11:40:00",
      "Payment",
      "$12.50",
      "CashApp",
      "SALE",
      "DEBIT",
      "Paid by phone",
      "No",
      "erin.novak@example.com",
      "DeliveredPayments!A12:H12",
    ]),
  );
});

it("what reduces the debt is money in, what increases it is money out", async () => {
  const [, , debit] = await readCells();
  expect(debit?.querySelector(".text-money-in")?.textContent).toBe("$12.50");
});

it("a credit has a minus sign and the colour of money out", async () => {
  const [, , credit] = await readCells({ paymentType: "CREDIT" });
  expect(credit?.querySelector(".text-money-out")?.textContent).toBe("−$12.50");
});

it.each([
  [queued, "Queued"],
  [delivered, "DeliveredPayments!A12:H12"],
  [failed, "FailedThe sheet is full"],
  [null, "—none"],
])("the copy for the ledger sheet: %o", async (ledgerSheet, text) => {
  const cells = await readCells({ ledgerSheet });
  expect(cells.at(-1)?.textContent).toBe(text);
});

it("the list is read again while a copy is queued, and not once it is delivered", async () => {
  let reads = 0;
  openUserSection(Payments);
  mockTrpc.query("payments.listManual", () => {
    reads += 1;
    return [aPayment({ ledgerSheet: reads < 2 ? queued : delivered })];
  });
  expect(await (await region()).findByText("Queued")).toBeTruthy();
  expect(await (await region()).findByText("Delivered")).toBeTruthy();
  expect(reads).toBe(2);
});

it("a customer without manual payments says so", async () => {
  openUserSection(Payments);
  expect(await (await region()).findByText("No Manual Payments Found")).toBeTruthy();
});

it("the button leads to the form on the page of payments", async () => {
  const { user } = openUserPage();
  await user.click(await findEnabledButton("Manual Payment", await findSection("Manual Payment")));
  await waitFor(() => expect(address()).toBe(`/admin/payment?id=${USER_ID}&mode=RECORD`));
});

it("the earlier address of the form leads to the page of payments", async () => {
  openUserPage({ search: "&drawer=manual-payment" });
  await waitFor(() => expect(address()).toBe(`/admin/payment?id=${USER_ID}&mode=RECORD`));
});

it("an admin who may not record payments still sees them", async () => {
  openUserPage({ role: "VIEWER", payments: [aPayment()] });
  expect(await (await findSection("Manual Payment")).findByText("Paid by phone")).toBeTruthy();
});
