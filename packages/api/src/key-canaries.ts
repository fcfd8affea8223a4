import type { Database } from "@countinghouse/db";
import { KEY_ID_BYTES, sealingKeyId, type Vault } from "@countinghouse/db/vault";
import { coordinate } from "./job-writes.ts";

const INDEX_KEY = "INDEX_KEY";
const CODE_KEY = "CODE_KEY";

/** A process has other keys than its database was written with. */
class WrongKeys extends Error {
  override readonly name = "WrongKeys";

  constructor(wrong: readonly string[]) {
    super(`This database was written with other keys:\n${wrong.map((each) => `  ${each}`).join("\n")}`);
  }
}

type Kept = { key: string; proof: Uint8Array };

/** Each key of the vault that is missing or is another one than that of the database, in a sentence. Writes nothing. */
export const findWrongKeys = async ({ db, vault }: { db: Database; vault: Vault }): Promise<string[]> =>
  wrongKeys({ db, vault }, await db.read.keyCanary.findMany({ orderBy: { key: "asc" } }));

async function wrongKeys(
  { db, vault }: { db: Database; vault: Vault },
  kept: readonly Kept[],
): Promise<string[]> {
  const wrong = kept.flatMap(({ key, proof }) => {
    const audited = auditKeyId(key);
    if (audited !== null) {
      const signature = { keyId: audited, mac: Uint8Array.from(proof) };
      return vault.isSigned(signature, "key-canary", audited) ? [] : [otherKey("AUDIT_KEYS", audited)];
    }
    if (key === INDEX_KEY) return isOneOf(vault.indexProofs, proof) ? [] : [OTHER_INDEX_KEY];
    if (key === CODE_KEY) return isOneOf(vault.codeProofs, proof) ? [] : ["CODE_KEY is another one."];
    // The proof of a key that a later release has: this one was put back in its place, and does not use it.
    if (key.length !== KEY_ID_BYTES) return [];
    return opened(vault, canaryPlace(key), proof) === key ? [] : [otherKey("SEALING_KEYS", key)];
  });
  if (kept.length === 0) wrong.push(...(await wrongForCustomers({ db, vault })));
  return wrong;
}

/**
 * Proves the vault's keys by what was made with them when they were first used on this database, and keeps that of a key
 * that seals here for the first time. A database from before that is proven by a customer's SSN. Of two index keys one has to be
 * that of the database; of the keys of codes, the newest is proven from then on. Throws WrongKeys,
 * naming each key that is missing or another one, before anything is written.
 */
export async function checkKeys({
  db,
  vault,
  now,
}: {
  db: Database;
  vault: Vault;
  now: () => Date;
}): Promise<void> {
  const kept = await db.read.keyCanary.findMany({ orderBy: { key: "asc" } });
  const wrong = await wrongKeys({ db, vault }, kept);
  if (wrong.length > 0) throw new WrongKeys(wrong);
  const current = vault.currentSealingKey;
  const { keyId, mac } = vault.sign("key-canary", vault.currentAuditKey);
  const [codeProof] = vault.codeProofs;
  const data = [
    { key: `${AUDIT}${keyId}`, proof: mac },
    // A database that is new is begun under the newest one; one from before under that of its SSNs.
    ...vault.indexProofs.slice(0, 1).map((proof) => ({ key: INDEX_KEY, proof })),
    ...(codeProof ? [{ key: CODE_KEY, proof: codeProof }] : []),
    { key: current, proof: vault.seal(canaryPlace(current), current) },
  ];
  const isKept = (key: string) => kept.some((each) => each.key === key);
  const rows = data.filter(({ key }) => !isKept(key)).map((row) => ({ ...row, since: now() }));
  const code = kept.find(({ key }) => key === CODE_KEY);
  const isOlder = code !== undefined && codeProof !== undefined && !isSame(code.proof, codeProof);
  if (rows.length === 0 && !isOlder) return;
  await coordinate({ db }, async (tx) => {
    await tx.keyCanary.createMany({ data: rows, skipDuplicates: true });
    if (isOlder)
      await tx.keyCanary.update({ where: { key: CODE_KEY }, data: { proof: codeProof, since: now() } });
  });
}

/** What is wrong with the keys, told by the newest SSN. */
async function wrongForCustomers({ db, vault }: { db: Database; vault: Vault }): Promise<string[]> {
  const customer = await db.read.user.findFirst({
    where: { ssnSealed: { not: null } },
    orderBy: { id: "desc" },
    select: { id: true, ssnSealed: true, ssnIndex: true },
  });
  if (!customer?.ssnSealed) return [];
  const { id, ssnSealed, ssnIndex } = customer;
  const ssn = opened(vault, { table: "users", column: "ssn_sealed", rowId: id }, ssnSealed);
  if (ssn === null) return [otherKey("SEALING_KEYS", sealingKeyId(ssnSealed))];
  const [index] = vault.blindIndexes("ssn", ssn);
  return ssnIndex === null || (index && isSame(ssnIndex, index)) ? [] : [OTHER_INDEX_KEY];
}

const OTHER_INDEX_KEY = "INDEX_KEY is another one.";
const otherKey = (setting: string, id: string): string =>
  `${setting}: the key "${id}" is missing or another one.`;

/** Keys of the audit are told from those that seal by what stands before their ids. */
const AUDIT = "audit:";
const auditKeyId = (key: string): string | null => (key.startsWith(AUDIT) ? key.slice(AUDIT.length) : null);

const canaryPlace = (rowId: string) => ({ table: "key_canary", column: "proof", rowId });

function opened(vault: Vault, place: Parameters<Vault["open"]>[0], sealed: Uint8Array): string | null {
  try {
    return vault.open(place, sealed);
  } catch {
    return null;
  }
}

const isOneOf = (proofs: readonly Uint8Array[], kept: Uint8Array): boolean =>
  proofs.some((proof) => isSame(proof, kept));

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
