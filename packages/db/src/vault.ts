import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

/** Where a sealed value lives. It is bound into the seal, so a value moved to another row does not open. */
export interface SealedPlace {
  table: string;
  column: string;
  rowId: number | string;
}

/** Fields that can be looked up by equality while sealed. */
export type IndexedField = "ssn" | "ein" | "bankAccountNumber" | "cardToken";

export interface VaultKeys {
  /** Sealing keys by id, 32 bytes each. Old ones stay to open what they sealed. */
  sealing: Record<string, Buffer>;
  /** Id of the key that seals from now on; four characters. */
  current: string;
  /** Key of the blind indexes, 32 bytes. */
  index: Buffer;
}

export interface Vault {
  seal(place: SealedPlace, text: string): Uint8Array<ArrayBuffer>;
  open(place: SealedPlace, sealed: Uint8Array): string;
  blindIndex(field: IndexedField, normalized: string): Uint8Array<ArrayBuffer>;
  /** Keyed hash for short-lived secrets such as one-time codes. */
  secretHash(purpose: string, text: string): Uint8Array<ArrayBuffer>;
}

const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BLIND_INDEX_BYTES = 16;

/**
 * Seals fields with AES-256-GCM and makes keyed blind indexes (HMAC-SHA-256, one derived key a field).
 * A sealed value is key id, nonce, tag, ciphertext. Throws on a malformed key, an unknown key id, or a value
 * that was altered or belongs to another row.
 */
export function createVault(keys: VaultKeys): Vault {
  assertKeys(keys);
  // Key objects: handing over raw bytes each time costs three to five times the operation itself.
  const sealingKeys = new Map(Object.entries(keys.sealing).map(([id, key]) => [id, createSecretKey(key)]));
  const derived = new Map<string, KeyObject>();
  const keyFor = (purpose: string): KeyObject => {
    const known = derived.get(purpose);
    if (known) return known;
    const bytes = hkdfSync("sha256", keys.index, "", `countinghouse:${purpose}`, 32);
    const key = createSecretKey(Buffer.from(bytes));
    derived.set(purpose, key);
    return key;
  };
  const mac = (purpose: string, text: string) => createHmac("sha256", keyFor(purpose)).update(text).digest();
  return {
    seal(place, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealingKey(sealingKeys, keys.current), nonce);
      cipher.setAAD(binding(place, keys.current));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Uint8Array.from(
        Buffer.concat([Buffer.from(keys.current, "latin1"), nonce, cipher.getAuthTag(), body]),
      );
    },
    open(place, sealed) {
      const bytes = Buffer.from(sealed);
      const keyId = bytes.toString("latin1", 0, KEY_ID_BYTES);
      const afterNonce = KEY_ID_BYTES + NONCE_BYTES;
      const decipher = createDecipheriv(
        "aes-256-gcm",
        sealingKey(sealingKeys, keyId),
        bytes.subarray(KEY_ID_BYTES, afterNonce),
        { authTagLength: TAG_BYTES },
      );
      decipher.setAAD(binding(place, keyId));
      decipher.setAuthTag(bytes.subarray(afterNonce, afterNonce + TAG_BYTES));
      const body = bytes.subarray(afterNonce + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
    },
    blindIndex: (field, normalized) =>
      Uint8Array.from(mac(`index:${field}`, normalized).subarray(0, BLIND_INDEX_BYTES)),
    secretHash: (purpose, text) => Uint8Array.from(mac(`secret:${purpose}`, text)),
  };
}

/**
 * Reads keys as they stand in settings: sealing keys as `id:base64` separated by commas, the first of which
 * seals; the index key as base64. Throws with the name of what is wrong, never with a key.
 */
export function parseVaultKeys(sealing: string, index: string): VaultKeys {
  const pairs = sealing.split(",").map((pair) => pair.trim().split(":") as [string, string | undefined]);
  const current = pairs[0]?.[0] ?? "";
  const keys: VaultKeys = {
    sealing: Object.fromEntries(pairs.map(([id, key]) => [id, Buffer.from(key ?? "", "base64")])),
    current,
    index: Buffer.from(index, "base64"),
  };
  assertKeys(keys);
  return keys;
}

function assertKeys(keys: VaultKeys): void {
  for (const [id, key] of Object.entries(keys.sealing)) {
    // The id is not quoted: where it was forgotten, the key stands in its place.
    if (id.length !== KEY_ID_BYTES) throw new Error("The id of a sealing key must have four characters.");
    if (key.length !== 32) throw new Error(`The sealing key "${id}" must be 32 bytes.`);
  }
  if (!keys.sealing[keys.current]) throw new Error("There is no sealing key.");
  if (keys.index.length !== 32) throw new Error("The index key must be 32 bytes.");
}

function sealingKey(keys: ReadonlyMap<string, KeyObject>, id: string): KeyObject {
  const key = keys.get(id);
  if (!key) throw new Error(`The sealing key "${id}" is not known here.`);
  return key;
}

const binding = ({ table, column, rowId }: SealedPlace, keyId: string): Buffer =>
  Buffer.from(`${table}|${column}|${rowId}|${keyId}`, "utf8");
