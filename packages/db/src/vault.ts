import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";

/** Where a sealed value lives. It is bound into the seal, so a value moved to another row does not open. */
export interface SealedPlace {
  table: string;
  column: string;
  rowId: number | string;
}

/** Fields that can be looked up by equality while sealed. */
export type IndexedField = "ssn" | "ein" | "bankAccountNumber" | "cardToken";

/** Keys of one purpose by id, 32 bytes each; ids have four characters. */
export interface Keyring {
  keys: Record<string, Buffer>;
  /** Id of the key that is used from now on. */
  current: string;
}

export interface VaultKeys {
  /** Old ones stay to open what they sealed. */
  sealing: Keyring;
  /** Sign the audit and the ledger. Old ones stay to prove what they signed. */
  audit: Keyring;
  /** Key of the blind indexes, 32 bytes. */
  index: Buffer;
  /** The one before, while indexes are made anew. */
  formerIndex?: Buffer | undefined;
  /** Keys of hashes of short-lived secrets: the first makes them, all are taken. Those of the indexes where there are none. */
  codes?: readonly Buffer[] | undefined;
}

export interface Vault {
  seal(place: SealedPlace, text: string): Uint8Array<ArrayBuffer>;
  open(place: SealedPlace, sealed: Uint8Array): string;
  /**
   * What is written into an indexed column: 16 bytes. While the key changes it is the index under both keys, each behind the
   * tag of its key, of which the database keeps the one in use.
   */
  blindIndex(field: IndexedField, normalized: string): Uint8Array<ArrayBuffer>;
  /** What may stand in an indexed column for this value: the index under each key, the newest first. */
  blindIndexes(field: IndexedField, normalized: string): Uint8Array<ArrayBuffer>[];
  /** What proves the keys of the indexes, the newest first; how a proof begins names its key. */
  readonly indexProofs: readonly Uint8Array<ArrayBuffer>[];
  /** Keyed hash for secrets such as one-time codes. */
  secretHash(purpose: string, text: string): Uint8Array<ArrayBuffer>;
  /** The hashes that such a secret may be kept as: under each key, the newest first. */
  secretHashes(purpose: string, text: string): Uint8Array<ArrayBuffer>[];
  /** What proves the keys of such hashes, the newest first; none where they are those of the indexes. */
  readonly codeProofs: readonly Uint8Array<ArrayBuffer>[];
  /** Keyed hash over parts, by the audit's own key: only who has it can have written them. */
  sign(purpose: string, ...parts: Part[]): Signature;
  /** The id of the key that seals. */
  readonly currentSealingKey: string;
  /** The id of the key that signs. */
  readonly currentAuditKey: string;
  /** Whether the parts are what was signed for this purpose; false for a key that is not known here. */
  isSigned(signature: Signature, purpose: string, ...parts: Part[]): boolean;
}

type Part = string | Uint8Array;

export interface Signature {
  keyId: string;
  /** HMAC-SHA-256. */
  mac: Uint8Array<ArrayBuffer>;
}

/** The id of the key that sealed a value, with which it begins. */
export const sealingKeyId = (sealed: Uint8Array): string =>
  Buffer.from(sealed).toString("latin1", 0, KEY_ID_BYTES);

/** The length of the id of a key. */
export const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BEFORE_BODY = KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;
/** To ask for the random bytes of one nonce costs as much as to seal with it. */
const NONCES_AT_ONCE = 256;
const BLIND_INDEX_BYTES = 16;
/** How much of its proof names a key of the indexes. */
export const INDEX_TAG_BYTES = 4;
const MAC_BYTES = 32;

/**
 * Seals fields with AES-256-GCM and makes keyed blind indexes (HMAC-SHA-256, one derived key a field).
 * A sealed value is key id, nonce, tag, ciphertext. Throws on a malformed key, an unknown key id, or a value
 * that was altered or belongs to another row.
 */
