import type { DatabaseAddresses } from "@countinghouse/db/application-role";
import { createVault, parseVaultKeys, type Vault, type VaultKeys } from "@countinghouse/db/vault";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { requireRecentTls } from "@countinghouse/providers/tls";
import type { VirusScanner } from "@countinghouse/providers/virus-scanner/port";
import { createObjectStorage } from "../../object-storage.ts";
import { ObjectStorageSettings } from "../../object-storage-settings.ts";
import { withSecretFiles } from "../../settings/secret-files.ts";
import { createVirusScanner, ScannerSettings } from "../../settings/virus-scanner.ts";

// Every command that reaches anything begins here.
requireRecentTls();

/** The store of documents from OBJECT_STORAGE and FILES_DIR or S3_…; null without these settings. It creates no links. */
export function readStorage(env: NodeJS.ProcessEnv): ObjectStorage | null {
  const { data: settings } = ObjectStorageSettings.safeParse(withSecretFiles(env));
  if (!settings) return null;
  return createObjectStorage({
    settings,
    publicUrl: "http://localhost",
    linkSecret: "",
    deadlineMs: STORAGE_DEADLINE_MS,
    now: () => new Date(),
  });
}

/** The scanner of incoming files from CLAMD_ADDRESS; null without it. Throws when the settings are wrong. */
export function readVirusScanner(env: NodeJS.ProcessEnv): VirusScanner | null {
  const { data, error } = ScannerSettings.safeParse(withSecretFiles(env));
  if (!data)
    throw new Error(error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; "));
  return createVirusScanner(data);
}

const STORAGE_DEADLINE_MS = 60_000;

/**
 * The database and the keys of a command, from DATABASE_URL, DATABASE_OWNER_URL, SEALING_KEYS, INDEX_KEY, AUDIT_KEYS and
 * CODE_KEY. Throws with the name of a missing or wrong setting.
 */
export const readDatabaseEnv = (env: NodeJS.ProcessEnv): DatabaseAddresses & { vault: Vault } => ({
  ...readDatabaseAddresses(withSecretFiles(env)),
  vault: createVault(readVaultKeys(env)),
});

/** The keys of the vault, from SEALING_KEYS, INDEX_KEY, AUDIT_KEYS and CODE_KEY. Throws with the name of a missing or wrong setting. */
export function readVaultKeys(given: NodeJS.ProcessEnv): VaultKeys {
  const env = withSecretFiles(given);
  const readKey = (name: string): string => {
    const key = env[name];
    if (!key) throw new Error(`The setting ${name} is missing.`);
    return key;
  };
  return parseVaultKeys(readKey("SEALING_KEYS"), readKey("INDEX_KEY"), readKey("AUDIT_KEYS"), env.CODE_KEY);
}

/** The addresses of the database for the server's role and for the owner of the tables. Throws without DATABASE_URL. */
export const readDatabaseAddresses = (env: NodeJS.ProcessEnv): DatabaseAddresses => ({
  url: readDatabaseUrl(env),
  ownerUrl: withSecretFiles(env).DATABASE_OWNER_URL || undefined,
});

/**
 * The database of a command without keys: DATABASE_DIRECT_URL, or DATABASE_URL without a pooler. Throws without DATABASE_URL.
 */
function readDatabaseUrl(env: NodeJS.ProcessEnv): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = withSecretFiles(env);
  if (!DATABASE_URL) throw new Error("The setting DATABASE_URL is missing.");
  return DATABASE_DIRECT_URL || DATABASE_URL;
}
