import type { Capture } from "../stack/sandbox-control.ts";
import type { OurPayment } from "./books.ts";
import type { Comparison } from "./compare.ts";

/** What the books say in the end. */
export interface Verdict {
  comparison: Comparison;
  /** What is wrong beside that, a sentence each. */
  problems: string[];
  /** Figures of what was ordered, a line each. */
  lines: string[];
  /** Everything in short: `60 paid, 0 doubled, 0 lost`. */
  result: string;
}

/** What was ordered, to be carried out while it storms. */
export interface Ordered {
  /** The business keys of its payments begin with it. */
  prefix: string;
  /** How many of what was ordered have no end yet. */
  countOpen(): Promise<number>;
  /** What people do meanwhile; ends when nothing is open any more, or with the signal. */
  attend(signal: AbortSignal): Promise<void>;
  /** Waits after the storm until everything written about it is final. */
  finish(signal: AbortSignal): Promise<void>;
  judge(captures: readonly Capture[], payments: readonly OurPayment[]): Promise<Verdict>;
}
