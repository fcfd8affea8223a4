import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { type LedgerSheetMessage, ledgerDraft } from "../ledger-writes/message.ts";
import { queueOutbox } from "../outbox/queue.ts";
import { type Delivery, rowIdsIn } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

export type FaultInput = Parameters<Delivery["sandbox"]["faults"]["add"]>[0];

/** Rows that are queued for the ledger sheet of the sandbox, what fails there, and what stands in it. */
export function ledgerRows(apiNow: () => TestApi, deliveryNow: () => Delivery) {
  const fault = (changed: Partial<FaultInput> & { kind: FaultInput["kind"] }) =>
    deliveryNow().sandbox.faults.add({
      provider: "google",
      method: "POST",
      path: ":append",
      ...changed,
    } as FaultInput);

  const appends = () =>
    deliveryNow()
      .sandbox.calls.list()
      .filter(({ path }) => path.endsWith(":append")).length;

  const readMessage = (rowId: string) =>
    apiNow().database.read.outboxMessage.findFirstOrThrow({ where: { dedupeKey: { endsWith: rowId } } });

  /** Queues one row for the Payments sheet and returns its id. */
  async function queueRow(changed: Partial<LedgerSheetMessage> = {}): Promise<string> {
    const rowId = randomUUID();
    const message: LedgerSheetMessage = {
      sheet: "Payments",
      row: { rowId, cells: [1, 2, 3, 4, 5, 6, 7, "eight"] },
      ...changed,
    };
    await apiNow().database.unsafeTransaction((tx) =>
      queueOutbox(tx, apiNow().vault, apiNow().clock.now(), [ledgerDraft(`test:${rowId}`, message)]),
    );
    return rowId;
  }

  /** The sheet holds these rows, each once, and no other. */
  const expectInSheet = (rowIds: string[]) => {
    expect(rowIdsIn(deliveryNow().sandbox)).toHaveLength(rowIds.length);
    expect(new Set(rowIdsIn(deliveryNow().sandbox))).toEqual(new Set(rowIds));
  };

  const expectOnceInSheet = (rowId: string) => {
    expect(rowIdsIn(deliveryNow().sandbox).filter((id) => id === rowId)).toEqual([rowId]);
  };

  return { fault, appends, readMessage, queueRow, expectInSheet, expectOnceInSheet };
}
