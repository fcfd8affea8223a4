import { createHash, randomBytes, randomInt } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isReachableByOthers } from "../../packages/db/src/postgres/binaries.ts";

/** What a demonstration on this machine needs to remember: its secrets, and where its database listens. */
export interface Settings {
  sealingKeys: string;
  indexKey: string;
  auditKeys: string;
  /** Of the hashes of codes; those of a folder from before hang on the key of the indexes. */
  codeKey: string;
  tokenKey: string;
  botCheckKey: string;
  backupKey: string;
  postgresPassword: string;
  /** Of the role that the server connects as, which owns nothing. */
  applicationPassword: string;
  postgresPort: number;
  /** The password of the demonstration staff. */
  adminPassword: string;
  /** What the demonstration asks for before it pays out to a card or to a bank account. */
  cardPasscode: string;
  achPasscode: string;
}

const FIRST_POSTGRES_PORT = 54_320;
const isRoot = process.getuid?.() === 0;

/** Where a demonstration keeps its database, secrets and logs: `DATA_DIR`, or `.data` at the root. */
export const dataDirectory = (env: NodeJS.ProcessEnv): string =>
  resolve(env.DATA_DIR || fileURLToPath(new URL("../../.data", import.meta.url)));

/** The settings kept in the data folder. Secrets are made on first use, and one that is new is added. */
export function openSettings(dataDir: string): Settings {
  // As root the database runs as another user, who has to be able to pass through this folder.
  mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
  const file = settingsFile(dataDir);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Settings>) : {};
  const settings = { ...newSettings(), ...kept };
  if (JSON.stringify(settings) !== JSON.stringify(kept)) saveSettings(dataDir, settings);
  return settings;
}

/** Writes the settings whole or not at all, readable by their owner only. */
export function saveSettings(dataDir: string, settings: Settings): void {
  const draft = `${settingsFile(dataDir)}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, settingsFile(dataDir));
}

/**
 * Where the database's files lie: in the data folder, or, when root runs it from a private checkout that the
 * database's user cannot enter, in a folder of its own that only root can have made.
 */
export function postgresFolder(dataDir: string): string {
  if (!isRoot || isReachableByOthers(dataDir)) return join(dataDir, "postgres");
  const name = createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 12);
  const folder = `/var/tmp/countinghouse-${name}`;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== 0)
    throw new Error(`${folder} belongs to someone else. Remove it.`);
  return join(folder, "postgres");
}

const settingsFile = (dataDir: string): string => join(dataDir, "settings.json");

const newSettings = (): Settings => ({
  sealingKeys: `k001:${newKey()}`,
  indexKey: newKey(),
  auditKeys: `a001:${newKey()}`,
  codeKey: newKey(),
  tokenKey: newKey(),
  botCheckKey: newKey(),
  backupKey: newKey(),
  postgresPassword: randomBytes(24).toString("base64url"),
  applicationPassword: randomBytes(24).toString("base64url"),
  postgresPort: FIRST_POSTGRES_PORT,
  adminPassword: `ledger-${[1, 2, 3].map(() => readableLetters(4)).join("-")}`,
  cardPasscode: newPasscode(),
  achPasscode: newPasscode(),
});

const newKey = (): string => randomBytes(32).toString("base64");

/** Six digits. */
const newPasscode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Letters and digits that are not mistaken for one another. */
function readableLetters(count: number): string {
  const letters = "abcdefghjkmnpqrstuvwxyz23456789";
  return Array.from({ length: count }, () => letters[randomInt(letters.length)]).join("");
}
