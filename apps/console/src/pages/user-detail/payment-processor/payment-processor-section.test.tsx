import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "../testing/user-page.tsx";
import { PaymentProcessorSection } from "./payment-processor-section.tsx";
import type { ProcessorTransaction } from "./use-processor-transactions.ts";

const aTransaction = (changes: Partial<ProcessorTransaction> = {}): ProcessorTransaction => ({
  id: "0190c1a0-0000-7000-8000-00000000000a",
  sentAt: new Date("2026-11-20T16:40:00Z"),
  provider: "tabapay",
  reference: "TX-1",
  kind: "SALE",
  paymentType: "DEBIT",
  amountCents: 41_250,
  movedCents: null,
  attempt: 1,
  attempts: 1,
  state: "SUCCEEDED",
  ...changes,
});

const page = (transactions: ProcessorTransaction[], more = {}) => ({
  transactions,
  total: transactions.length,
  nextCursor: null,
  ...more,
});

function open() {
  signIn();
  return renderPage(<PaymentProcessorSection userId={USER_ID} hasTurn />);
}
const region = async () => within(await screen.findByRole("region", { name: "Payment Processor" }));
const findCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

it("shows reference, processor, kind, amount, state, attempt and when, in New York time", async () => {
  mockTrpc.query("payments.processorTransactions", () =>
    page([
      aTransaction(),
      aTransaction({
        id: "0190c1a0-0000-7000-8000-00000000000b",
        provider: "payliance",
        reference: null,
        kind: "CREDIT",
        paymentType: "CREDIT",
        state: "UNKNOWN",
        attempt: 2,
        attempts: 3,
      }),
    ]),
  );
  open();
  const [, first, second] = await (await region()).findAllByRole("row");
  if (!first || !second) throw new Error("There are no rows.");
  await waitFor(() =>
    expect(findCells(first)).toEqual([
      "2026-11-20 11:40:00",
      "TabaPay",
      "TX-1",
      "SALE",
      "$412.50",
      "Succeeded",
      "1 of 1",
    ]),
  );
  expect(findCells(second).slice(1)).toEqual([
    "Payliance",
    expect.stringContaining("—"),
    "CREDIT",
    "−$412.50",
    "Unknown outcome",
    "2 of 3",
  ]);
});

it("money that did not move after all is told so", async () => {
  mockTrpc.query("payments.processorTransactions", () => page([aTransaction({ state: "RETURNED" })]));
  open();
  expect(await (await region()).findByText("failed")).toBeTruthy();
});

it("a customer without any has none, which is not the same as a failure", async () => {
  mockTrpc.query("payments.processorTransactions", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = open();
  const section = await region();
  const retry = await section.findByRole("button", { name: "Retry" });
  expect(section.queryByText("No Processor Transactions Found")).toBeNull();
  mockTrpc.query("payments.processorTransactions", () => page([]));
  await user.click(retry);
  expect(await section.findByText("No Processor Transactions Found")).toBeTruthy();
});

it("the next page is asked for from the last one seen, and a page that fails takes nothing away", async () => {
  const first = aTransaction();
  const cursor = { sentAt: first.sentAt, id: first.id };
  mockTrpc.query("payments.processorTransactions", ({ input }) => {
    if (input.cursor) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    return page([first], { total: 2, nextCursor: cursor });
  });
  const { user } = open();
  const section = await region();
  const more = await section.findByRole("button", { name: /^Show more 10/ });
  await user.click(more);
  expect((await section.findByRole("alert")).textContent).toBe("Something went wrong");
  expect(section.getByText("TX-1")).toBeTruthy();

  const asked: unknown[] = [];
  mockTrpc.query("payments.processorTransactions", ({ input }) => {
    asked.push(input.cursor);
    return page([aTransaction({ id: "0190c1a0-0000-7000-8000-00000000000c", reference: "TX-2" })], {
      total: 2,
    });
  });
  await user.click(more);
  expect(await section.findByText("TX-2")).toBeTruthy();
  expect(section.getByText("TX-1")).toBeTruthy();
  expect(asked).toEqual([cursor]);
  expect(section.queryByRole("button", { name: /^Show more/ })).toBeNull();
});
