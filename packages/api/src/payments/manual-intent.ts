import type { Tx } from "@countinghouse/db";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { moveIntent } from "./state.ts";

export interface ManualIntent {
  userId: number;
  applicationId: number | null;
  /** Names an action that may happen only once. */
  businessKey: string;
  createdById: string;
  /** The equal payment; a person confirmed that this one is another payment. */
  equalPaymentId?: string | null;
  now: Date;
  payment: ManualPayment;
}

/**
 * Creates a succeeded intent for a payment that happened elsewhere, with one attempt and the details that staff entered.
 * Returns its id. The caller posts the ledger entries. Throws when the business key is taken.
 */
export async function createManualIntent(tx: Tx, intent: ManualIntent): Promise<string> {
  const { userId, applicationId, businessKey, createdById, equalPaymentId = null, now, payment } = intent;
  const { lineItemType, modeOfPayment, transactionType, description, isExternal } = payment;
  const { id } = await tx.paymentIntent.create({
    data: {
      userId,
      applicationId,
      kind: "MANUAL",
      paymentType: payment.paymentType,
      businessKey,
      amountCents: payment.amountCents,
      createdById,
      equalPaymentId,
      createdAt: now,
      manual: { create: { lineItemType, modeOfPayment, transactionType, description, isExternal } },
      attempts: {
        create: {
          sequence: 1,
          provider: "manual",
          providerKey: businessKey,
          outcome: "SUCCEEDED",
          sentAt: now,
          finishedAt: now,
        },
      },
    },
    select: { id: true },
  });
  await moveIntent(tx, id, "CREATED", ["READY", "SENDING", "SUCCEEDED"]);
  return id;
}
