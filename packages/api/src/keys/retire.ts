import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import type { ValuesByKey } from "./reseal.ts";

/**
 * Forgets the proofs of sealing keys that nothing is sealed with any more, so that a server starts without them
 * (`key-canaries.ts`). Returns their ids.
 */
export async function retireKeys(
  { db, vault }: Pick<Core, "db" | "vault">,
  values: ValuesByKey,
): Promise<string[]> {
  const proofs = await db.read.keyCanary.findMany({ orderBy: { key: "asc" } });
  // Proofs of other keys have longer names.
  const retired = proofs
    .map(({ key }) => key)
    .filter((key) => key.length === 4 && key !== vault.currentSealingKey && (values[key] ?? 0) === 0);
  if (retired.length > 0)
    await coordinate({ db }, (tx) => tx.keyCanary.deleteMany({ where: { key: { in: retired } } }));
  return retired;
}
