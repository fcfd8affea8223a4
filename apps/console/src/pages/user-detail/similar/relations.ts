import type { SimilarRecordKind } from "@countinghouse/validators/similar-records/rules";
import type { SimilarUser } from "./similar-section.tsx";

/** Somebody who shares something with the customer, and what. */
export interface Relation {
  user: SimilarUser;
  /** What is shared, by its kind: its names, where it has some. */
  shared: ReadonlyMap<SimilarRecordKind, readonly string[]>;
}

/** Each person once, with all that is shared: who is not to be funded first, then who shares most. */
export function joinRelations(
  lists: readonly { kind: SimilarRecordKind; users: readonly SimilarUser[] }[],
): Relation[] {
  const people = new Map<number, { user: SimilarUser; shared: Map<SimilarRecordKind, readonly string[]> }>();
  for (const { kind, users } of lists)
    for (const user of users) {
      const person = people.get(user.id) ?? { user, shared: new Map() };
      person.shared.set(kind, user.matches);
      people.set(user.id, person);
    }
  return [...people.values()].sort(
    (one, other) =>
      Number(other.user.doNotFund) - Number(one.user.doNotFund) ||
      other.shared.size - one.shared.size ||
      other.user.id - one.user.id,
  );
}
