import type { Tx } from "@countinghouse/db";
import { centsToInput } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { OutboxDraft } from "../../outbox/queue.ts";
import type { IntentRow } from "./intent-row.ts";

const MODE: Record<string, string> = {
  SALE: "Debit Card",
  FUND: "Debit Card",
  REFUND: "Debit Card",
  RCC: "RCC",
};

/** The row of the Payments sheet for a payment, or for its coming back; `why` tells them apart. */
export async function intentSheetDraft(
  tx: Tx,
  intent: IntentRow,
  at: Date,
  why?: { kind: "RETURN" | "CHARGEBACK"; code: string },
): Promise<OutboxDraft> {
  const payer = await tx.user.findUniqueOrThrow({
    where: { id: intent.userId },
    select: { firstname: true, lastname: true, businessName: true },
  });
  const name = `${payer.firstname} ${payer.lastname}`.trim() || payer.businessName;
  const reduces = (intent.paymentType === "DEBIT") === (why === undefined);
  const dollars = Number(centsToInput(reduces ? intent.amountCents : -intent.amountCents));
  const notes = `${intent.kind} •••• ${intent.instrumentLast4}${intent.isExternal ? " (external)" : ""}${why ? `: ${why.code}` : ""}`;
  const rowId = why === undefined ? intent.id : `${intent.id}:${why.kind.toLowerCase()}`;
  return {
    topic: "LEDGER_SHEET",
    dedupeKey: `ledger-sheet:payment:${rowId}`,
    message: {
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
    },
  };
}
