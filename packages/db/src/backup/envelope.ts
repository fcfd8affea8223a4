import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from "node:crypto";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals the parts of backups with a key that no backup holds. */
export interface Envelope {
  /** Tells keys apart without telling anything of them. */
  keyId: string;
  seal(name: string, bytes: Uint8Array): Buffer;
  /** Throws in a sentence where it was changed, stands under another name, or was sealed with another key. */
  open(name: string, sealed: Uint8Array): Buffer;
  /** A name that says nothing of what it stands for, the same for the same text. */
  hide(text: string): string;
}

/**
 * AES-256-GCM with a key derived from BACKUP_KEY (32 bytes or more in base64; throws otherwise). A sealed part is nonce,
 * ciphertext and tag; its name is bound to it, so that no part can take the place of another.
 */
export function createEnvelope(backupKey: string): Envelope {
  const secret = Buffer.from(backupKey, "base64");
  if (secret.length < 32) throw new Error("BACKUP_KEY must hold 32 bytes or more, in base64.");
  const derived = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", `countinghouse backup: ${purpose}`, 32)));
  const sealing = derived("seal");
  const naming = derived("name");
  return {
    keyId: Buffer.from(hkdfSync("sha256", secret, "", "countinghouse backup: id", 8)).toString("hex"),
    seal: (name, bytes) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, nonce).setAAD(Buffer.from(name));
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    },
    open: (name, sealed) => {
      try {
        const nonce = sealed.subarray(0, NONCE_BYTES);
        const tag = sealed.subarray(sealed.length - TAG_BYTES);
        const decipher = createDecipheriv("aes-256-gcm", sealing, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(name)).setAuthTag(tag);
        const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]);
      } catch (error) {
        throw new Error(`${name} can not be opened with this BACKUP_KEY, or was changed.`, { cause: error });
      }
    },
    hide: (text) => createHmac("sha256", naming).update(text).digest("hex"),
  };
}
