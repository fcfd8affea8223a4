import type { Vault } from "@countinghouse/db/vault";
import type { LedgerRow, LedgerSheetName } from "@countinghouse/providers/ledger-sheet/port";
import { z } from "zod";
import { type OutboxDraft, payloadPlace } from "../outbox/queue.ts";

/** A row for a sheet, or several that go there together and are retried only together. */
export type LedgerSheetMessage = { sheet: LedgerSheetName } & ({ row: LedgerRow } | { rows: LedgerRow[] });

/** What is to stand in the ledger sheet, once under this key. */
export const ledgerDraft = (dedupeKey: string, message: LedgerSheetMessage): OutboxDraft => ({
  topic: "LEDGER_SHEET",
  dedupeKey,
  message,
});

const Row = z.object({ rowId: z.string(), cells: z.array(z.union([z.string(), z.number()])) });

const Message = z.union([
  z.object({ sheet: z.string(), rows: z.array(Row).min(1) }),
  z.object({ sheet: z.string(), row: Row }).transform(({ sheet, row }) => ({ sheet, rows: [row] })),
]);

/** Rows that go to one sheet together. The sheet's name is as it was queued: there may be no such sheet. */
export interface ReadLedgerMessage {
  sheet: string;
  rows: LedgerRow[];
}

/** What a message for the ledger sheet says, from its opened payload. */
export const parseLedgerMessage = (payload: unknown) => Message.safeParse(payload);

/** The same from its sealed payload; null when it can not be read. */
export function openLedgerMessage(
  vault: Vault,
  { id, payload }: { id: string; payload: Uint8Array },
): ReadLedgerMessage | null {
  try {
    return parseLedgerMessage(JSON.parse(vault.open(payloadPlace(id), payload))).data ?? null;
  } catch {
    return null;
  }
}
