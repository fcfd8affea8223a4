/** What the decision engine found out about one application. */
export interface Evaluation {
  evaluationId: string;
  evaluatedAt: Date;
  /** "Approved", "Denied", "Manual Review", or what else the workflow was set up to say; null while undecided. */
  outcome: string | null;
  reasons: string[];
  /** As the workflow computes it; null when it does not. */
  score: number | null;
  tags: string[];
  /** What each data source of the evaluation came to, e.g. "executed", by its name. */
  services: Record<string, string>;
}

/** The decision engine, to be read only. */
export interface Decisioning {
  /** The evaluation with this id; null when there is none. Throws ProviderError `refused` or `unavailable`. */
  evaluation(evaluationId: string): Promise<Evaluation | null>;
}
