import { addDays } from "./days.ts";
import type { Random } from "./random.ts";
import type { ApplicationRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";
import type { Situation } from "./situations.ts";
import { drawTerms, OFEE_RATE, type Terms } from "./terms.ts";

export interface Applicant {
  userId: number;
  situation: Situation;
  smallBusiness: boolean;
  isRenewed: boolean;
  highRisk: boolean;
}

export interface MadeApplication {
  row: ApplicationRow;
  terms: Terms;
}

const APPLICATION_DAYS = 30;
const OFFER_DAYS = 14;

/** The same as the reasons a deal is declined for by hand; a test of the API holds them equal. */
export const DECLINE_REASONS = [
  "Stacking",
  "High-Risk Bank Activity",
  "High-Risk Behavior",
  "Insufficient Bank Activity",
  "No Business Income",
  "Cash-flow/Affordability",
  "Use of Funds",
  "Fraud",
  "Other",
  "CVA Decline",
  "Payment History",
  "Customer Cancelled",
  "Lost Plaid Connection",
  "Customer Dropped Off",
] as const;

const REVIEW_REASONS = [
  "Name does not match SSN",
  "Bank account owner does not match applicant",
  "Fewer than 30 days of transactions",
  "Deposits are mostly transfers, not revenue",
  "Two or more active advances detected",
  "TIN and name mismatch",
] as const;

const ADJUSTMENT_REASONS = [
  "Customer Request",
  "Bank Balance Insufficient",
  "Revenue Lower Than Stated",
] as const;

/** Adds an application made at `createdAt`, with its offers where the decision was one. */
export function addApplication(
  context: SeedContext,
  random: Random,
  applicant: Applicant,
  createdAt: Date,
): MadeApplication {
  const { situation, smallBusiness, isRenewed } = applicant;
  const decidedAt = addDays(createdAt, random.int(0, 20) / 24);
  const terms = drawTerms(random, { startsAt: addDays(decidedAt, 1), smallBusiness, isRenewed });
  const lowered = hasOffer(situation) && random.chance(0.1);
  const signed = situation.stage === "funded" || situation.stage === "contracted";
  const id = ++context.ids.application;
  const row: ApplicationRow = {
    id,
    userId: applicant.userId,
    stage: situation.stage,
    isRenewed,
    workflowUsed: isRenewed ? "Renewals Model" : smallBusiness ? "SMB" : "Gig Worker",
    expiresAt: addDays(createdAt, expiryDays(situation, APPLICATION_DAYS)),
    offerExpiresAt: hasOffer(situation) ? addDays(decidedAt, expiryDays(situation, OFFER_DAYS)) : null,
    fundedAt: situation.stage === "funded" ? addDays(decidedAt, 1) : null,
    ...decision(random, situation),
    manualAdjustmentReason: lowered ? random.pick(ADJUSTMENT_REASONS) : "None",
    ...amounts(situation, terms, lowered),
    isContractSigned: signed,
    contractKey: signed ? `demonstration/${applicant.userId}/contract_${id}.pdf` : "",
    contractSignedAt: signed ? decidedAt : null,
    isSmb: smallBusiness,
    initHighRisk: applicant.highRisk,
    ...riskModel(random, situation, { smallBusiness, isRenewed }),
    dealId: situation.stage === "started" ? "" : makeDealId(applicant.userId),
    importKey: null,
    importRunId: null,
    version: 1,
    createdAt,
    updatedAt: decidedAt,
  };
  context.rows.application.push(row);
  if (hasOffer(situation)) addOffers(context, random, { id, terms, lowered });
  return { row, terms };
}

/** A funded advance never expires within the data; an open application does, at its time. */
const expiryDays = (situation: Situation, days: number): number =>
  situation.stage === "funded" ? 720 : days;

const hasOffer = ({ alloyStatus }: Situation): boolean =>
  alloyStatus === "Approved" || alloyStatus === "Expired";

function decision(random: Random, { alloyStatus }: Situation) {
  const decided = alloyStatus !== "Pending" && alloyStatus !== "Error";
  const bureau = alloyStatus === "Expired" ? "Approved" : alloyStatus;
  return {
    alloyStatus,
    alloyClarityStatus: decided ? bureau : "",
    alloyClarityCcr: decided ? random.int(400, 850) : null,
    alloyTuStatus: decided ? bureau : "",
    alloyCvaScore: decided ? random.int(420, 920) : null,
    vantageScore: decided ? random.int(alloyStatus === "Denied" ? 380 : 520, 790) : null,
    manualReviewReason: alloyStatus === "Manual Review" ? random.pick(REVIEW_REASONS) : "",
    manuallyApprovedAt: null,
    declineReason: alloyStatus === "Denied" ? random.pick(DECLINE_REASONS) : "",
    declinedAt: null,
    declinedFrom: null,
    declinedByDoNotFund: null,
    noticeBefore: false,
  };
}

/** A lowered approval keeps what was first approved: fifty dollars more than the customer now gets. */
const LOWERED_BY_CENTS = 5_000;

function amounts(situation: Situation, terms: Terms, lowered: boolean) {
  const offered = hasOffer(situation);
  const only = <Value>(value: Value): Value | null => (offered ? value : null);
  return {
    originalApprovedAmountCents: only(terms.approvedCents + (lowered ? LOWERED_BY_CENTS : 0)),
    approvedAmountCents: only(terms.approvedCents),
    paybackAmountCents: only(terms.paybackCents),
    paymentAmountCents: only(terms.paymentCents),
    discountAmountCents: only(terms.discountCents),
    ofeeRate: OFEE_RATE,
    termsCalculation: offered ? `${terms.payments} weekly payments` : "",
    fundsDispersedOption: offered ? terms.fundsDispersedOption : "nextDayBankACH",
    disbursementFeeCents: offered ? terms.disbursementFeeCents : 0,
    disbursementAmountCents: only(terms.disbursementCents),
    firstPaymentDate: only(terms.firstPaymentDate),
    discountDate: only(terms.discountDate),
    lastPaymentDate: only(terms.lastPaymentDate),
  } as const;
}

const SCORES = {
  Approved: [680, 930],
  Expired: [640, 820],
  "Manual Review": [590, 679],
  Denied: [310, 589],
} as const;

function riskModel(
  random: Random,
  { alloyStatus }: Situation,
  facts: { smallBusiness: boolean; isRenewed: boolean },
) {
  if (alloyStatus === "Pending" || alloyStatus === "Error") {
    return {
      riskModelName: "",
      riskModelScore: null,
      riskModelLiteName: "",
      riskModelLiteScore: null,
      usedOverrideFlag: false,
    };
  }
  const [lowest, highest] = SCORES[alloyStatus];
  const [riskModelName, riskModelLiteName] = facts.isRenewed
    ? ["RENEWAL-2.0", "RENEWAL-LITE-1.0"]
    : facts.smallBusiness
      ? ["SMB-CF-3.4", "SMB-LITE-1.3"]
      : ["GIG-CF-5.2", "GIG-LITE-2.1"];
  return {
    riskModelName: riskModelName ?? "",
    riskModelScore: random.int(lowest, highest),
    riskModelLiteName: riskModelLiteName ?? "",
    riskModelLiteScore: random.int(lowest, highest),
    usedOverrideFlag: random.chance(0.03),
  };
}

/** The optimized offer lends a fifth less for a better price; the customer took the other, or it took a change. */
function addOffers(
  context: SeedContext,
  random: Random,
  { id, terms, lowered }: { id: number; terms: Terms; lowered: boolean },
): void {
  const optimizedSelected = random.chance(0.4);
  const selected = terms.approvedCents + (lowered ? LOWERED_BY_CENTS : 0);
  const other = Math.round((selected * (optimizedSelected ? 0.8 : 1.2)) / 5_000) * 5_000;
  for (const optimized of [true, false]) {
    const isSelected = optimized === optimizedSelected;
    context.rows.offer.push({
      id: 2 * id - (optimized ? 1 : 0),
      applicationId: id,
      optimized,
      approvedAmountCents: isSelected ? selected : other,
      paybackMultiplier: isSelected ? terms.multiplier : "1.4000",
      selected: isSelected,
    });
  }
}

/** The deal that the demonstration CRM has of this customer: it has none of those whose id ends in 9. */
const makeDealId = (userId: number): string =>
  userId % 10 === 9 ? "" : `572576711${String(userId).padStart(10, "0")}`;
