import type { Vault } from "@countinghouse/db/vault";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import type { WriteTools } from "../../core.ts";
import type { OutboxDraft } from "../../outbox/queue.ts";
import { moveIntent } from "../state.ts";
import { addPaymentDates } from "./funded-dates.ts";
import { lockIntent } from "./intent-row.ts";
import { writeOutcome } from "./record.ts";
import { intentSheetDraft } from "./sheet-draft.ts";

/**
 * Writes in this transaction what a new payment changes once the processor has accepted it: ledger, schedule and application. Calls
 * no processor; the caller rolls the transaction back. Returns the messages that a real payment would queue.
 */
export async function simulateSending(
  { tx, now, vendorsOff }: WriteTools,
  vault: Vault,
  paymentId: string,
): Promise<OutboxDraft[]> {
  await moveIntent(tx, paymentId, "READY", ["SENDING"]);
  const intent = await lockIntent(tx, paymentId, { wait: true });
  if (intent === null) throw new Error(`There is no payment intent ${paymentId}.`);
  const state = intent.cardId === null ? "SUBMITTED" : "SUCCEEDED";
  const verdict = { state, reference: "", amountCents: null, answer: {} } as const;
  await writeOutcome(tx, { vault, vendorsOff, intent, at: now }, verdict);
  const { kind, userId, applicationId } = intent;
  if (isFundingKind(kind) && applicationId !== null)
    await addPaymentDates(tx, { intentId: paymentId, kind, userId, applicationId }, now);
  return [await intentSheetDraft(tx, intent, now)];
}