export function createVault(keys: VaultKeys): Vault {
  assertKeys(keys);
  // Key objects: handing over raw bytes each time costs three to five times the operation itself.
  const sealingKeys = keyObjects(keys.sealing);
  const sealingKey = findKey(sealingKeys, keys.sealing.current);
  const begins = Buffer.from(keys.sealing.current, "latin1");
  const nextNonce = nonceSource();
  const auditKeys = keyObjects(keys.audit);
  const indexMacs = [keys.index, ...(keys.formerIndex ? [keys.formerIndex] : [])].map(derivedMac);
  const codeMacs = keys.codes === undefined ? indexMacs : keys.codes.map(derivedMac);
  const indexProofs = indexMacs.map((mac) => mac("secret:key-canary", "INDEX_KEY"));
  const blindIndexes = (field: IndexedField, normalized: string) =>
    indexMacs.map((mac) => mac(`index:${field}`, normalized).slice(0, BLIND_INDEX_BYTES));
  const secretHashes = (purpose: string, text: string) =>
    codeMacs.map((mac) => mac(`secret:${purpose}`, text));
  return {
    seal(place, text) {
      const nonce = nextNonce();
      const cipher = createCipheriv("aes-256-gcm", sealingKey, nonce);
      cipher.setAAD(binding(place, keys.sealing.current));
      const body = cipher.update(text, "utf8");
      // Of this mode there is nothing left at the end.
      cipher.final();
      const sealed = new Uint8Array(BEFORE_BODY + body.length);
      sealed.set(begins);
      sealed.set(nonce, KEY_ID_BYTES);
      sealed.set(cipher.getAuthTag(), KEY_ID_BYTES + NONCE_BYTES);
      sealed.set(body, BEFORE_BODY);
      return sealed;
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed);
      const keyId = bytes.toString("latin1", 0, KEY_ID_BYTES);
      const afterNonce = KEY_ID_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv(
        "aes-256-gcm",
        findKey(sealingKeys, keyId),
        bytes.subarray(KEY_ID_BYTES, afterNonce),
        { authTagLength: TAG_BYTES },
      );
      decipher.setAAD(binding(place, keyId));
      decipher.setAuthTag(bytes.subarray(afterNonce, afterNonce + TAG_BYTES));
      const body = bytes.subarray(afterNonce + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    blindIndex: (field, normalized) => {
      const [index = new Uint8Array(), ...former] = blindIndexes(field, normalized);
      if (former.length === 0) return index;
      const tagged = [index, ...former].flatMap((each, place) => [
        (indexProofs[place] ?? each).subarray(0, INDEX_TAG_BYTES),
        each,
      ]);
      return Uint8Array.from(Buffer.concat(tagged));
    },
    blindIndexes,
    indexProofs,
    secretHash: (purpose, text) => firstMac(codeMacs)(`secret:${purpose}`, text),
    secretHashes,
    codeProofs: keys.codes === undefined ? [] : secretHashes("key-canary", "CODE_KEY"),
    currentSealingKey: keys.sealing.current,
    currentAuditKey: keys.audit.current,
    sign: (purpose, ...parts) => {
      const { current: keyId } = keys.audit;
      return { keyId, mac: Uint8Array.from(makeMac(findKey(auditKeys, keyId), [purpose, ...parts])) };
    },
    isSigned: ({ keyId, mac: signed }, purpose, ...parts) => {
      const key = auditKeys.get(keyId);
      if (key === undefined || signed.length !== MAC_BYTES) return false;
      return timingSafeEqual(signed, makeMac(key, [purpose, ...parts]));
    },
  };
}

/** Random nonces, each given out once: what it returns is good until it is called again. */
function nonceSource(): () => Uint8Array {
  const drawn = new Uint8Array(NONCE_BYTES * NONCES_AT_ONCE);
  let next = drawn.length;
  return () => {
    if (next === drawn.length) {
      randomFillSync(drawn);
      next = 0;
    }
    next += NONCE_BYTES;
    return drawn.subarray(next - NONCE_BYTES, next);
  };
}

type Mac = (purpose: string, text: string) => Uint8Array<ArrayBuffer>;

/** HMAC-SHA-256 under a key of its own for each purpose, derived from `root`. */
function derivedMac(root: Buffer): Mac {
  const derived = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    const bytes = hkdfSync("sha256", root, "", `countinghouse:${purpose}`, 32);
    const key = createSecretKey(Buffer.from(bytes));
    derived.set(purpose, key);
    return key;
  };
  return (purpose, text) => Uint8Array.from(createHmac("sha256", keyFor(purpose)).update(text).digest());
}

