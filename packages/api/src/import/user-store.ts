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
  /** Those of the candidates that stand for the first time in what is imported; the others repeat one. */
  firstSeen(candidates: readonly Candidate[]): Promise<Candidate[]>;
  /** The users that the candidates may be. */
  find(candidates: readonly Candidate[]): Promise<KnownUser[]>;
  /**
   * Adds users, changes users, and returns the import keys and the ids of those that were: another import, or somebody of the
   * staff, may have been faster.
   */
  write(fresh: readonly Candidate[], changes: readonly UserWrite[]): Promise<Written>;
}

export interface Written {
  added: Set<string>;
  changed: Set<number>;
  /** Of whom which numbers were left as they are, since a ban would end without them. */
  kept: ReadonlyMap<number, readonly PersonNumber[]>;
}
