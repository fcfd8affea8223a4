import type { Batch, BulkRow, PreviewRow } from "@/components/batches/types.ts";
import { aJob, aRow as aWaitingRow, BATCH_ID } from "../../../live/testing/bulk-batch.ts";

export { BATCH_ID };
export const OTHER_BATCH_ID = "0190c1a0-0000-7000-8000-0000000000b2";
export const PAYMENT_ID = "0190c1a0-0000-7000-8000-0000000000f1";

const COUNTS = { done: 0, failed: 0, waiting: 0, underWay: 0, unknown: 0, cancelled: 0 };

/** A batch of four payments by Sam Okafor that is half done. */
export const aBatch = ({ counts, ...changes }: Partial<Batch> = {}): Batch =>
  aJob({
    requestedAt: new Date("2026-11-21T16:02:05Z"),
    startedAt: new Date("2026-11-21T16:02:05Z"),
    startedBy: { id: "5b0e4b1c-6a57-4c5e-9d0e-8f6f7e3f0a12", name: "Sam Okafor", isMe: false },
    lastProgressAt: new Date("2026-11-21T16:03:05Z"),
    total: 4,
    completedCount: 2,
    change: 3,
    counts: { ...COUNTS, done: 1, failed: 1, waiting: 1, underWay: 1, ...counts },
    sumCents: { all: 100_000, done: 41_250, failed: 9_500 },
    ...changes,
  });

export const aRow = (userId: number, changes: Partial<BulkRow> = {}): BulkRow =>
  aWaitingRow(userId, {
    id: `0190c1a0-0000-7000-8000-${String(userId).padStart(12, "0")}`,
    userId,
    email: `user.${userId}@example.com`,
    amountCents: 41_250,
    paymentCents: 41_250,
    paybackCents: 690_000,
    discountDate: "2026-12-31",
    ...changes,
  });

/** One row in each of the four states that a running batch has. */
export const FOUR_ROWS: BulkRow[] = [
  aRow(48_213, {
    state: "DONE",
    message: "Transaction perform successfully",
    paymentId: PAYMENT_ID,
    finishedAt: new Date("2026-11-21T16:05:12Z"),
  }),
  aRow(48_290, { state: "FAILED", errorCode: "R01", message: "Insufficient funds", amountCents: 9_500 }),
  aRow(48_300, { state: "CLAIMED" }),
  aRow(48_311),
];

/** The same when it is over. */
export const OVER = aBatch({
  state: "COMPLETED",
  finishedAt: new Date("2026-11-21T16:03:57Z"),
  completedCount: 4,
  counts: { done: 2, failed: 2, waiting: 0, underWay: 0, unknown: 0, cancelled: 0 },
});
export const OVER_ROWS = FOUR_ROWS.map((row) =>
  row.state === "FAILED" ? row : { ...row, state: "DONE" as const },
);

export const aPreviewRow = (userId: number, changes: Partial<PreviewRow> = {}): PreviewRow => ({
  userId,
  renewalId: null,
  firstname: "Maria",
  lastname: "Delgado",
  email: `user.${userId}@example.com`,
  paymentCents: 41_250,
  paybackCents: 690_000,
  discountDate: "2026-12-31",
  last4: "6789",
  mode: "DEBIT",
  scheduleId: userId + 1,
  dueDate: "2026-11-21",
  scheduledCents: 41_250,
  dueCents: 41_250,
  balanceCents: 458_750,
  payoffCents: 458_750,
  newestPaymentId: PAYMENT_ID,
  likePayments: [],
  reviewed: `digest of ${userId}`,
  lastPaidAt: null,
  requestedAt: null,
  reasons: [],
  ...changes,
});

/** Two that are ready, one that needs a look, one that is blocked, one that is requested already. */
export const FIVE_TO_REVIEW: PreviewRow[] = [
  aPreviewRow(48_213),
  aPreviewRow(48_214, { firstname: "Luis", paymentCents: 10_000, scheduledCents: 10_000, dueCents: 10_000 }),
  aPreviewRow(48_290, {
    lastPaidAt: new Date("2026-11-21T14:02:00Z"),
    reasons: [
      {
        code: "paid-today",
        level: "look",
        message: "Paid today 09:02 New York time.",
        fact: { place: "payments", userId: 48_290 },
      },
    ],
  }),
  aPreviewRow(48_311, {
    last4: "",
    reasons: [
      {
        code: "no-instrument",
        level: "blocked",
        message: "The customer has no bank account.",
        fact: { place: "accounts", userId: 48_311 },
      },
    ],
  }),
  aPreviewRow(48_355, {
    requestedAt: new Date("2026-11-21T16:02:05Z"),
    reasons: [
      { code: "requested", level: "blocked", message: "Already requested 11:02 New York time.", fact: null },
    ],
  }),
];
