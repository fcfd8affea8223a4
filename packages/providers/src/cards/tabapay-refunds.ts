import { ProviderError } from "../provider-error.ts";
import {
  ALREADY_REFUNDED,
  type CardLookUp,
  type CardName,
  type CardOutcome,
  type CardRefund,
} from "./port.ts";
import {
  amountOf,
  type CallTabaPay,
  openOutcome,
  redacted,
  stateOf,
  type TabaPayTransaction,
  tabaPayError,
  transactionSchema,
} from "./tabapay-call.ts";
import { declineOf, isApproved } from "./tabapay-network-codes.ts";
import type { TabaPayPayments } from "./tabapay-payments.ts";

const UNPROCESSABLE = 422;

export interface TabaPayRefunds {
  refund(refund: CardRefund): Promise<CardOutcome>;
  lookUpRefund(refund: CardName & Pick<CardRefund, "originalReference">): Promise<CardLookUp | null>;
}

/**
 * Refunds. A pull is undone by a void before it is settled and by a reversal after; TabaPay says of neither which it
 * is, and refuses the one that does not fit without doing anything.
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
      if (originalReference && original && amountOf(original) === amountCents) {
        const undone = (await undo(originalReference, "void")) ?? (await undo(originalReference, "reversal"));
        if (undone) return undone;
        // Another refund may have been faster, and TabaPay refuses to undo twice as it refuses to undo too late.
        assertNotUndone(await payments.retrieve(originalReference));
      }
      return payments.push(refund);
    },
    lookUpRefund: async ({ key, reference, originalReference }) => {
      const original = await payments.retrieve(originalReference);
      if (!originalReference || !original?.reversalStatus) return payments.lookUp({ key, reference });
      return {
        state: original.reversalStatus === "REVERSED" ? "paid" : "pending",
        reference: undoneReference(originalReference),
        amountCents: amountOf(original),
        code: null,
        raw: redacted(original),
      };
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
    return { kind: "declined", ...declineOf(code), raw };
  // The refund has no transaction of its own: what the answer may name is the sale.
  throw openOutcome({ ...answer, transactionID: undefined });
}

/** Nobody is given back what was not taken, or was given back before. */
function assertCovers(original: TabaPayTransaction, amountCents: number): void {
  assertNotUndone(original);
  const paidCents = stateOf(original) === "paid" ? amountOf(original) : 0;
  if (paidCents !== null && amountCents <= paidCents) return;
  throw tabaPayError("refused", { message: "the refund exceeds what was paid", vendorCode: "NOT_PAID" });
}

function assertNotUndone(original: TabaPayTransaction | null): void {
  if (original?.reversalStatus)
    throw tabaPayError("refused", { message: "the sale was undone before", vendorCode: ALREADY_REFUNDED });
}

function nullWhenNotThisWay(error: unknown): null {
  if (error instanceof ProviderError && error.status === UNPROCESSABLE && error.vendorCode) return null;
  throw error;
}
