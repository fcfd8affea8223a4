import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, within } from "@testing-library/react";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentProcessorPage from "../payment-processor-page.tsx";
import type { FoundTransaction } from "../processor-columns.tsx";

export type Details = RouterOutputs["payments"]["details"];

export const PAYMENT_ID = "0190c1a0-0000-7000-8000-00000000000a";

export const aTransaction = (changes: Partial<FoundTransaction> = {}): FoundTransaction => ({
  id: "0190c1a0-0000-7000-8000-0000000000a1",
  paymentId: PAYMENT_ID,
  sentAt: new Date("2026-11-20T16:40:00Z"),
  provider: "tabapay",
  key: "kd8s7f6g5h4j3k2",
  reference: "TX-1",
  userId: 10_001,
  userName: "Maria Delgado",
  kind: "SALE",
  paymentType: "DEBIT",
  amountCents: 41_250,
  movedCents: null,
  attempt: 1,
  attempts: 1,
  state: "SUCCEEDED",
  ...changes,
});

export const DETAILS: Details = {
  id: PAYMENT_ID,
  userId: 10_001,
  userName: "Maria Delgado",
  kind: "SALE",
  paymentType: "DEBIT",
  state: "CHARGED_BACK",
  amountCents: 41_250,
  movedCents: null,
  isDuplicate: false,
  exceptions: [],
  instrumentLast4: "4242",
  isExternal: false,
  failureCode: "",
  failureMessage: "",
  createdAt: new Date("2026-11-20T16:39:59Z"),
  createdBy: "employee@countinghouse.test",
  nextLookAt: null,
  attempts: [
    {
      id: "0190c1a0-0000-7000-8000-0000000000a1",
      sequence: 1,
      provider: "tabapay",
      providerKey: "kd8s7f6g5h4j3k2",
      providerReference: "TX-1",
      outcome: "SUCCEEDED",
      sentAt: new Date("2026-11-20T16:40:00Z"),
      finishedAt: new Date("2026-11-20T16:40:01Z"),
      answer: '{\n  "SC": 200\n}',
    },
  ],
  events: [
    {
      id: "0190c1a0-0000-7000-8000-0000000000e1",
      kind: "CHARGEBACK",
      reference: "TX-1",
      amountCents: 41_250,
      code: "10.4",
      happenedOn: "2026-11-22",
      receivedAt: new Date("2026-11-22T12:00:00Z"),
      appliedAt: null,
      problem: "The processor's amount does not match our payment.",
      detail: "",
    },
  ],
  ledger: [
    {
      id: "0190c1a0-0000-7000-8000-0000000000f1",
      kind: "payment",
      effectiveOn: "2026-11-20",
      reversesId: null,
      entries: [
        { account: "receivable:10001", amountCents: -41_250 },
        { account: "clearing:Debit Card", amountCents: 41_250 },
      ],
    },
  ],
};

type Asked = RouterInputs["payments"]["searchProcessor"];

/** Opens the page for an admin of this role. Returns with it what was asked of the server. */
export function openProcessor({
  at = "",
  role = "EMPLOYEE",
  transactions = [aTransaction()],
  details = DETAILS,
}: {
  at?: string;
  role?: Role;
  transactions?: FoundTransaction[];
  details?: Details;
} = {}) {
  signIn();
  const asked: Asked[] = [];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("payments.searchProcessor", ({ input }) => {
    asked.push(input);
    return { transactions, nextCursor: null };
  });
  mockTrpc.query("payments.details", () => details);
  return { ...renderPage(<PaymentProcessorPage />, { at: `/admin/payment-processor${at}` }), asked };
}

export const firstRow = async () => {
  await screen.findByText("TX-1");
  const row = screen.getAllByRole("row")[1];
  if (!row) throw new Error("There is no row.");
  return within(row);
};
export const drawer = async () => within(await screen.findByRole("dialog", { name: "SALE of $412.50" }));
