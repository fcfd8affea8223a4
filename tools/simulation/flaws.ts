import type { Machine } from "../../packages/api/src/payments/engine/machine.ts";
import type { PaymentState } from "../../packages/db/src/index.ts";
import type { Claim } from "./store.ts";

/** What can be done wrong on purpose: a simulation that does not notice it would prove nothing. */
export interface Flaws {
  /** In the place of the machine's own step. */
  step?: (machine: Machine<Claim>, intentId: string) => Promise<PaymentState>;
  /** Outcomes are written without looking whether one is there. */
  noCompareAndSet?: boolean;
  /** An intent that one worker is sending is given to the next one as if nobody had it. */
  twoWorkers?: boolean;
  /** A worker that comes too late to call hands on what another one has by now. */
  givesBackBlindly?: boolean;
  /** The reports of a day are believed to be whole while calls of the day may still take effect. */
  earlyReports?: boolean;
  /** What a processor tells of a payment that has ended is left out. */
  dropsLateTruth?: boolean;
  /** A database that was set back goes on as if nothing had been sent since. */
  noJournal?: boolean;
  /** The processor takes a key again and again. */
  noDedupe?: boolean;
  /** What was given back of a sale before is not added up. */
  refundsUncounted?: boolean;
}
