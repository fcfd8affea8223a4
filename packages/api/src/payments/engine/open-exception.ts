import type { PaymentExceptionKind, Tx } from "@countinghouse/db";

export interface PaymentExceptionDraft {
  kind: PaymentExceptionKind;
  intentId: string;
  /** The second payment of an exception about two. */
  otherIntentId?: string;
  /** What happened, in one sentence. */
  message: string;
}

/** Puts something that was booked about a payment on the list of what a person must see; once a payment and kind. */
export async function openPaymentException(tx: Tx, now: Date, draft: PaymentExceptionDraft): Promise<void> {
  await tx.paymentException.createMany({ data: [{ ...draft, openedAt: now }], skipDuplicates: true });
}
