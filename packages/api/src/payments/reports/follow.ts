import type { PaymentState, Tx } from "@countinghouse/db";
import { isAboutReturn } from "@countinghouse/validators/debit-control/return-codes";
import { FUNDING_MODES, isFundingKind } from "@countinghouse/validators/payments/kinds";
import { PAID_STATES, UNPAID_STATES } from "@countinghouse/validators/payments/states";
import { settleInstalments } from "../../ledger/allocate.ts";
import { CAME_BACK } from "../../ledger/discount.ts";
import type { Books } from "../../ledger/post.ts";
import { lockApplication } from "../../locks.ts";
import type { IntentRow } from "../engine/intent-row.ts";
import { postSettlement, restorePayment, reversePayment } from "../engine/postings.ts";
import { intentSheetDraft } from "../engine/sheet-draft.ts";
import { recordedAs, recordedByHand } from "../recorded-by-hand.ts";
import { parseContest, type Reported } from "./reported.ts";

interface Move {
  to: PaymentState;
  from: readonly PaymentState[];
}

/** The move of a payment for each kind of report. Reports may repeat and arrive in any order. */
const MOVES: Partial<Record<Reported["kind"], Move>> = {
  SETTLEMENT: { to: "SETTLED", from: ["SUBMITTED"] },
  // An imported bank transfer is SUCCEEDED; a transfer from here never is.
  RETURN: { to: "RETURNED", from: ["SUBMITTED", "SETTLED", "SUCCEEDED"] },
  CHARGEBACK: { to: "CHARGED_BACK", from: ["SUCCEEDED"] },
  CHARGEBACK_REVERSAL: { to: "SUCCEEDED", from: ["CHARGED_BACK"] },
  REPRESENTMENT: { to: "SUCCEEDED", from: ["CHARGED_BACK"] },
};

/** Returns true for a dishonored or contested return: the banks disagree about an earlier return. */
export const isOfReturn = ({ kind, code }: Pick<Reported, "kind" | "code">): boolean =>
  kind === "RETURN" && isAboutReturn(code);

/** Returns the move of a report; undefined when it moves no money, such as the report of a contest that is not won. */
export function reportedMove(reported: Reported): Move | undefined {
  if (reported.kind === "REPRESENTMENT" && parseContest(reported) !== "won") return undefined;
  return isOfReturn(reported) ? undefined : MOVES[reported.kind];
}

/** Returns true when charged-back money has come back to us. */
export const isRestoring = (reported: Reported): boolean => reportedMove(reported)?.to === "SUCCEEDED";

/** Posts a report to the ledger. The intent still has its earlier state. Locks the application of an advance that came back first. */
export async function postReport(books: Books, reported: Reported, intent: IntentRow): Promise<void> {
  const effectiveOn = new Date(reported.day);
  const { applicationId } = intent;
  // A concurrent advance ends before this, or it waits and finds the rows written here.
  if (reported.kind !== "SETTLEMENT" && isFundingKind(intent.kind) && applicationId !== null)
    await lockApplication(books.tx, applicationId);
  if (reported.kind === "SETTLEMENT") await postSettlement(books, intent, effectiveOn);
  if (reported.kind === "RETURN") await reversePayment(books, intent, "return", effectiveOn);
  if (reported.kind === "CHARGEBACK") await reversePayment(books, intent, "chargeback", effectiveOn);
  if (isRestoring(reported)) await restorePayment(books, intent, effectiveOn);
}

/**
 * Updates the facts that depend on moved money: an application whose advance came back is not funded. `postReport` has locked the
 * application.
 */
export async function followReport(tx: Tx, reported: Reported, intent: IntentRow): Promise<void> {
  if (reported.kind === "SETTLEMENT") return;
  // A payment that came back has no follow-up, so no worker may claim it again.
  await tx.paymentIntent.update({ where: { id: intent.id }, data: { dueAt: null } });
  if (!isFundingKind(intent.kind) || intent.applicationId === null) return;
  if (await isStillFunded(tx, intent)) return placeReturned(tx, intent, "newest");
  await tx.application.update({
    where: { id: intent.applicationId },
    data: { stage: "contracted", fundedAt: null, version: { increment: 1 } },
  });
  await placeReturned(tx, intent, "oldest");
}

/**
 * Returns true when the customer still has another advance of the application: an application can be paid out twice, and one
 * advance can come back.
 */
async function isStillFunded(tx: Tx, { id, applicationId }: IntentRow): Promise<boolean> {
  const others = await tx.paymentIntent.count({
    where: {
      applicationId,
      id: { not: id },
      kind: { in: [...FUNDING_MODES] },
      state: { in: [...PAID_STATES] },
    },
  });
  return others > 0;
}

/**
 * Removes the surplus of a returned advance from the schedule, first from the instalments of its application. While another advance
 * of the application remains, the last instalments go first. Otherwise the earliest go first, and money already paid for the
 * returned advance pays instalments of other advances.
 */
