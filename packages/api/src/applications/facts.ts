import type { ApplicationStage, Prisma } from "@countinghouse/db";
import type { JsonRow } from "@countinghouse/db/columns";
import type { CreditCheck } from "./rows.ts";

/** An application as PostgreSQL's to_json gives it. */
export type ApplicationRow = Omit<JsonRow<Prisma.ApplicationGetPayload<object>>, "alloy_status"> & {
  alloy_status: CreditCheck;
};

export type OfferRow = JsonRow<Prisma.OfferGetPayload<object>>;

/** The newest application as the screens show it: what it is, what was decided, what was agreed. */
export const applicationFacts = (row: ApplicationRow, offers: OfferRow[], now: Date) => ({
  id: row.id,
  version: row.version,
  ...stateFacts(row, now),
  ...decisionFacts(row),
  ...termFacts(row),
  offers: offers.map((offer) => ({
    optimized: offer.optimized,
    approvedAmountCents: offer.approved_amount_cents,
    paybackMultiplier: offer.payback_multiplier,
    selected: offer.selected,
  })),
});

const stateFacts = (row: ApplicationRow, now: Date) => ({
  stage: row.stage,
  funded: row.stage === "funded",
  fundedAt: instant(row.funded_at),
  isRenewed: row.is_renewed,
  workflowUsed: row.workflow_used,
  ...offerExpiry(
    { stage: row.stage, expiresAt: new Date(row.expires_at), offerExpiresAt: instant(row.offer_expires_at) },
    now,
  ),
  dealId: row.deal_id,
});

/** What was decided on an application. */
export const decisionFacts = (row: ApplicationRow) => ({
  alloyStatus: row.alloy_status,
  alloyClarityStatus: row.alloy_clarity_status,
  alloyClarityCcr: row.alloy_clarity_ccr,
  alloyTuStatus: row.alloy_tu_status,
  alloyCvaScore: row.alloy_cva_score,
  vantageScore: row.vantage_score,
  manualReviewReason: row.manual_review_reason,
  manualAdjustmentReason: row.manual_adjustment_reason,
  manuallyApprovedAt: instant(row.manually_approved_at),
  declineReason: row.decline_reason,
  isSmb: row.is_smb,
  initHighRisk: row.init_high_risk,
  riskModelName: row.risk_model_name,
  riskModelScore: row.risk_model_score,
  riskModelLiteName: row.risk_model_lite_name,
  riskModelLiteScore: row.risk_model_lite_score,
  usedOverrideFlag: row.used_override_flag,
});

const termFacts = (row: ApplicationRow) => ({
  originalApprovedAmountCents: row.original_approved_amount_cents,
  approvedAmountCents: row.approved_amount_cents,
  paybackAmountCents: row.payback_amount_cents,
  paymentAmountCents: row.payment_amount_cents,
  discountAmountCents: row.discount_amount_cents,
  ofeeRate: String(row.ofee_rate),
  termsCalculation: row.terms_calculation,
  fundsDispersedOption: row.funds_dispersed_option,
  disbursementFeeCents: row.disbursement_fee_cents,
  disbursementAmountCents: row.disbursement_amount_cents,
  firstPaymentDate: row.first_payment_date,
  discountDate: row.discount_date,
  lastPaymentDate: row.last_payment_date,
  isContractSigned: row.is_contract_signed,
  contractSignedAt: instant(row.contract_signed_at),
});

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

interface Expiring {
  stage: ApplicationStage;
  expiresAt: Date;
  offerExpiresAt: Date | null;
}

/** Whether an application, or its offer, has run out. A funded application no longer does. */
export const offerExpiry = ({ stage, expiresAt, offerExpiresAt }: Expiring, now: Date) => ({
  expired: stage !== "funded" && expiresAt <= now,
  offerExpired: stage !== "funded" && offerExpiresAt !== null && offerExpiresAt <= now,
});
