import type { RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { BalanceDetailsSection } from "./balance-details-section.tsx";

type Transaction = RouterOutputs["loans"]["listTransactions"][number];

const aTransaction = (changes: Partial<Transaction> = {}): Transaction => ({
  id: "7",
  transactionDate: "2026-11-20",
  transactionType: "SALE",
  customDescription: "Payment",
  description: "Paid by phone",
  amountCents: -1_250,
  balanceCents: 98_750,
  ...changes,
});

const handedOver = vi.spyOn(HTMLAnchorElement.prototype, "click");
const saved: string[] = [];
const opened = vi.fn<() => void>();

beforeEach(() => {
  saved.length = 0;
  opened.mockReset();
  handedOver.mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => handedOver.mockReset());

function openBalance(disabledReason: string | null = null) {
  signIn();
  mockTrpc.query("loans.get", () => ({
    balanceCents: 98_750,
    payoffCents: 78_750,
    discountCents: 20_000,
    activeApplicationId: 501,
    newestPaymentId: null,
  }));
  mockTrpc.query("loans.listTransactions", () => [aTransaction()]);
  const manualPayment = { run: opened, disabledReason };
  return renderPage(<BalanceDetailsSection userId={USER_ID} hasTurn manualPayment={manualPayment} />);
}

const press = async (user: ReturnType<typeof openBalance>["user"], name: string) =>
  user.click(await screen.findByRole("button", { name }));

describe("the balance", () => {
  it("shows what is available, the discount and the active application", async () => {
    openBalance();
    const textBeside = async (name: string) =>
      (await screen.findByText(name)).nextElementSibling?.textContent;
    expect(await textBeside("Available Balance")).toBe("$987.50");
    expect(await textBeside("Discount Amount")).toBe("$200.00");
    expect(await textBeside("Active Application Id")).toBe("501");
  });

  it("that failed to load is never shown as zero", async () => {
    const { user } = openBalance();
    mockTrpc.query("loans.get", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.queryByText("$0.00")).toBeNull();
    mockTrpc.query("loans.get", () => ({
      balanceCents: 0,
      payoffCents: 0,
      discountCents: 0,
      activeApplicationId: null,
      newestPaymentId: null,
    }));
    await user.click(retry);
    expect(await screen.findAllByText("$0.00")).toHaveLength(2);
  });
});

it.each([
  [null, 1],
  ["Only SUPERADMIN or EMPLOYEE can do this.", 0],
])("Manual Payment in the balance opens the form, and is held with the reason: %s", async (reason, times) => {
  const { user } = openBalance(reason);
  const button = await screen.findByRole("button", { name: "Manual Payment" });
  expect(button.getAttribute("aria-disabled")).toBe(reason === null ? null : "true");
  await user.click(button);
  expect(opened).toHaveBeenCalledTimes(times);
  expect(screen.queryAllByText("Only SUPERADMIN or EMPLOYEE can do this.").length > 0).toBe(reason !== null);
});

describe("the transactions", () => {
  it("load when they are unfolded, scroll at 1000 pixels, and fold away again", async () => {
    const { user } = openBalance();
    await press(user, "Transaction Details");
    const table = await screen.findByRole("table", { name: "Transaction Details" });
    expect(await within(table).findByText("Paid by phone")).toBeTruthy();
    expect(within(table).getByText("−$12.50")).toBeTruthy();
    expect(screen.getByRole("group", { name: "Transaction Details" }).style.maxHeight).toBe("1000px");
    await press(user, "Transaction Details");
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("say that there are none, and that they failed", async () => {
    const { user } = openBalance();
    mockTrpc.query("loans.listTransactions", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await press(user, "Transaction Details");
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.queryByText("No Transactions Found")).toBeNull();
    mockTrpc.query("loans.listTransactions", () => []);
    await user.click(retry);
    expect(await screen.findByText("No Transactions Found")).toBeTruthy();
  });
});

describe("the files", () => {
  it("the sheet is saved under the server's name, and that is said", async () => {
    const { user } = openBalance();
    const name = "transactions_user-10001_2026-10-22_to_2026-11-20_America-New_York.csv";
    mockTrpc.mutation("loans.transactionSheet", () => ({ fileName: name, base64: btoa("a,b"), rows: 1 }));
    await press(user, "Transaction Sheet");
    expect(await screen.findByText("Transaction sheet exported successfully!")).toBeTruthy();
    expect(saved).toEqual([name]);
  });

  it("a sheet that fails says so and saves nothing", async () => {
    const { user } = openBalance();
    mockTrpc.mutation("loans.transactionSheet", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await press(user, "Transaction Sheet");
    expect(await screen.findByText("Something went wrong while exporting the sheet")).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it("the PDF is saved under the server's name, or its failure is said", async () => {
    const { user } = openBalance();
    mockTrpc.mutation("loans.transactionsPdf", () => ({ fileName: "statement.pdf", base64: btoa("%PDF-") }));
    await press(user, "Transactions PDF");
    await waitFor(() => expect(saved).toEqual(["statement.pdf"]));
    mockTrpc.mutation("loans.transactionsPdf", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await press(user, "Transactions PDF");
    expect(await screen.findByText("Something went wrong")).toBeTruthy();
    expect(saved).toHaveLength(1);
  });
});
