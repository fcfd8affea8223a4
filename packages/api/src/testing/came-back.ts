import { randomUUID } from "node:crypto";
import type { Tables } from "./harness.ts";
import type { Payable } from "./payable.ts";

const AMOUNT_CENTS = 41_250;

export interface Came {
  code: string;
  /** A sale that was declined, or one that was charged back later. */
  kind?: "DEBIT" | "RCC" | "SALE" | "CHARGEBACK";
  daysAgo?: number;
  scheduleId?: number | null;
  amountCents?: number;
}

const ENDS = {
  DEBIT: ["SUBMITTED", "RETURNED"],
  RCC: ["SUBMITTED", "RETURNED"],
  SALE: ["FAILED"],
  CHARGEBACK: ["SUCCEEDED", "CHARGED_BACK"],
} as const;

/** Writes down what came back of $412.50, where no other amount is said, before the time of the test, as a report of the bank leaves it. */
export const cameBack = (
  api: Tables,
  { userId, accountId, cardId }: Payable,
  { code, kind = "DEBIT", daysAgo = 10, scheduleId = null, amountCents = AMOUNT_CENTS }: Came,
) => {
  const isCard = kind === "SALE" || kind === "CHARGEBACK";
  const isDeclined = kind === "SALE";
  return api.database.unsafeTransaction(async (tx) => {
    const at = api.clock.in({ hours: -24 * daysAgo });
    const { id } = await tx.paymentIntent.create({
      data: {
        userId,
        kind: isCard ? "SALE" : kind,
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents,
        scheduleId,
        createdAt: at,
        ...(isCard ? { cardId } : { bankAccountId: accountId }),
        ...(isDeclined && { failureCode: code }),
        attempts: {
          create: {
            sequence: 1,
            provider: "test",
            providerKey: randomUUID(),
            outcome: kind === "CHARGEBACK" ? "SUCCEEDED" : "FAILED",
            sentAt: at,
            ...(isDeclined && { answer: { status: "ERROR", networkRC: code } }),
          },
        },
      },
    });
    for (const state of ["READY", "SENDING", ...ENDS[kind]])
      await tx.$executeRaw`UPDATE payment_intent SET state = ${state}::"PaymentState" WHERE id = ${id}::uuid`;
    if (!isDeclined)
      await tx.processorEvent.create({
        data: {
          provider: isCard ? "tabapay" : "payliance",
          eventKey: randomUUID(),
          kind: isCard ? "CHARGEBACK" : "RETURN",
          intentId: id,
          reference: "",
          amountCents,
          code,
          detail: {},
          happenedOn: new Date(at.toISOString().slice(0, 10)),
          receivedAt: at,
          appliedAt: at,
        },
      });
  });
};
