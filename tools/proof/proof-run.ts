/** One run of a proof. */
export interface ProofRun {
  /** 1 is the smallest run that shows something; N does about N times as much. */
  scale: number;
  /** The proof's own default without one. */
  seed: number | undefined;
  /** Of the simulation: prints one schedule line by line. */
  trace: boolean;
  /** Of the simulation: workers that are held up past their lease go on. */
  stalls: boolean;
}
