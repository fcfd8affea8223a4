/** One run of a proof. */
export interface ProofRun {
  /** 1 is the smallest run that shows something; N does about N times as much. */
  scale: number;
  /** Undefined selects the default of the proof. */
  seed: number | undefined;
  /** For sim: prints one schedule line by line. */
  trace: boolean;
  /** For sim: workers that are held up past their lease go on. */
  stalls: boolean;
}
