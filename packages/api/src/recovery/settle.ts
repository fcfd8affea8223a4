import type { Tx } from "@countinghouse/db";
import { cancelUnsent } from "./cancel-unsent.ts";

/**
 * What came of everything that waits in a database that was set back: how many messages, which payments, how many batches, and whether
 * payment automation ran by itself until then.
 */
export interface Settled {
  messages: number;
  cancelled: string[];
  paused: number;
  timerTurnedOff: boolean;
}

/**
 * What waits in a database that was set back may have been done, or called off, in what is lost: each message is looked for before
 * it is sent, payments that wait are cancelled, and what charges many customers is paused, or begins by itself no more.
 */
export async function settleWaiting(tx: Tx, now: Date): Promise<Settled> {
  const messages = await countAsTried(tx, now);
  const cancelled = await cancelUnsent(tx, null);
  const { count: paused } = await pauseBatches(tx, now);
  return { messages, cancelled, paused, timerTurnedOff: await turnTimerOff(tx) };
}

/**
 * After a restart that lost nothing of what is known outside: of the last moment before it nothing is, so that a message may have
 * been delivered that waits here. It is looked for, where it can be.
 */
export const lookFirst = (tx: Tx): Promise<number> => tx.$executeRaw`
  UPDATE outbox_message SET attempts = 1
  WHERE state = 'QUEUED' AND attempts = 0 AND topic IN ('LEDGER_SHEET', 'CRM')`;

/** An asset report is charged for each time it is ordered: one that may have been is not ordered again. */
const countAsTried = (tx: Tx, now: Date): Promise<number> => tx.$executeRaw`
  UPDATE outbox_message SET attempts = greatest(attempts, 1),
    leased_until = CASE WHEN topic = 'ASSET_REPORT' THEN ${new Date(now.getTime() - 1)} ELSE leased_until END
  WHERE state = 'QUEUED' AND topic <> 'EMAIL'`;

/** A run that begins by itself would charge again what was recorded, moved or called off after the backup. */
async function turnTimerOff(tx: Tx): Promise<boolean> {
  const { count } = await tx.automationTimer.updateMany({
    where: { isOn: true },
    data: { isOn: false, version: { increment: 1 } },
  });
  return count > 0;
}

/** What was recorded by hand after the backup is not here: somebody looks at who would be charged before they go on. */
const pauseBatches = (tx: Tx, now: Date) =>
  tx.bulkBatch.updateMany({
    where: { state: "RUNNING", kind: { not: "BULK_BALANCE" } },
    data: { state: "PAUSED", lastProgressAt: now, change: { increment: 1 } },
  });
