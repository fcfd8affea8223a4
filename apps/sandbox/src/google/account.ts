import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const keyFileSchema = z.object({
  type: z.literal("service_account"),
  project_id: z.string(),
  private_key_id: z.string(),
  private_key: z.string(),
  client_email: z.string(),
  token_uri: z.string(),
});

/** A service account's key file as Google hands it out. */
export type GoogleKeyFile = z.output<typeof keyFileSchema>;

export interface ServiceAccount {
  email: string;
  keyId: string;
  publicKey: KeyObject;
  /** The key file for a sandbox that listens at this origin. */
  credentials(origin: string): GoogleKeyFile;
}

/**
 * The demonstration service account: the one in the key file when there is one, so that it survives
 * restarts, else a new one.
 */
export function openServiceAccount(keyFile: string | undefined): ServiceAccount {
  const known = keyFile !== undefined && existsSync(keyFile) ? readKeyFile(keyFile) : newKey();
  return {
    email: known.client_email,
    keyId: known.private_key_id,
    publicKey: createPublicKey(createPrivateKey(known.private_key)),
    credentials: (origin) => ({ ...known, token_uri: `${origin}/google/token` }),
  };
}

/** Writes the key file as a whole or not at all, readable by its owner only. */
export function writeKeyFile(path: string, credentials: GoogleKeyFile): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

function readKeyFile(path: string): GoogleKeyFile {
  try {
    return keyFileSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new Error(`${path} is not a service account key file. Delete it to have a new one written.`);
  }
}

function newKey(): GoogleKeyFile {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    type: "service_account",
    project_id: "countinghouse-sandbox",
    private_key_id: randomBytes(20).toString("hex"),
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    client_email: "ledger@countinghouse-sandbox.iam.gserviceaccount.com",
    token_uri: "",
  };
}
