import type { Prisma, ReportStage, Tx } from "@countinghouse/db";
import { MOST_RETRIES } from "@countinghouse/validators/chargebacks/rules";
import type { Reported } from "./reported.ts";

/** The status of a stored report. */
export interface Kept {
  id: string;
  appliedAt: Date | null;
  problem: string;
  stage: ReportStage | null;
  attempts: number;
}

const KEPT = { id: true, appliedAt: true, problem: true, stage: true, attempts: true } as const;

const MINUTE = 60_000;
/** The waits before each retry of a report: after the first failure, after the first retry, and so on. */
const TRY_AGAIN_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 3 * 60 * MINUTE, 24 * 60 * MINUTE];

/** Stores a report under the processor's key of the event. Returns its status, which a repeated report may have from before. */
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

/** Locks a report that is claimed for a retry. Returns null when another worker has retried it, or when it was deleted. */
export async function takeForRetry(tx: Tx, id: string): Promise<Kept | null> {
  await tx.$executeRaw`SELECT 1 FROM processor_event WHERE id = ${id}::uuid FOR UPDATE`;
  return tx.processorEvent.findFirst({
    where: { id, stage: "RETRY", appliedAt: null, deletedAt: null },
    select: KEPT,
  });
}

interface Failure {
  /** The payment, if it was found. */
  intentId: string | null;
  stage: ReportStage;
  text: string;
  /** The manual payment that counts for the report. */
  recordedAsId?: string;
  at: Date;
}

/** Stores the reason why a report could not be applied, and the time of the next retry. */
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
