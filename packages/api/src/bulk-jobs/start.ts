import type { BulkBatchState, Prisma, Tx } from "@countinghouse/db";
import {
  type BulkKind,
  type BulkVersion,
  batchProgress,
  CAPABILITY_TO_START,
  readUserIds,
} from "@countinghouse/validators/bulk-jobs/rules";
import type {
  ReviewedItem,
  StartBulkBalance,
  StartBulkPayments,
} from "@countinghouse/validators/bulk-jobs/schemas";
import type { SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { formatCents } from "@countinghouse/validators/money";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { Capability } from "@countinghouse/validators/roles";
import { whyNotBulk } from "@countinghouse/validators/vendors/rules";
import type { AdminCtx } from "../context.ts";
import { refuseInRecovery } from "../environment/gate.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { runHoldUntil } from "../payments/hold.ts";
import type { WithBulkJobs } from "./engine/bulk-engine.ts";
import { customersForJob } from "./kept-list.ts";
import { refuseUnlessAsReviewed, type SeenDue } from "./reviewed.ts";
import { KIND_NAMES } from "./rules.ts";

const LIVE: BulkBatchState[] = ["RUNNING", "PAUSED"];

/**
 * Asks the banks of the customers named by pasted ids, or of a kept list, in the background. Throws CONFLICT while such a
 * batch runs, RULE when none of them is known or they are too many, NOT_FOUND for a list there is not.
 */
export async function startBulkBalance(
  ctx: AdminCtx<WithBulkJobs>,
  input: StartBulkBalance & { requestId: string },
) {
  const { userIds, listId } = input;
  const ids = listId === undefined ? readUserIds(userIds).ids : await customersForJob(ctx, listId);
  const items = ids.map((userId) => ({ userId, amountCents: null, scheduleId: null }));
  return startBatch(ctx, {
    kind: "BULK_BALANCE",
    version: input.version,
    items,
    capability: CAPABILITY_TO_START.BULK_BALANCE,
    input,
  });
}

/**
 * Charges the customers of a reviewed list, in the background; amounts in cents. Throws CONFLICT while such a batch
 * runs, RULE when a customer is not as the server showed them, stands in the list with two amounts, or none is known.
 */
export function startBulkPayments(
  ctx: AdminCtx<WithBulkJobs>,
  input: StartBulkPayments & { requestId: string },
) {
  const { kind, version } = input;
  const items = once(input.items);
  return startBatch(ctx, {
    kind,
    version,
    items,
    capability: CAPABILITY_TO_START[kind],
    input,
    review: (tx, now) => refuseUnlessAsReviewed(tx, ctx.services.vault, { kind, items, now }),
  });
}

/** Each customer once; the same row twice is one. */
function once(items: readonly ReviewedItem[]): ReviewedItem[] {
  const kept = new Map<number, ReviewedItem>();
  for (const item of items) {
    const first = kept.get(item.userId) ?? item;
    if (first.amountCents !== item.amountCents || first.scheduleId !== item.scheduleId)
      throw new DomainError("RULE", `Customer ${item.userId} is in the list twice with different payments.`);
    kept.set(item.userId, first);
  }
  return [...kept.values()];
}

export interface BatchItem {
  userId: number;
  /** Cents; null where nothing is paid. */
  amountCents: number | null;
  scheduleId: number | null;
  /** What was shown of the customer; null where nothing is paid. */
  seen?: SeenFacts;
  /** What was due when it was reviewed. */
  due?: SeenDue | undefined;
}

export interface BatchOrder {
  kind: BulkKind;
  version: BulkVersion;
  /** Each user once. */
  items: readonly BatchItem[];
  capability: Capability;
  /** What was sent, with the id it is replayed by. */
  input: { requestId: string };
  /** Says what is due by each customer as it was reviewed. Throws where the batch may not be started after all. */
  review?: (tx: Tx, now: Date) => Promise<ReadonlyMap<number, SeenDue>>;
}

/**
 * Writes a batch of any size down and wakes the workers. One of a kind runs at a time: whoever comes second is told
 * who started the first, when, and how far it is (CONFLICT with `details`).
 */
async function startBatch(ctx: AdminCtx<WithBulkJobs>, order: BatchOrder): Promise<{ batchId: string }> {
  const { kind, version, items, capability, input, review } = order;
  const spec = { action: `bulkJobs.start.${kind}`, capability, input } as const;
  const started = await ctx.command(spec, async ({ tx, now }) => {
    refuseWhen(whyNotBulk(kind, ctx.services.vendorsOff));
    await refuseInRecovery(tx);
    const epoch = await lockIdle(tx, kind);
    await refuseStrangers(tx, items);
    const due = await review?.(tx, now);
    const { id } = await openBatch(tx, now, {
      kind,
      version,
      epoch,
      requestedById: ctx.actor.id,
      total: items.length,
    });
    await insertItems(
      tx,
      id,
      items.map((item) => ({ ...item, due: due?.get(item.userId) })),
    );
    const totalCents = items.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
    return {
      result: { batchId: id },
      audit: {
        subject: { type: "bulk-batch", id },
        after: { kind, version, users: items.length, totalCents },
      },
      approval: {
        matters: ["BULK"],
        title: `${KIND_NAMES[kind]} of ${items.length} customers: ${formatCents(totalCents)}`,
        userId: null,
        amountCents: totalCents,
        batchId: id,
        rows: items.map(({ userId, amountCents }) => ({ userId, amountCents: amountCents ?? 0 })),
      },
    };
  });
  ctx.services.bulkJobs.announce({ batchId: started.batchId, kind });
  ctx.services.bulkJobs.wake(kind);
  return started;
}

/** Starts of a kind happen one after the other. Returns the epoch. Throws CONFLICT while a batch of it runs. */
export async function lockIdle(tx: Tx, kind: BulkKind): Promise<number> {
  const epoch = await lockKind(tx, kind);
  await refuseWhileRunning(tx, kind);
  return epoch;
}

type OpenedBatch = Omit<
  Prisma.BulkBatchUncheckedCreateInput,
  "id" | "requestedAt" | "lastProgressAt" | "heldUntil"
> & {
  kind: BulkKind;
};

/** The kinds that take money: what they take can be held before it is begun. */
const HELD_KINDS: readonly BulkKind[] = ["BULK_DEBIT", "BULK_ACH", "AUTOMATION"];

/** Writes a batch down under a time of its own; what takes money is held for as long as is set. */
export const openBatch = async (tx: Tx, now: Date, batch: OpenedBatch) =>
  tx.bulkBatch.create({
    data: {
      ...batch,
      requestedAt: await freeBatchTime(tx, batch.kind, now),
      lastProgressAt: now,
      heldUntil:
        HELD_KINDS.includes(batch.kind) && batch.state === undefined ? await runHoldUntil(tx, now) : null,
    },
    select: { id: true, requestedAt: true },
  });

/** Starts and resets of a kind happen one after the other. Returns the epoch. */
export async function lockKind(tx: Tx, kind: BulkKind): Promise<number> {
  const [row] = await tx.$queryRaw<{ epoch: number }[]>`
    SELECT epoch FROM job_control WHERE kind = ${kind}::"BulkKind" FOR UPDATE`;
  if (row === undefined) throw new Error(`The database does not know the job ${kind}.`);
  return row.epoch;
}

async function refuseWhileRunning(tx: Tx, kind: BulkKind): Promise<void> {
  const live = await tx.bulkBatch.findFirst({
    where: { kind, state: { in: LIVE } },
    include: { requestedBy: { select: { fullName: true } } },
  });
  if (live === null) return;
  const { id, requestedBy, requestedAt } = live;
  const { completed, total } = batchProgress({
    kind,
    total: live.total,
    completedCount: live.done + live.failed + live.unknown + live.cancelled,
    counts: live,
  });
  const at = formatNewYork(requestedAt, "dateTime");
  throw new DomainError(
    "CONFLICT",
    `A ${KIND_NAMES[kind]} job started by ${requestedBy.fullName} at ${at} New York time is running: ${completed}/${total}.`,
    { batchId: id, by: requestedBy.fullName, startedAt: requestedAt, completedCount: completed, total },
  );
}

/** One wrong id is a row with its reason; a list of nothing else is a mistake. */
async function refuseStrangers(tx: Tx, items: readonly BatchItem[]): Promise<void> {
  const where = { id: { in: items.map(({ userId }) => userId) } };
  if ((await tx.user.findFirst({ where, select: { id: true } })) === null)
    throw new DomainError("RULE", "None of these ids belongs to a customer.");
}

/** Two batches of a kind never have the same time: the drop-down knows them by it. */
async function freeBatchTime(tx: Tx, kind: BulkKind, now: Date): Promise<Date> {
  const { _max } = await tx.bulkBatch.aggregate({ where: { kind }, _max: { requestedAt: true } });
  const last = _max.requestedAt?.getTime() ?? 0;
  return new Date(Math.max(now.getTime(), last + 1));
}

/** Writes the rows of a batch down in their order. */
export const insertItems = (tx: Tx, batchId: string, items: readonly BatchItem[]) => tx.$executeRaw`
  INSERT INTO bulk_item (id, batch_id, position, user_id, amount_cents, schedule_id, seen_balance_cents, seen_payment_id,
    seen_due_cents, seen_due_on)
  SELECT gen_random_uuid(), ${batchId}::uuid, r.position, r."userId", r."amountCents", r."scheduleId",
    (r.seen->>'balanceCents')::bigint, (r.seen->>'newestPaymentId')::uuid,
    (r.due->>'dueCents')::bigint, (r.due->>'dueDate')::date
  FROM jsonb_to_recordset(${JSON.stringify(items.map((item, position) => ({ ...item, position })))}::jsonb)
    AS r (position int, "userId" int, "amountCents" bigint, "scheduleId" int, seen jsonb, due jsonb)`;
