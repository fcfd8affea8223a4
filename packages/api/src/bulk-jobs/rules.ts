import type { BulkKind, BulkPaymentKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { PaymentMode, PaymentRail } from "@countinghouse/validators/payments/kinds";

/** The rail a kind of payments takes. */
export const bulkRail = (kind: BulkPaymentKind): PaymentRail => (kind === "BULK_DEBIT" ? "CARD" : "ACH");

/** What a kind does, in a sentence: "A bulk ACH job". */
export const KIND_NAMES: Record<BulkKind, string> = {
  BULK_BALANCE: "bulk balance",
  BULK_DEBIT: "bulk debit",
  BULK_ACH: "bulk ACH",
  AUTOMATION: "payment automation",
  REVERT: "batch refund",
};

/**
 * How a customer is charged: by card, or from an account by ACH. The first version of the ACH screen falls back to
 * RCC for who has no linked account (specification 2, section 4).
 */
export function bulkMode(
  kind: BulkPaymentKind,
  version: number,
  hasLink: boolean,
): Extract<PaymentMode, "SALE" | "DEBIT" | "RCC"> {
  if (kind === "BULK_DEBIT") return "SALE";
  return version === 1 && !hasLink ? "RCC" : "DEBIT";
}
