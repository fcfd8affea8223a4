import { DO_NOT_FUND_MESSAGES } from "../do-not-fund/texts.ts";

/** The stages the console moves a deal to by hand; the CRM knows more. */
export const DEAL_QUEUES = ["Waiting for Docs", "Funding Review"] as const;
export type DealQueue = (typeof DEAL_QUEUES)[number];

export const CLOSED_LOST = "Closed Lost";
export const UNDERWRITING = "Underwriting";

/** The reason a deal is given whose customer may not be funded. */
export const DO_NOT_FUND_DECLINE = "Do Not Fund";

/** Where a deal comes from that was asked for here. */
export const DEAL_SOURCE = "AP";

export const MANUAL_DECLINE_REASONS = [
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
export type ManualDeclineReason = (typeof MANUAL_DECLINE_REASONS)[number];

/** A deal as the rules look at it. */
export interface DealFacts {
  stage: string;
  /** Null when it is not declined. */
  declineReason: string | null;
}

/** What is known of a customer's deal: the CRM's answer, null when there is none, and what is on its way there. */
export interface DealStanding {
  deal: DealFacts | null;
  /** Whether a change is still on its way to the CRM. */
  isChanging: boolean;
}

const CHANGING = "The last change is still on its way to the CRM.";
const MISSING = "There is no deal.";

export const isDeclined = (deal: DealFacts): boolean =>
  deal.stage === CLOSED_LOST || deal.declineReason !== null;

/** Why the deal may not be moved to `queue`, or null. */
export function whyNotMoveDeal(queue: DealQueue, { deal, isChanging }: DealStanding): string | null {
  if (isChanging) return CHANGING;
  if (deal === null) return MISSING;
  if (deal.stage === queue) return `The deal is already in ${queue}.`;
  if (deal.stage === CLOSED_LOST) return "The deal is Closed Lost.";
  return deal.declineReason === null ? null : `The deal is declined: ${deal.declineReason}.`;
}

/** Why the deal may not be declined by hand, or null. */
export function whyNotDeclineDeal({ deal, isChanging }: DealStanding): string | null {
  if (isChanging) return CHANGING;
  if (deal === null) return MISSING;
  return isDeclined(deal) ? "The deal is declined already." : null;
}

/** Why no deal may be asked for, or null: the CRM has to know the customer and have no deal of theirs. */
export function whyNotRequestDeal({ deal, isChanging }: DealStanding, zohoId: string): string | null {
  if (zohoId.trim() === "") return DO_NOT_FUND_MESSAGES.crmIdMissing;
  if (isChanging) return CHANGING;
  return deal === null ? null : "There is a deal already.";
}