async function placeReturned(
  tx: Tx,
  { id: paymentId, userId, applicationId }: IntentRow,
  from: "oldest" | "newest",
): Promise<void> {
  const posted = await tx.ledgerTransaction.findFirst({
    where: { intentId: paymentId, kind: { in: [...CAME_BACK] } },
    orderBy: { sequence: "desc" },
    select: { id: true },
  });
  // For an advance that staff had reversed entirely, the report posts no transaction.
  if (posted !== null)
    await settleInstalments(tx, { userId, transactionId: posted.id }, { paymentId, applicationId, from });
}

/**
 * Returns true when the payment was charged back on a later day than the day of this report. Then the report gives back an earlier
 * chargeback.
 */
export async function isChargedBackSince(tx: Tx, { day }: Reported, { id }: IntentRow): Promise<boolean> {
  const later = await tx.processorEvent.count({
    where: { intentId: id, kind: "CHARGEBACK", appliedAt: { not: null }, happenedOn: { gt: new Date(day) } },
  });
  return later > 0;
}

/**
 * Returns true when the instalment of a charged-back payment was collected again. The new payment was booked after the chargeback,
 * or was ordered after it and is still under way. A payment booked before it paid another part of the instalment.
 */
export async function isCollectedAgain(tx: Tx, { id, scheduleId }: IntentRow): Promise<boolean> {
  if (scheduleId === null) return false;
  const [collected] = await tx.$queryRaw<{ isAgain: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM payment_intent i LEFT JOIN ledger_transaction t ON t.intent_id = i.id AND t.kind = 'payment'
      WHERE i.schedule_id = ${scheduleId} AND i.id <> ${id}::uuid AND i.state::text <> ALL(${[...UNPAID_STATES]}::text[])
        AND CASE WHEN t.id IS NULL THEN i.created_at > (
            SELECT max(applied_at) FROM processor_event WHERE intent_id = ${id}::uuid AND kind = 'CHARGEBACK')
          ELSE t.created_at > (
            SELECT max(created_at) FROM ledger_transaction WHERE intent_id = ${id}::uuid AND kind = 'chargeback')
        END) AS "isAgain"`;
  return collected?.isAgain ?? false;
}

export const RECORDED_BY_HAND =
  "The same payment was recorded by hand for this customer and counts once. Compare the two, then delete this report.";

/**
 * Returns the manual payment by which staff recorded the same as a report that would move its payment, or null. The oldest one
 * counts first. The caller has locked the customer.
 */
export async function findRecordByHand(
  tx: Tx,
  reported: Reported,
  { userId, kind, state, paymentType, createdAt }: IntentRow,
  reportId: string,
): Promise<string | null> {
  const lineItem = recordedAs(reported.kind, paymentType);
  const isOther = paymentType === "CREDIT" && !isFundingKind(kind);
  if (lineItem === null || isOther || !reportedMove(reported)?.from.includes(state)) return null;
  const records = await recordedByHand(tx, {
    userId,
    amountCents: reported.amountCents,
    lineItems: [lineItem],
    since: { gte: createdAt },
    reportId,
  });
  return records.at(-1)?.id ?? null;
}

/**
 * Returns true for a chargeback of a payment whose earlier chargeback staff have reversed by hand since then. The state does not show
 * that reversal, so the report can be a second chargeback.
 */
export async function isReversedByHand(
  tx: Tx,
  { kind, amountCents }: Reported,
  { id, userId, state, createdAt }: IntentRow,
): Promise<boolean> {
  if (kind !== "CHARGEBACK" || state !== "CHARGED_BACK") return false;
  const { _max: earlier } = await tx.processorEvent.aggregate({
    where: { intentId: id, kind, appliedAt: { not: null } },
    _max: { appliedAt: true },
  });
  const reversals = await tx.paymentIntent.count({
    where: {
      userId,
      kind: "MANUAL",
      amountCents,
      state: "SUCCEEDED",
      createdAt: { gte: earlier.appliedAt ?? createdAt },
      manual: { lineItemType: "Chargeback Reversal" },
    },
  });
  return reversals > 0;
}

/** Returns the row of the ledger sheet for a report, or null when it has none. */
export async function reportSheetDraft(tx: Tx, { kind, code }: Reported, intent: IntentRow, at: Date) {
  if (kind === "RETURN") return intentSheetDraft(tx, intent, at, { kind, code, nth: 1 });
  const isRestored = kind === "CHARGEBACK_REVERSAL" || kind === "REPRESENTMENT";
  if (kind !== "CHARGEBACK" && !isRestored) return null;
  const posted = { intentId: intent.id, kind: isRestored ? "chargeback-reversal" : "chargeback" };
  const nth = Math.max(1, await tx.ledgerTransaction.count({ where: posted }));
  return intentSheetDraft(tx, intent, at, { kind, code, nth });
}
