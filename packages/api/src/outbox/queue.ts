import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { SealedPlace, Vault } from "@countinghouse/db/vault";
import type { LedgerRow, LedgerSheetName } from "@countinghouse/providers/ledger-sheet/port";
import type { BusinessMessage } from "./business-message.ts";
import { type CrmMessage, crmLane } from "./crm-message.ts";

export interface EmailMessage {
  to: string;
  subject: string;
  text: string;
}

/** A row for a sheet, or several that go there together and are retried only together. */
export type LedgerSheetMessage = { sheet: LedgerSheetName } & ({ row: LedgerRow } | { rows: LedgerRow[] });

export interface AssetReportMessage {
  reportId: number;
  /** The report to order again with today's data; null orders a first one. */
  refreshed: number | null;
}

export interface BackfillMessage {
  applicationId: number;
  /** The finished decision whose evaluation says what the application lacks. */
  decisionId: number;
}

/** Something that must happen outside. The dedupe key names what may be delivered only once. */
export type OutboxDraft =
  | { topic: "EMAIL"; dedupeKey: string; message: EmailMessage }
  | { topic: "LEDGER_SHEET"; dedupeKey: string; message: LedgerSheetMessage }
  | { topic: "CRM"; dedupeKey: string; message: CrmMessage }
  | { topic: "ASSET_REPORT"; dedupeKey: string; message: AssetReportMessage }
  | { topic: "BACKFILL"; dedupeKey: string; message: BackfillMessage }
  | { topic: "BUSINESS"; dedupeKey: string; message: BusinessMessage };

/** Writes outbox messages in the transaction that decided them. Their payload is sealed: it may hold a code. */
export async function queueOutbox(tx: Tx, vault: Vault, now: Date, drafts: OutboxDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await tx.outboxMessage.createMany({
    data: drafts.map((draft) => {
      const { topic, dedupeKey, message } = draft;
      const id = randomUUID();
      return {
        id,
        topic,
        dedupeKey,
        payload: vault.seal(payloadPlace(id), JSON.stringify(message)),
        nextAt: now,
        ...(draft.topic === "CRM" && { lane: crmLane(draft.message.userId) }),
      };
    }),
  });
}

/** Where the sealed payload of a message lives. */
export const payloadPlace = (id: string): SealedPlace => ({
  table: "outbox_message",
  column: "payload",
  rowId: id,
});
