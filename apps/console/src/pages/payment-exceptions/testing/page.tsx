import type { RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import PaymentExceptionsPage from "../payment-exceptions-page.tsx";
import type { BookedOtherwise, UnknownPayment, UnmatchedReport } from "../use-payment-exceptions.ts";

type Details = RouterOutputs["payments"]["details"];

export const PAYMENT_ID = "0190c1a0-0000-7000-8000-00000000000a";

export const aReport = (changed: Partial<UnmatchedReport> = {}): UnmatchedReport => ({
  id: "0190c1a0-0000-7000-8000-0000000000c1",
  kind: "SETTLEMENT",
  rail: "ACH",
  direction: "DEBIT",
  amountCents: 900,
  reference: "639245942",
  last4: "6789",
  name: "",
  happenedOn: "2026-11-20",
  receivedAt: new Date("2026-11-21T03:10:00Z"),
  stage: "MATCH",
  problem: "No matching payment found.",
  payments: [
    {
      paymentId: PAYMENT_ID,
      userId: 10_001,
      userName: "Maria Delgado",
      kind: "DEBIT",
      state: "UNKNOWN",
      sentAt: new Date("2026-11-19T16:40:00Z"),
    },
  ],
  customers: [{ userId: 10_002, userName: "Ana Diaz" }],
  ...changed,
});

export const anUnknown = (changed: Partial<UnknownPayment> = {}): UnknownPayment => ({
  paymentId: PAYMENT_ID,
  userId: 10_001,
  userName: "Maria Delgado",
  kind: "DEBIT",
  state: "NEEDS_REVIEW",
  amountCents: 900,
  last4: "6789",
  message: "The processor has no record of this payment.",
  sentAt: new Date("2026-11-20T03:40:00Z"),
  nextLookAt: null,
  ...changed,
});

export const anException = (changed: Partial<BookedOtherwise> = {}): BookedOtherwise => ({
  id: "0190c1a0-0000-7000-8000-0000000000b1",
  kind: "OTHER_AMOUNT",
  message: "The processor took $4.00 of $9.00. Only that part was booked. The rest is still owed.",
  openedAt: new Date("2026-11-20T16:40:00Z"),
  paymentId: PAYMENT_ID,
  userId: 10_001,
  userName: "Maria Delgado",
  paymentKind: "SALE",
  state: "SUCCEEDED",
  amountCents: 900,
  movedCents: 400,
  other: null,
  ...changed,
});

/** A debit whose outcome nobody knows. */
export const DETAILS: Details = {
  id: PAYMENT_ID,
  userId: 10_001,
  userName: "Maria Delgado",
  kind: "DEBIT",
  paymentType: "DEBIT",
  state: "UNKNOWN",
  amountCents: 900,
  movedCents: null,
  isDuplicate: false,
  instrumentLast4: "6789",
  isExternal: false,
  failureCode: "",
  failureMessage: "",
  createdAt: new Date("2026-11-19T16:39:59Z"),
  createdBy: "employee@countinghouse.test",
  nextLookAt: null,
  attempts: [
    {
      id: "0190c1a0-0000-7000-8000-0000000000a1",
      sequence: 1,
      provider: "payliance",
      providerKey: "kd8s7f6g5h4j3k2",
      providerReference: null,
      outcome: null,
      sentAt: new Date("2026-11-19T16:40:00Z"),
      finishedAt: null,
      answer: "",
    },
  ],
  events: [],
  exceptions: [],
  ledger: [],
};

type Correction = RouterOutputs["debitControl"]["corrections"][number];

/** An account whose number its bank has corrected. */
export const aCorrection = (changed: Partial<Correction> = {}): Correction => ({
  eventId: "0190c1a0-0000-7000-8000-0000000000d1",
  code: "C01",
  noticedOn: "2026-11-20",
  state: "APPLIED",
  why: "",
  userId: 10_001,
  userName: "Maria Delgado",
  paymentId: PAYMENT_ID,
  last4: "6789",
  correctedLast4: "6780",
  correctedRouting: "011401533",
  ...changed,
});

interface Lists {
  corrections?: Correction[];
  unmatched?: UnmatchedReport[];
  unknown?: UnknownPayment[];
  booked?: BookedOtherwise[];
  counts?: Partial<RouterOutputs["paymentExceptions"]["list"]["counts"]>;
}

export function serve({ unmatched = [], unknown = [], booked = [], corrections = [], counts = {} }: Lists) {
  mockTrpc.query("debitControl.corrections", () => corrections);
  mockTrpc.query("paymentExceptions.list", () => ({
    unmatched,
    unknown,
    booked,
    counts: { unmatched: unmatched.length, unknown: unknown.length, booked: booked.length, ...counts },
  }));
}

/** Opens the page for an admin of this role. */
export function openExceptions(role: Role = "ADMIN") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("payments.details", () => DETAILS);
  mockTrpc.query("bankAccounts.owner", () => ({
    id: 10_002,
    firstname: "Ana",
    lastname: "Diaz",
    businessName: "",
  }));
  return renderPage(<PaymentExceptionsPage />, { at: "/admin/payment-exceptions" });
}

/** A control once the role is known to hold it. */
export const enabled = (name: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

export const section = async (name: string) => within(await screen.findByRole("region", { name }));
