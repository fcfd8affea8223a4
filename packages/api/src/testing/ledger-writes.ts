import { randomUUID } from "node:crypto";
import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { LedgerCell } from "@countinghouse/validators/ledger-writes/rules";
import { ledgerDraft } from "../ledger-writes/message.ts";
import { payloadPlace, queueOutbox } from "../outbox/queue.ts";

interface Where {
  database: Pick<Database, "unsafeTransaction">;
  vault: Vault;
  clock: { now: () => Date };
}

export interface FailedWrite {
  sheet: string;
  /** Several rows are a batch. */
  rows: LedgerCell[][];
  error?: string;
  /** What the row is about, as its key names it. */
  about?: string;
}

/** A row of the Payments sheet about this customer. */
export const paymentRow = (name: string, amount: LedgerCell = 12.5): LedgerCell[] => [
  "2026-11-20",
  10_001,
  name,
  amount,
  "DEBIT",
  "SALE",
  "CashApp",
  "Payment: rent",
];

/** A write for the ledger sheet, queued as any other and ended in failure. Returns its id and the ids of its rows. */
export async function addFailedWrite(
  { database, vault, clock }: Where,
  { sheet, rows, error = "google-sheets: 403 PERMISSION_DENIED", about = "test" }: FailedWrite,
): Promise<{ id: string; rowIds: string[] }> {
  const dedupeKey = `ledger-sheet:${about}:${randomUUID()}`;
  const written = rows.map((cells) => ({ rowId: randomUUID(), cells }));
  const [first] = written;
  const message = {
    sheet: "Payments" as const,
    ...(written.length === 1 && first ? { row: first } : { rows: written }),
  };
  const id = await database.unsafeTransaction(async (tx) => {
    await queueOutbox(tx, vault, clock.now(), [ledgerDraft(dedupeKey, message)]);
    const queued = await tx.outboxMessage.findUniqueOrThrow({ where: { dedupeKey }, select: { id: true } });
    await tx.outboxMessage.update({
      where: { dedupeKey },
      data: {
        state: "FAILED",
        attempts: 1,
        lastError: error,
        createdAt: clock.now(),
        // No writer of ours queues rows for a sheet that is not there.
        payload: vault.seal(payloadPlace(queued.id), JSON.stringify({ ...message, sheet })),
      },
    });
    return queued.id;
  });
  return { id, rowIds: written.map(({ rowId }) => rowId) };
}
