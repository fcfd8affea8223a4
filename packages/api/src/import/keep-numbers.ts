import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { changesThatEndBans, watchBans } from "../do-not-fund/keep-bans.ts";
import type { UserWrite } from "./user-store.ts";

/** The numbers by which somebody is the same person as another. */
export const PERSON_NUMBERS = ["ssn", "ein"] as const;
export type PersonNumber = (typeof PERSON_NUMBERS)[number];

interface Holder {
  id: number;
  ssn: boolean;
  ein: boolean;
}

/**
 * Which numbers of changed users have to stay, by user: with the new one somebody may be funded who is not to be. Of several that
 * end a ban together the later ones stay. Nothing is changed by it. The caller has locked these users.
 */
export async function numbersToKeep(
  tx: Tx,
  vault: Vault,
  changes: readonly UserWrite[],
): Promise<Map<number, PersonNumber[]>> {
  const kept = new Map<number, PersonNumber[]>();
  const numbered = changes.filter(({ changed }) => PERSON_NUMBERS.some((field) => changed[field]));
  if (numbered.length === 0) return kept;
  const holders = await tx.$queryRaw<Holder[]>`
    SELECT id, ssn_index IS NOT NULL AS ssn, ein_index IS NOT NULL AS ein FROM users
    WHERE id = ANY(${numbered.map(({ id }) => id)}::int[])`;
  const holderById = new Map(holders.map((holder) => [holder.id, holder]));
  // Where none stands a new one can only tie people together.
  const replaced = numbered.flatMap(({ id, changed }) =>
    PERSON_NUMBERS.flatMap((field) => {
      const number = changed[field];
      return number && holderById.get(id)?.[field] ? [{ id, field, number }] : [];
    }),
  );
  const watch = await watchBans(tx, [...new Set(replaced.map(({ id }) => id))]);
  if (watch === null) return kept;
  const ending = await changesThatEndBans(tx, watch, replaced, ({ id, field, number }) => {
    const index = vault.blindIndex(field, number);
    const data = field === "ssn" ? { ssnIndex: index } : { einIndex: index };
    return tx.user.update({ where: { id }, data, select: { id: true } });
  });
  for (const { id, field } of ending) kept.set(id, [...(kept.get(id) ?? []), field]);
  return kept;
}

/** The changes without the numbers that stay; one of which nothing is left is none. */
export const withoutKept = (
  changes: readonly UserWrite[],
  kept: ReadonlyMap<number, readonly PersonNumber[]>,
): UserWrite[] =>
  changes.flatMap((change) => {
    const fields: readonly string[] = kept.get(change.id) ?? [];
    if (fields.length === 0) return [change];
    const left = Object.entries(change.changed).filter(([field]) => !fields.includes(field));
    return left.length === 0 ? [] : [{ ...change, changed: Object.fromEntries(left) }];
  });
