import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { prepareDatabase } from "../../packages/db/src/application-role.ts";
import { seedDatabase } from "../../packages/db/src/seed/seed-database.ts";
import { createVault, parseVaultKeys } from "../../packages/db/src/vault.ts";
import type { Children } from "./children.ts";
import { firstFreePort, isFree } from "./ports.ts";
import { postgresFolder, type Settings, saveSettings } from "./settings.ts";

const DATABASE = "countinghouse";
const APPLICATION_ROLE = "countinghouse";

/** The addresses of one database: as the role that the server connects as, and as the one that owns the tables. */
export interface Addresses {
  url: string;
  ownerUrl: string;
}
/** So many copies started at one moment find a port each. */
const MOST_PORTS = 10;

/**
 * Starts the database of this data folder, makes and migrates it, and the server's role in it. `prepare` migrates: another
 * release's migrations are its own matter.
 */
export async function startDatabase(
  children: Children,
  dataDir: string,
  settings: Settings,
  env: NodeJS.ProcessEnv,
  prepare: (addresses: Addresses) => Promise<unknown> = prepareDatabase,
): Promise<Addresses> {
  const port = await startOnFreePort(
    await choosePort(dataDir, Number(env.PGPORT ?? settings.postgresPort)),
    (chosen) =>
      children.start({
        name: "database",
        script: fileURLToPath(new URL("postgres-host.ts", import.meta.url)),
        env: {
          ...env,
          EMBEDDED_FOLDER: postgresFolder(dataDir),
          EMBEDDED_PORT: String(chosen),
          EMBEDDED_PASSWORD: settings.postgresPassword,
        },
      }),
  );
  if (port !== settings.postgresPort) saveSettings(dataDir, { ...settings, postgresPort: port });
  const known = { ...settings, postgresPort: port };
  await createIfMissing(known);
  const addresses = databaseAddresses(known);
  await prepare(addresses);
  return addresses;
}

/**
 * Starts something on this port; on the next free one where somebody else took it since it was found free, as another
 * copy does that is started at the same moment. Returns the port.
 */
export async function startOnFreePort(
  wanted: number,
  start: (port: number) => Promise<unknown>,
): Promise<number> {
  for (let port = wanted, tries = 1; ; tries++) {
    try {
      await start(port);
      return port;
    } catch (error) {
      if (tries === MOST_PORTS || (await isFree(port))) throw error;
      port = await firstFreePort(port + 1);
    }
  }
}

/** Where the database of these settings is. */
export const databaseAddresses = (settings: Settings): Addresses => ({
  url: addressAs(APPLICATION_ROLE, settings.applicationPassword, settings),
  ownerUrl: addressAs("postgres", settings.postgresPassword, settings),
});

const addressAs = (role: string, password: string, { postgresPort }: Settings, database = DATABASE): string =>
  `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${postgresPort}/${database}`;

/** Fills an empty database with demonstration data. Returns how many users it added. */
export async function seedIfEmpty(options: {
  url: string;
  users: number;
  settings: Settings;
  env: NodeJS.ProcessEnv;
  onProgress: (text: string) => void;
}): Promise<number> {
  const { env, settings } = options;
  const keys = parseVaultKeys(
    env.SEALING_KEYS ?? settings.sealingKeys,
    env.INDEX_KEY ?? settings.indexKey,
    env.AUDIT_KEYS ?? settings.auditKeys,
  );
  const { users } = await seedDatabase({
    url: options.url,
    vault: createVault(keys),
    users: options.users,
    now: new Date(),
    adminPassword: settings.adminPassword,
    passcodes: { CARD: settings.cardPasscode, ACH: settings.achPasscode },
    onProgress: (done, total, what) =>
      options.onProgress(
        `Demonstration data: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} ${what}`,
      ),
  });
  return users;
}

/** The port the database had before, or the next free one. A server left there by a killed run is ours to replace. */
async function choosePort(dataDir: string, wanted: number): Promise<number> {
  if (await isFree(wanted)) return wanted;
  return runningPostgres(dataDir)?.port === wanted ? wanted : firstFreePort(wanted + 1);
}

/** The server that wrote the lock file of this data folder's database and still lives. */
function runningPostgres(dataDir: string): { pid: number; port: number } | null {
  const file = join(postgresFolder(dataDir), "postmaster.pid");
  if (!existsSync(file)) return null;
  const [pid = "", , , port = ""] = readFileSync(file, "utf8").split("\n");
  try {
    process.kill(Number(pid), 0);
    return { pid: Number(pid), port: Number(port) };
  } catch {
    return null;
  }
}

/** Stops the database of this data folder if whoever held it was killed and left it running. */
export async function stopLeftoverDatabase(dataDir: string): Promise<void> {
  const left = runningPostgres(dataDir);
  if (!left) return;
  process.kill(left.pid, "SIGINT");
  for (let tries = 0; tries < 100 && runningPostgres(dataDir); tries++) await pause(100);
}

/** The database, and the role with the password that these settings have for it. */
async function createIfMissing(settings: Settings): Promise<void> {
  const { postgresPassword, applicationPassword } = settings;
  const server = new pg.Client({
    connectionString: addressAs("postgres", postgresPassword, settings, "postgres"),
  });
  await server.connect();
  try {
    const { rowCount } = await server.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await server.query(`CREATE DATABASE ${DATABASE}`);
    const roles = await server.query("SELECT FROM pg_roles WHERE rolname = $1", [APPLICATION_ROLE]);
    if (roles.rowCount === 0) await server.query(`CREATE ROLE ${APPLICATION_ROLE} LOGIN`);
    await server.query(`ALTER ROLE ${APPLICATION_ROLE} PASSWORD ${pg.escapeLiteral(applicationPassword)}`);
  } finally {
    await server.end();
  }
}
