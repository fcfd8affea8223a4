/** The outcomes that have a look of their own (specification 1 section 9); others are shown as they come. */
export const DECISION_OUTCOMES = ["Success", "Approved", "Denied", "Error", "Manual Review"] as const;
export type DecisionOutcome = (typeof DECISION_OUTCOMES)[number];

/** Whether the decision engine's word is one of the outcomes we know. */
export const isDecisionOutcome = (outcome: string): outcome is DecisionOutcome =>
  (DECISION_OUTCOMES as readonly string[]).includes(outcome);

const VANTAGE_BANDS = [
  { band: "Superprime", least: 781 },
  { band: "Prime", least: 661 },
  { band: "Near prime", least: 601 },
  { band: "Subprime", least: 500 },
  { band: "Deep subprime", least: 300 },
] as const;

/** The band a Vantage score lies in, or null below the scale, which begins at 300. */
export const vantageBand = (score: number): string | null =>
  VANTAGE_BANDS.find(({ least }) => score >= least)?.band ?? null;
