import type { PaymentState } from "@countinghouse/db";
import type { Machine } from "../machine.ts";
import type { Claim } from "./store.ts";

/** What can be done wrong on purpose: a simulation that does not notice it would prove nothing. */
export interface Flaws {
  /** In the place of the machine's own `advance`. */
  advance?: (machine: Machine<Claim>, intentId: string) => Promise<PaymentState>;
  /** Outcomes are written without looking whether one is there. */
  noCompareAndSet?: boolean;
  /** An intent that one worker is sending is given to the next one as if nobody had it. */
  twoWorkers?: boolean;
  /** Intents are due before the processor can be done with a call that was given up. */
  noSettleWindow?: boolean;
  /** Of every process that is gone it is believed that it is dead. */
  goneIsDead?: boolean;
  /** The processor takes a key again and again. */
  noDedupe?: boolean;
  /** What was given back of a sale before is not added up. */
  refundsUncounted?: boolean;
}
