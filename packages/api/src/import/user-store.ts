import type { Candidate, UserTexts } from "./candidate.ts";
import type { PersonNumber } from "./keep-numbers.ts";
import type { KnownUser } from "./match-users.ts";

/** A change of a user, as it is written. */
export interface UserWrite {
  id: number;
  version: number;
  line: number;
  changed: UserTexts;
}

/** Where imported users go: the database, or nowhere on a trial. */
export interface UserStore {
  /** Tells those of the candidates that stand for the first time in the file from those of which a row before has the key. */
  divide(candidates: readonly Candidate[]): Promise<Divided>;
  /** The users that the candidates may be. */
  find(candidates: readonly Candidate[]): Promise<KnownUser[]>;
  /**
   * Adds users, changes users, and returns the import keys and the ids of those that were: another import, or somebody of the
   * staff, may have been faster.
   */
  write(fresh: readonly Candidate[], changes: readonly UserWrite[]): Promise<Written>;
}

export interface Divided {
  first: Candidate[];
  /** They say what that row says. */
  repeated: Candidate[];
  /** They say something else than that row, which begins on `line`. */
  others: { candidate: Candidate; line: number }[];
}

export interface Written {
  added: Set<string>;
  changed: Set<number>;
  /** Of whom which numbers were left as they are, since a ban would end without them. */
  kept: ReadonlyMap<number, readonly PersonNumber[]>;
}

/** A customer whom a trial would add or complete. */
export interface WouldWrite {
  /** The import key of a new customer, `changedKey` of one who is here. */
  key: string;
  /** The day of birth that would be written, as YYYY-MM-DD; empty where none would. */
  dob: string;
}

export const changedKey = (userId: number): string => `#${userId}`;
