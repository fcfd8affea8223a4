import type { BatchChanges, TrayJob } from "../feed.ts";

export const BATCH_ID = "01930000-0000-7000-8000-000000000001";

/** A bulk ACH job of ten that runs, and whatever is given. */
export const aJob = (facts: Partial<TrayJob> = {}): TrayJob => ({
  id: BATCH_ID,
  kind: "BULK_ACH",
  version: 2,
  state: "RUNNING",
  requestedAt: new Date(),
  startedAt: new Date(),
  startedBy: { id: "sam", name: "Sam Ortiz", isMe: false },
  finishedAt: null,
  lastProgressAt: new Date(),
  heldUntil: null,
  reverts: null,
  isStalled: false,
  total: 10,
  completedCount: 0,
  counts: { done: 0, failed: 0, unknown: 0, cancelled: 0, underWay: 0, waiting: 10 },
  sumCents: { all: 100_00, done: 0, failed: 0 },
  change: 0,
  ...facts,
});

/** The same job after so many ended well and so many failed. */
export function after(done: number, failed = 0, facts: Partial<TrayJob> = {}): TrayJob {
  const job = aJob(facts);
  const waiting = job.total - done - failed;
  return {
    ...job,
    state: waiting === 0 ? "COMPLETED" : job.state,
    finishedAt: waiting === 0 ? new Date() : null,
    completedCount: done + failed,
    counts: { ...job.counts, done, failed, waiting },
    change: done + failed,
    ...facts,
  };
}

type Row = BatchChanges["rows"][number];

export const aRow = (position: number, facts: Partial<Row> = {}): Row => ({
  id: `item-${position}`,
  position,
  change: 0,
  userId: 5_000 + position,
  renewalId: null,
  firstname: "Maria",
  lastname: "Delgado",
  email: "maria@example.test",
  amountCents: 10_00,
  paymentCents: 10_00,
  paybackCents: 100_00,
  discountDate: null,
  state: "WAITING",
  message: "",
  errorCode: "",
  last4: "6789",
  mode: null,
  paymentId: null,
  paymentState: null,
  accounts: [],
  finishedAt: null,
  ...facts,
});

/** An answer with these rows, up to their latest change. */
export function changesWith(batch: TrayJob, rows: Row[], facts: Partial<BatchChanges> = {}): BatchChanges {
  const last = rows.at(-1);
  const cursor = last ? { change: last.change, position: last.position } : null;
  return { batch, rows, cursor, more: false, ...facts };
}

/** Nothing waits for a person. */
export const NO_WORK = { waiting: 0, mine: 0, stamp: "none" };
