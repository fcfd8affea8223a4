import { ProviderError } from "../provider-error.ts";
import {
  ALREADY_REFUNDED,
  type CardLookUp,
  type CardName,
  type CardOutcome,
  type CardRefund,
  REVERSAL_OPEN,
} from "./port.ts";
import {
  type CallTabaPay,
  isUntoldPart,
  lookUpState,
  movedAmount,
  openOutcome,
  redacted,
  type TabaPayTransaction,
  tabaPayError,
  transactionSchema,
} from "./tabapay-call.ts";
import { describeDecline, isApproved } from "./tabapay-network-codes.ts";
import type { TabaPayPayments } from "./tabapay-payments.ts";
import { type Reversals, toReversals } from "./tabapay-reversals.ts";

const UNPROCESSABLE = 422;

export interface TabaPayRefunds {
  refund(refund: CardRefund): Promise<CardOutcome>;
  lookUpRefund(refund: CardName & Pick<CardRefund, "originalReference">): Promise<CardLookUp | null>;
}

/**
 * Refunds. A pull is undone by a void before it is settled and by a reversal after; TabaPay says of neither which it
 * is, and refuses the one that does not fit without doing anything. A sale that was given back in part is not undone, nor one
 * whose undoing was declined before: the amount is sent to the card.
 */
export function createTabaPayRefunds(call: CallTabaPay, payments: TabaPayPayments): TabaPayRefunds {
  /** Null when TabaPay does not undo this one in this way (any more). */
  const undo = async (reference: string, way: "void" | "reversal"): Promise<CardOutcome | null> => {
    const answer = await call({
      method: "DELETE",
      path: `/transactions/${encodeURIComponent(reference)}?${way}`,
      answer: transactionSchema,
      safe: false,
    }).catch(nullWhenNotThisWay);
    return answer && undoneOutcome(reference, answer);
  };

  return {
    refund: async (refund) => {
      const { originalReference, amountCents } = refund;
      const original = await payments.retrieve(originalReference);
      if (original) assertCovers(original, amountCents);
      if (originalReference && original && mayUndo(original, amountCents)) {
        const undone = (await undo(originalReference, "void")) ?? (await undo(originalReference, "reversal"));
        if (undone) return undone;
        // Another refund may have been faster, and TabaPay refuses to undo twice as it refuses to undo too late.
        const since = await payments.retrieve(originalReference);
        if (since) assertCovers(since, amountCents);
      }
      return payments.push(refund);
    },
    lookUpRefund: async ({ key, reference, originalReference }) => {
      const original = await payments.retrieve(originalReference);
      const reversals = original && toReversals(original);
      const undoing = (state: CardLookUp["state"], found: Partial<CardLookUp> = {}): CardLookUp | null =>
        original && {
          state,
          reference: "",
          amountCents: movedAmount(original),
          code: null,
          raw: redacted(original),
          ...found,
        };
      if (originalReference && reversals?.isUndoneWhole)
        return undoing("paid", { reference: undoneReference(originalReference) });
      if (reversals?.isOpen) return undoing("pending");
      const sent = await payments.lookUp({ key, reference: reference ?? null });
      // TabaPay refused to undo it: the refund ended there, or has not begun.
      if (sent === null && reversals?.declined) return undoing("declined", { code: reversals.declined });
      return sent;
    },
  };
}

/** An undone pull has no transaction of its own, and references are unique. */
export const undoneReference = (originalReference: string): string => `reversal:${originalReference}`;

function undoneOutcome(originalReference: string, answer: TabaPayTransaction): CardOutcome {
  const { SC, status, reversal: { networkRC, networkRC2 } = {} } = answer;
  const raw = redacted(answer);
  const approved = isApproved(networkRC) || isApproved(networkRC2);
  if (SC === 200 && status === "COMPLETED" && approved)
    return { kind: "paid", reference: undoneReference(originalReference), amountCents: null, raw };
  const code = networkRC2 ?? networkRC;
  if (SC === 200 && status === "ERROR" && code !== undefined && !approved)
    return { kind: "declined", ...describeDecline(code), raw };
  // The refund has no transaction of its own: what the answer may name is the sale.
  throw openOutcome({ ...answer, transactionID: undefined });
}

function mayUndo(original: TabaPayTransaction, amountCents: number): boolean {
  const { undoneCents, declined } = toReversals(original);
  return movedAmount(original) === amountCents && undoneCents === 0 && declined === null;
}

/** Nobody is given back what was not taken, or was given back before, or may have been. */
function assertCovers(original: TabaPayTransaction, amountCents: number): void {
  const { isOpen, undoneCents }: Reversals = toReversals(original);
  if (isOpen)
    throw tabaPayError("refused", {
      message: "an earlier try to undo the sale is not decided yet",
      vendorCode: REVERSAL_OPEN,
    });
  const isPaid = lookUpState(original) === "paid" || isUntoldPart(original);
  const paidCents = isPaid ? movedAmount(original) : 0;
  if (paidCents === null && undoneCents === 0) return;
  if (undoneCents > 0 && undoneCents + amountCents > (paidCents ?? 0))
    throw tabaPayError("refused", { message: "the sale was undone before", vendorCode: ALREADY_REFUNDED });
  if (paidCents !== null && amountCents > paidCents)
    throw tabaPayError("refused", { message: "the refund exceeds what was paid", vendorCode: "NOT_PAID" });
}

function nullWhenNotThisWay(error: unknown): null {
  if (error instanceof ProviderError && error.status === UNPROCESSABLE && error.vendorCode) return null;
  throw error;
}
