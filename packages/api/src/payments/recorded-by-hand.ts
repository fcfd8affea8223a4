import type { PaymentState, PaymentType, Prisma, ProcessorEventKind, Tx } from "@countinghouse/db";
import { businessKey } from "./business-key.ts";

interface ReportedToo {
  reports: readonly ProcessorEventKind[];
  /** The type of the payment that the reports are about. */
  paymentType: PaymentType;
  /** The state of that payment after the reports. */
  leaves: PaymentState;
}

/** Line items that staff record by hand and that processors report as well. */
export const REPORTED_TOO: Readonly<Record<string, ReportedToo>> = {
  "ACH Return": { reports: ["RETURN"], paymentType: "DEBIT", leaves: "RETURNED" },
  Chargeback: { reports: ["CHARGEBACK"], paymentType: "DEBIT", leaves: "CHARGED_BACK" },
  "Chargeback Reversal": {
    reports: ["CHARGEBACK_REVERSAL", "REPRESENTMENT"],
    paymentType: "DEBIT",
    leaves: "SUCCEEDED",
  },
  "Disbursement Return": { reports: ["RETURN"], paymentType: "CREDIT", leaves: "RETURNED" },
};

/** Returns the line item by which staff record such a report by hand, or null. */
export const recordedAs = (kind: ProcessorEventKind, paymentType: PaymentType): string | null =>
  Object.keys(REPORTED_TOO).find((lineItem) => {
    const reported = REPORTED_TOO[lineItem];
    return reported?.paymentType === paymentType && reported.reports.includes(kind);
  }) ?? null;

interface Recorded {
  userId: number;
  /** Cents; undefined for any amount. */
  amountCents: number | undefined;
  lineItems: readonly string[];
  since: Prisma.DateTimeFilter;
  /** The report and the payment for which a record may already count. */
  reportId?: string;
  paymentId?: string;
}

/**
 * Returns the manual payments of an amount for a customer, the newest first. Each counts once: a record that counts for
 * another report or payment is left out. A loan return is left out too, because it names its advance. The caller has locked the
 * customer.
 */
export async function recordedByHand(
  tx: Tx,
  { userId, amountCents, lineItems, since, reportId, paymentId }: Recorded,
) {
  const records = await tx.paymentIntent.findMany({
    where: {
      userId,
      kind: "MANUAL",
      ...(amountCents !== undefined && { amountCents }),
      createdAt: since,
      state: "SUCCEEDED",
      importRunId: null,
      manual: { lineItemType: { in: [...lineItems] } },
      NOT: { businessKey: { startsWith: businessKey.loanReturns() } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      kind: true,
      amountCents: true,
      createdAt: true,
      equalPaymentId: true,
      recordOf: { select: { id: true } },
      pairs: { where: { kind: "GIVEN_BACK_TWICE" }, select: { intentId: true } },
    },
  });
  return records.filter(
    ({ recordOf, pairs }) =>
      (recordOf === null || recordOf.id === reportId) &&
      pairs.every(({ intentId }) => intentId === paymentId),
  );
}
