import type { Candidate } from "./candidate.ts";

/** What is already taken: import keys, and e-mail addresses with the user that has each, or null for a row of a trial. */
export interface Taken {
  keys: Set<string>;
  emails: Map<string, number | null>;
}

/** Where imported users go: the database, or nowhere on a trial. */
export interface UserStore {
  taken(candidates: readonly Candidate[]): Promise<Taken>;
  /** Adds users and returns the import keys of those that were added: another import may have been faster. */
  add(candidates: readonly Candidate[]): Promise<Set<string>>;
}

export interface LoadedBatch {
  loaded: number;
  alreadyThere: number;
  refused: { candidate: Candidate; reason: string }[];
}

/** Adds those candidates that are not there yet. One whose e-mail address is another user's is refused. */
export async function loadBatch(store: UserStore, candidates: readonly Candidate[]): Promise<LoadedBatch> {
  if (candidates.length === 0) return { loaded: 0, alreadyThere: 0, refused: [] };
  const { fresh, ...others } = sort(candidates, await store.taken(candidates));
  const added = fresh.length > 0 ? await store.add(fresh) : new Set<string>();
  const missed = await loadBatch(
    store,
    fresh.filter(({ importKey }) => !added.has(importKey)),
  );
  return {
    loaded: added.size + missed.loaded,
    alreadyThere: others.alreadyThere + missed.alreadyThere,
    refused: [...others.refused, ...missed.refused],
  };
}

function sort(candidates: readonly Candidate[], { keys, emails }: Taken) {
  const fresh: Candidate[] = [];
  const refused: LoadedBatch["refused"] = [];
  let alreadyThere = 0;
  for (const candidate of candidates) {
    const { importKey, user } = candidate;
    if (keys.has(importKey)) {
      alreadyThere += 1;
    } else if (user.email && emails.has(user.email)) {
      refused.push({ candidate, reason: emailTaken(emails.get(user.email) ?? null) });
    } else {
      fresh.push(candidate);
      keys.add(importKey);
      if (user.email) emails.set(user.email, null);
    }
  }
  return { fresh, refused, alreadyThere };
}

const emailTaken = (userId: number | null): string =>
  userId === null
    ? "email: an earlier row of this file has the same e-mail address."
    : `email: user ${userId} already has this e-mail address.`;
