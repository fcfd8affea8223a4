import type { Evaluation } from "@countinghouse/providers/decisioning/port";

/** What the decision engine knows of an application; null and empty when nobody wrote it down. */
export interface DecidedFacts {
  declineReason: string;
  isSmb: boolean | null;
  initHighRisk: boolean | null;
}

/** A decision of ours, as far as facts follow from it. */
export interface DecisionFacts {
  flowType: string;
  primaryDeclineReason: string;
}

/** The flows that decide an application; the others are checks on the way there. */
export const DECIDING_FLOWS: readonly string[] = ["Gig Worker", "SMB", "Renewals Model"];

/** The outcomes that such a flow ends with. */
export const FINISHED_OUTCOMES: readonly string[] = ["Approved", "Denied", "Manual Review"];

const SMB_FLOW = "SMB";
const SMB_TAG = "SMB";
const HIGH_RISK_TAG = "High Risk";
export const DENIED = "Denied";

/** Whether a fact that the screens show is missing. Only a denied application owes a decline reason. */
export const lacksFacts = ({
  declineReason,
  isSmb,
  initHighRisk,
  alloyStatus,
}: DecidedFacts & { alloyStatus: string }): boolean =>
  isSmb === null || initHighRisk === null || (declineReason === "" && alloyStatus === DENIED);

/**
 * What an evaluation says about an application. The workflow tags a risk "High Risk"; a small business is one that the
 * workflow tags "SMB", or that was decided by the flow for those. The decline reason is the first one of a denial.
 */
export const toDecidedFacts = (evaluation: Evaluation, decision: DecisionFacts): DecidedFacts => ({
  declineReason:
    (evaluation.outcome === DENIED ? evaluation.reasons[0] : undefined) ?? decision.primaryDeclineReason,
  isSmb: decision.flowType === SMB_FLOW || evaluation.tags.includes(SMB_TAG),
  initHighRisk: evaluation.tags.includes(HIGH_RISK_TAG),
});

/** Of what was found out, that which is missing: what was written down before is never overwritten. */
export const missingFacts = (
  { alloyStatus, ...held }: DecidedFacts & { alloyStatus: string },
  found: DecidedFacts,
): Partial<DecidedFacts> => ({
  ...(held.declineReason === "" && alloyStatus === DENIED && { declineReason: found.declineReason }),
  ...(held.isSmb === null && { isSmb: found.isSmb }),
  ...(held.initHighRisk === null && { initHighRisk: found.initHighRisk }),
});
