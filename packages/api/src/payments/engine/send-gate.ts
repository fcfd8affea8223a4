import type { PaymentKind, Tx } from "@countinghouse/db";
import type { Instrument } from "./instrument.ts";
import type { Processor } from "./machine.ts";

export type ProcessorFor = (kind: PaymentKind) => Processor<Instrument>;

/** What the engine asks before it sends: whether the database knows all that was sent before. The recovery answers it. */
export interface SendGate {
  /** Whether payments may be sent, as this transaction sees the database. */
  maySend(tx: Tx): Promise<boolean>;
  /** Whether journal and processors were compared with the database as it is now, whatever was found. */
  isVerified(): Promise<boolean>;
  /**
   * Compares this database with the journal and the processors, where that has to be done; one at a time, and not again
   * at once where it could not be finished. Returns whether anything may go out. Throws WrongEnvironment.
   */
  verify(): Promise<boolean>;
  /** Processors that are called once the attempt stands in the journal; throws NotSent (machine.ts) where it does not in time. */
  journalled(processorFor: ProcessorFor, withinMs: number): ProcessorFor;
}