function firstMac(macs: readonly Mac[]): Mac {
  const [first] = macs;
  if (first === undefined) throw new Error("There is no code key.");
  return first;
}

const keyObjects = ({ keys }: Keyring): Map<string, KeyObject> =>
  new Map(Object.entries(keys).map(([id, key]) => [id, createSecretKey(key)]));

/** Each part with its length before it: what stands in one can not be moved into the next. */
function makeMac(key: KeyObject, parts: readonly Part[]): Buffer {
  const hmac = createHmac("sha256", key);
  for (const part of parts) {
    const bytes = typeof part === "string" ? Buffer.from(part, "utf8") : part;
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hmac.update(length).update(bytes);
  }
  return hmac.digest();
}

/**
 * Reads keys as they stand in settings: sealing keys and those of the audit as `id:base64` separated by commas, the first of
 * which is used; the index key as base64, with the one before behind a comma while it changes; the keys of codes as base64, several
 * by comma. Throws with the name of what is wrong, never with a key.
 */
export function parseVaultKeys(sealing: string, index: string, audit: string, codes?: string): VaultKeys {
  const [newest = Buffer.of(), formerIndex, ...more] = parseList(index);
  if (more.length > 0) throw new Error("There are at most two index keys.");
  const keys: VaultKeys = {
    sealing: parseKeyring(sealing),
    audit: parseKeyring(audit),
    index: newest,
    ...(formerIndex && { formerIndex }),
    ...(codes && { codes: parseList(codes) }),
  };
  assertKeys(keys);
  return keys;
}

const parseList = (text: string): Buffer[] =>
  text.split(",").map((each) => Buffer.from(each.trim(), "base64"));

function parseKeyring(text: string): Keyring {
  const pairs = text.split(",").map((pair) => pair.trim().split(":") as [string, string | undefined]);
  const keys = Object.fromEntries(pairs.map(([id, key]) => [id, Buffer.from(key ?? "", "base64")]));
  return { keys, current: pairs[0]?.[0] ?? "" };
}

function assertKeys({ sealing, audit, index, formerIndex, codes = [] }: VaultKeys): void {
  assertKeyring("sealing", sealing);
  assertKeyring("audit", audit);
  for (const key of formerIndex === undefined ? [index] : [index, formerIndex])
    if (key.length !== 32) throw new Error("The index key must be 32 bytes.");
  if (formerIndex?.equals(index)) throw new Error("The two index keys must not be the same.");
  if (codes.some((key) => key.length !== 32)) throw new Error("Each code key must be 32 bytes.");
}

function assertKeyring(what: string, { keys, current }: Keyring): void {
  for (const [id, key] of Object.entries(keys)) {
    // The id is not quoted: where it was forgotten, the key stands in its place.
    if (id.length !== KEY_ID_BYTES) throw new Error(`The id of a key must have four characters (${what}).`);
    if (key.length !== 32) throw new Error(`The ${what} key "${id}" must be 32 bytes.`);
  }
  if (!keys[current]) throw new Error(`There is no ${what} key.`);
}

function findKey(keys: ReadonlyMap<string, KeyObject>, id: string): KeyObject {
  const key = keys.get(id);
  if (!key) throw new Error(`The key "${id}" is not known here.`);
  return key;
}

const binding = ({ table, column, rowId }: SealedPlace, keyId: string): Buffer =>
  Buffer.from(`${table}|${column}|${rowId}|${keyId}`, "utf8");
