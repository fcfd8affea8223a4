import type { PaymentExceptionKind, Tx } from "@countinghouse/db";

export interface PaymentExceptionDraft {
  kind: PaymentExceptionKind;
  intentId: string;
  /** The second payment of an exception about two. */
  otherIntentId?: string;
  /** The event, in one sentence. */
  message: string;
}

/** Adds something booked about a payment to the list of exceptions that a person must see, once for each payment and kind. */
export async function openPaymentException(tx: Tx, now: Date, draft: PaymentExceptionDraft): Promise<void> {
  await tx.paymentException.createMany({ data: [{ ...draft, openedAt: now }], skipDuplicates: true });
}
