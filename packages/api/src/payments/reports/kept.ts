import type { Prisma, ReportStage, Tx } from "@countinghouse/db";
import { MOST_RETRIES } from "@countinghouse/validators/chargebacks/rules";
import type { Reported } from "./reported.ts";

/** How a report stands that was written down. */
export interface Kept {
  id: string;
  appliedAt: Date | null;
  problem: string;
  stage: ReportStage | null;
  attempts: number;
}

const KEPT = { id: true, appliedAt: true, problem: true, stage: true, attempts: true } as const;

const MINUTE = 60_000;
/** When the worker tries a report again after the first failure, after one retry, and so on. */
const TRY_AGAIN_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 3 * 60 * MINUTE, 24 * 60 * MINUTE];

/** Writes a report down, under the processor's name for it; returns how it stands, also when it was told before. */
export function writeDown(tx: Tx, reported: Reported, intentId: string | null, at: Date): Promise<Kept> {
  const { provider, eventKey, kind, key, name, reference, amountCents, code, day, detail } = reported;
  const told = { paymentKey: key ?? "", name };
  return tx.processorEvent.upsert({
    where: { provider_eventKey: { provider, eventKey } },
    create: {
      provider,
      eventKey,
      kind,
      intentId,
      reference,
      amountCents,
      code,
      ...told,
      detail: detail as Prisma.InputJsonObject,
      happenedOn: new Date(day),
      receivedAt: at,
    },
    update: { ...told, ...(intentId !== null && { intentId }) },
    select: KEPT,
  });
}

/** Locks a report that is taken for a retry; null when another worker has tried it, or it was taken off the list. */
export async function takeForRetry(tx: Tx, id: string): Promise<Kept | null> {
  await tx.$executeRaw`SELECT 1 FROM processor_event WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.processorEvent.findFirst({
    where: { id, stage: "RETRY", appliedAt: null, deletedAt: null },
    select: KEPT,
  });
}

interface Failure {
  /** The payment, where it was found. */
  intentId: string | null;
  stage: ReportStage;
  text: string;
  /** The manual payment that counts for the report. */
  recordedAsId?: string;
  at: Date;
}

/** Keeps a report that could not be applied with the reason, until it is tried again. */
export async function putAside(tx: Tx, { id, attempts }: Kept, failure: Failure): Promise<void> {
  const { intentId, stage, text, recordedAsId, at } = failure;
  const waitMs = attempts < MOST_RETRIES ? TRY_AGAIN_MS[attempts] : undefined;
  const nextTryAt = waitMs === undefined ? null : new Date(at.getTime() + waitMs);
  await tx.processorEvent.update({
    where: { id },
    data: {
      problem: text,
      ...(intentId !== null && { intentId }),
      ...(recordedAsId !== undefined && { recordedAsId }),
      stage,
      nextTryAt,
    },
  });
}
