import type { Tx } from "@countinghouse/db";
import { centsToInput } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { ledgerDraft } from "../../ledger-writes/message.ts";
import type { OutboxDraft } from "../../outbox/queue.ts";
import { type IntentRow, intentMovedCents } from "./intent-row.ts";

const MODE: Record<string, string> = {
  SALE: "Debit Card",
  FUND: "Debit Card",
  REFUND: "Debit Card",
  RCC: "RCC",
};

/** The event that adds a row for a payment. `nth` counts the events of one kind. */
export interface CameBack {
  kind: "RETURN" | "CHARGEBACK" | "CHARGEBACK_REVERSAL" | "REPRESENTMENT";
  code: string;
  nth: number;
}

/** Returns the row of the Payments sheet for a payment or, with `why`, for a later event of it. `why` makes the row id unique. */
export async function intentSheetDraft(
  tx: Tx,
  intent: IntentRow,
  at: Date,
  why?: CameBack,
): Promise<OutboxDraft> {
  const payer = await tx.user.findUniqueOrThrow({
    where: { id: intent.userId },
    select: { firstname: true, lastname: true, businessName: true },
  });
  const name = `${payer.firstname} ${payer.lastname}`.trim() || payer.businessName;
  const isUndone = why?.kind === "RETURN" || why?.kind === "CHARGEBACK";
  const reduces = (intent.paymentType === "DEBIT") !== isUndone;
  const movedCents = intentMovedCents(intent);
  const dollars = Number(centsToInput(reduces ? movedCents : -movedCents));
  const notes = `${intent.kind} •••• ${intent.instrumentLast4}${intent.isExternal ? " (external)" : ""}${why ? `: ${why.code}` : ""}`;
  const rowId = why === undefined ? intent.id : `${intent.id}:${returnName(why)}`;
  return ledgerDraft(`ledger-sheet:payment:${rowId}`, {
    sheet: "Payments",
    row: {
      rowId,
      cells: [
        newYorkDate(at),
        intent.userId,
        name,
        dollars,
        intent.paymentType,
        why?.kind ?? intent.kind,
        MODE[intent.kind] ?? "ACH",
        notes,
      ],
    },
  });
}

const returnName = ({ kind, nth }: CameBack): string => `${kind.toLowerCase()}${nth > 1 ? `:${nth}` : ""}`;
