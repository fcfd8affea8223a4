import type { DealChange, DealState } from "../crm/use-deal.ts";
import type { CrmStep, DoNotFundProgress } from "../do-not-fund/use-do-not-fund.ts";

export const DEAL_ID = "5725767110000000012";

export const aDeal = (changes: Partial<NonNullable<DealState["deal"]>> = {}) => ({
  dealId: DEAL_ID,
  stage: "Underwriting",
  declineReason: null,
  ...changes,
});

export const aDealState = (changes: Partial<DealState> = {}): DealState => ({
  zohoId: "5725767000001",
  deal: aDeal(),
  change: null,
  ...changes,
});

export const aDealChange = (changes: Partial<DealChange> = {}): DealChange => ({
  id: "0190c1a0-0000-7000-8000-0000000000c1",
  step: "stage",
  stage: "Funding Review",
  declineReason: null,
  state: "QUEUED",
  lastError: "",
  createdAt: new Date("2026-11-20T16:40:00Z"),
  ...changes,
});

const aStep = (step: CrmStep["step"], at: number, changes: Partial<CrmStep> = {}): CrmStep => ({
  id: `0190c1a0-0000-7000-8000-0000000000d${at}`,
  step,
  state: "DELIVERED",
  attempts: 1,
  lastError: "",
  ...changes,
});

/** A flag that was set, with its steps delivered but for what is given. */
export const aProgress = (
  changes: { [Step in CrmStep["step"]]?: Partial<CrmStep> } = {},
): DoNotFundProgress => ({
  queuedAt: new Date("2026-11-20T16:40:00Z"),
  steps: (["contact", "leadNote", "deal", "dealNote"] as const).map((step, at) =>
    aStep(step, at, changes[step]),
  ),
});
