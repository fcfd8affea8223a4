import type { Database, Tx } from "@countinghouse/db";
import type { Registration } from "@countinghouse/db/registration";
import type { Vault } from "@countinghouse/db/vault";
import type { ReadingBudget } from "@countinghouse/validators/reading/rules";
import type { Vendor } from "@countinghouse/validators/vendors/rules";
import type { Actor } from "./actor.ts";
import type { ChooseCopy } from "./read-copy.ts";

/** What every domain may use. Engines and outside systems are received by those who use them. */
export interface Core {
  db: Database;
  /** From where reports, exports and searches of an actor may read instead of the database itself. */
  copies: (actor: Actor) => ChooseCopy;
  vault: Vault;
  now: () => Date;
  /** As what the others know this process: what it claims carries the id. */
  registration: Registration;
  /** Called after a commit that queued outbox messages. */
  wakeOutbox: () => void;
  /** Called after each commit of a command or a job: what waits for people may be other than it was. */
  announce?: () => void;
  log: Logger;
  /** The outside systems that have no settings here: nothing is queued for them, and what needs them is refused. */
  vendorsOff: readonly Vendor[];
  /** How much an admin reads in an hour; the standard where it is not said. */
  readingBudget?: ReadingBudget;
}

export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the inside of a write is given. */
export interface WriteTools {
  /** The writing client. It exists inside of a write alone. */
  tx: Tx;
  now: Date;
  vendorsOff: readonly Vendor[];
}
