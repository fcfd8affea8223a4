import type { RouterOutputs } from "@countinghouse/api";
import type { Schedule } from "../use-process-payment.ts";

type Outcome = RouterOutputs["paymentSchedules"]["process"];

const PAYMENT_ID = "0190c1a0-0000-7000-8000-00000000000a";

export const aSchedule = (id: number, paymentDate: string, changes: Partial<Schedule> = {}): Schedule => ({
  id,
  userId: 10_001,
  userName: "Maria Delgado",
  applicationId: 501,
  paymentDate,
  paidOn: null,
  daysPastDue: 0,
  amountCents: 41_250,
  paidCents: 0,
  leftCents: changes.amountCents ?? 41_250,
  dueCents: changes.leftCents ?? changes.amountCents ?? 41_250,
  status: "UNPAID",
  version: 1,
  previousDate: null,
  nextDate: null,
  isPaidOut: true,
  isExternal: false,
  balanceCents: 100_000,
  payoffCents: changes.balanceCents ?? 100_000,
  newestPaymentId: PAYMENT_ID,
  payment: null,
  isUnderWay: false,
  source: { mode: "DEBIT", instrumentId: 3, last4: "6789", chosenBy: "preference" },
  whyNoInstrument: null,
  ...changes,
});

/** Three payments of one user, and one of another. */
export const SCHEDULES: Schedule[] = [
  aSchedule(1, "2026-11-17", { status: "PAID", paidOn: "2026-11-19", nextDate: "2026-11-24" }),
  aSchedule(2, "2026-11-24", { previousDate: "2026-11-17", nextDate: "2026-12-01" }),
  aSchedule(3, "2026-12-01", {
    previousDate: "2026-11-24",
    payment: { paymentId: PAYMENT_ID, state: "FAILED", message: "The account is closed" },
  }),
  aSchedule(4, "2026-12-08", { userId: 10_002, userName: "Luis Delgado" }),
];

export const anOutcome = (state: Outcome["state"], message: string): Outcome => ({
  paymentId: PAYMENT_ID,
  userId: 10_001,
  mode: "DEBIT",
  state,
  amountCents: 41_250,
  message,
  failureCode: "",
  reference: "",
  heldUntil: null,
  isPostFundingDone: null,
  postFundingMessage: null,
  nextLookAt: null,
});
