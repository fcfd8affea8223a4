import type { PaymentKind, Tx } from "@countinghouse/db";
import type { Instrument } from "./instrument.ts";
import type { Processor } from "./machine.ts";

export type ProcessorFor = (kind: PaymentKind) => Processor<Instrument>;

/** The check before a payment is sent: the database must know every payment that was sent before. The recovery implements it. */
export interface SendGate {
  /** Returns true when payments may be sent, as this transaction sees the database. */
  maySend(tx: Tx): Promise<boolean>;
  /** Returns true when the journal and the processors were compared with the current database, with any result. */
  isVerified(): Promise<boolean>;
  /**
   * Compares this database with the journal and the processors where that is necessary. Only one comparison runs at a time, and a
   * failed one is not repeated at once. Returns true when anything may be sent. Throws WrongEnvironment.
   */
  verify(): Promise<boolean>;
  /**
   * Returns processors that write each attempt to the journal before they send it. `send` throws NotSent (machine.ts) when the
   * journal does not have the attempt in time.
   */
  journalled(processorFor: ProcessorFor, withinMs: number): ProcessorFor;
}
