import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ALLOY_CREDENTIALS } from "../../apps/sandbox/src/alloy/alloy.ts";
import { SPREADSHEET_ID } from "../../apps/sandbox/src/google/google.ts";
import { MIDDESK_ACCESS } from "../../apps/sandbox/src/middesk/access.ts";
import { PAYLIANCE_SECRET_KEY } from "../../apps/sandbox/src/payliance/payliance.ts";
import { PLAID_CLIENT } from "../../apps/sandbox/src/plaid/callers.ts";
import { PORTAL_SECRET } from "../../apps/sandbox/src/portal/portal.ts";
import { SFTP_HOST_KEY_SHA256, SFTP_LOGIN } from "../../apps/sandbox/src/sftp/access.ts";
import { TABAPAY_CLIENT, TABAPAY_REPORTS_FOLDER } from "../../apps/sandbox/src/tabapay/access.ts";
import { ZOHO_CREDENTIALS } from "../../apps/sandbox/src/zoho/tokens.ts";
import { type DatabaseAddresses, prepareDatabase } from "../../packages/db/src/application-role.ts";
import type { Children } from "./children.ts";
import { seedIfEmpty, startDatabase } from "./database.ts";
import { fillDemonstrationBooks, tellDemonstration } from "./demonstration-books.ts";
import { storeDemonstrationFiles } from "./demonstration-files.ts";
import { readPorts } from "./ports.ts";
import { openSettings, type Settings } from "./settings.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What the sandbox stands in for: with all of these set, there is no need for one. */
const PROVIDER_SETTINGS = [
  "SMTP_URL",
  "MAIL_FROM",
  "GOOGLE_SHEETS_URL",
  "GOOGLE_KEY_FILE",
  "LEDGER_SPREADSHEET_ID",
  "PLAID_URL",
  "PLAID_CLIENT_ID",
  "PLAID_SECRET",
  "ZOHO_URL",
  "ZOHO_ACCOUNTS_URL",
  "ZOHO_CLIENT_ID",
  "ZOHO_CLIENT_SECRET",
  "ZOHO_REFRESH_TOKEN",
  "PAYLIANCE_BASE_URL",
  "PAYLIANCE_SECRET_KEY",
  "TABAPAY_BASE_URL",
  "TABAPAY_CLIENT_ID",
  "TABAPAY_BEARER",
  "TABAPAY_SETTLEMENT_ACCOUNT",
  "SFTP_HOST",
  "SFTP_USER",
  "SFTP_PASSWORD",
  "SFTP_HOST_KEY_SHA256",
  "CUSTOMER_PORTAL_URL",
  "CUSTOMER_PORTAL_SECRET",
  "ALLOY_URL",
  "ALLOY_TOKEN",
  "ALLOY_SECRET",
  "MIDDESK_BASE_URL",
  "MIDDESK_API_KEY",
  "MIDDESK_WEBHOOK_SECRET",
];

export interface StackOptions {
  dataDir: string;
  /** What is set here wins over what is made up for the demonstration. */
  env: NodeJS.ProcessEnv;
  children: Children;
  /** Users in a database that is empty. */
  users: number;
  /** Whether the sandbox is told of the fundings that went out before it was there. */
  books?: true;
  /** Restart the server on change, with the hot-reloading console in front of it. */
  dev: boolean;
  onProgress: (text: string) => void;
}

export interface Stack {
  address: string;
  sandboxAddress: string | null;
  /** The demonstration staff's password; null when the staff of this database are not ours. */
  adminPassword: string | null;
  /** What the demonstration pays out with; null when this database's passcodes are not ours. */
  passcodes: { card: string; ach: string } | null;
  /** What the server was given, for commands that work beside it. */
  serverEnv: NodeJS.ProcessEnv;
}

/** Starts database, sandbox, server and, for development, the console's own server, each once the one before is ready. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, env, children, onProgress } = options;
  const settings = openSettings(dataDir);
  const ports = readPorts(env);
  const { DATABASE_URL: given, DATABASE_OWNER_URL: givenOwner } = env;
  onProgress("Starting the database");
  const database: DatabaseAddresses = given
    ? { url: given, ownerUrl: givenOwner }
    : await startDatabase(children, dataDir, settings, env);
  const added = await prepareData(options, settings, database);
  onProgress("Starting the sandbox and the server");
  const sandboxAddress = needsSandbox(env) ? await startSandbox(options) : null;
  const address = `http://localhost:${ports.console.port}`;
  const serverEnv = {
    ...demonstrationSettings(settings, dataDir, sandboxAddress, ports),
    DATABASE_URL: database.url,
    ...(database.ownerUrl !== undefined && { DATABASE_OWNER_URL: database.ownerUrl }),
    PUBLIC_URL: address,
    ...env,
  };
  await Promise.all([
    startServer(options, serverEnv),
    ...(env.NODE_ENV === "production" ? [] : [storeDemonstrationFiles(serverEnv)]),
    ...(options.books && sandboxAddress && isBookless(env)
      ? [fillDemonstrationBooks(serverEnv, sandboxAddress).then(() => tellDemonstration(serverEnv))]
      : []),
  ]);
  if (options.dev) await startVite(options, ports.console.port);
  const isOurs = !given || added > 0;
  return {
    address,
    sandboxAddress,
    adminPassword: isOurs ? settings.adminPassword : null,
    passcodes: isOurs ? { card: settings.cardPasscode, ach: settings.achPasscode } : null,
    serverEnv,
  };
}

/** Whether any outside system is left to the sandbox. */
const needsSandbox = (env: NodeJS.ProcessEnv): boolean => PROVIDER_SETTINGS.some((name) => !env[name]);

/** Settings of the server that need no one to choose them on this machine. */
export function demonstrationSettings(
  settings: Settings,
  dataDir: string,
  sandboxAddress: string | null,
  ports: ReturnType<typeof readPorts>,
): Record<string, string> {
  return {
    SEALING_KEYS: settings.sealingKeys,
    INDEX_KEY: settings.indexKey,
    AUDIT_KEYS: settings.auditKeys,
    CODE_KEY: `${settings.codeKey},${settings.indexKey}`,
    TOKEN_KEY: settings.tokenKey,
    BOT_CHECK_KEY: settings.botCheckKey,
    BACKUP_KEY: settings.backupKey,
    BACKUP_DIR: join(dataDir, "backups"),
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp.port}`,
    MAIL_FROM: "Countinghouse <no-reply@countinghouse.test>",
    GOOGLE_SHEETS_URL: `${sandboxAddress ?? "http://127.0.0.1"}/google/v4/spreadsheets`,
    GOOGLE_KEY_FILE: googleKeyFile(dataDir),
    FILES_DIR: join(dataDir, "files"),
    LEDGER_SPREADSHEET_ID: SPREADSHEET_ID,
    PLAID_URL: `${sandboxAddress ?? "http://127.0.0.1"}/plaid`,
    PLAID_CLIENT_ID: PLAID_CLIENT.id,
    PLAID_SECRET: PLAID_CLIENT.secret,
    ZOHO_URL: `${sandboxAddress ?? "http://127.0.0.1"}/zoho/crm/v8`,
    ZOHO_ACCOUNTS_URL: `${sandboxAddress ?? "http://127.0.0.1"}/zoho/accounts`,
    ZOHO_CLIENT_ID: ZOHO_CREDENTIALS.clientId,
    ZOHO_CLIENT_SECRET: ZOHO_CREDENTIALS.clientSecret,
    ZOHO_REFRESH_TOKEN: ZOHO_CREDENTIALS.refreshToken,
    PAYLIANCE_BASE_URL: `${sandboxAddress ?? "http://127.0.0.1"}/payliance/api/v1/echeck`,
    PAYLIANCE_SECRET_KEY,
    TABAPAY_BASE_URL: `${sandboxAddress ?? "http://127.0.0.1"}/tabapay`,
    TABAPAY_CLIENT_ID: TABAPAY_CLIENT.clientId,
    TABAPAY_BEARER: TABAPAY_CLIENT.bearer,
    TABAPAY_SETTLEMENT_ACCOUNT: TABAPAY_CLIENT.settlementAccountId,
    TABAPAY_REPORTS_FOLDER,
    SFTP_HOST: "127.0.0.1",
    SFTP_PORT: String(ports.sftp.port),
    SFTP_USER: SFTP_LOGIN.user,
    SFTP_PASSWORD: SFTP_LOGIN.password,
    SFTP_HOST_KEY_SHA256,
    CUSTOMER_PORTAL_URL: `${sandboxAddress ?? "http://127.0.0.1"}/portal`,
    CUSTOMER_PORTAL_SECRET: PORTAL_SECRET,
    ALLOY_URL: `${sandboxAddress ?? "http://127.0.0.1"}/alloy/v1`,
    ALLOY_TOKEN: ALLOY_CREDENTIALS.token,
    ALLOY_SECRET: ALLOY_CREDENTIALS.secret,
    MIDDESK_BASE_URL: `${sandboxAddress ?? "http://127.0.0.1"}/middesk/v1`,
    MIDDESK_API_KEY: MIDDESK_ACCESS.apiKey,
    MIDDESK_WEBHOOK_SECRET: MIDDESK_ACCESS.webhookSecret,
    ...(sandboxAddress !== null && { METABASE_URL: `${sandboxAddress}/metabase` }),
  };
}

/** Where the sandbox puts the key of its service account. */
export const googleKeyFile = (dataDir: string): string => join(dataDir, "google-key.json");

/** Whether sheet and processors are the sandbox: nobody else's books are written. */
const isBookless = (env: NodeJS.ProcessEnv): boolean =>
  env.NODE_ENV !== "production" &&
  ["GOOGLE_SHEETS_URL", "PAYLIANCE_BASE_URL", "TABAPAY_BASE_URL"].every((name) => !env[name]);

/** Nobody's production database is filled with made-up people. */
async function prepareData(
  { env, users, onProgress }: StackOptions,
  settings: Settings,
  database: DatabaseAddresses,
): Promise<number> {
  if (env.NODE_ENV === "production") return 0;
  if (env.DATABASE_URL) await prepareDatabase(database);
  return seedIfEmpty({ url: database.ownerUrl ?? database.url, users, settings, env, onProgress });
}

async function startSandbox({ children, env, dataDir }: StackOptions): Promise<string> {
  const ports = readPorts(env);
  const ready = await children.start({
    name: "sandbox",
    script: join(ROOT, "apps/sandbox/src/main.ts"),
    env: {
      ...env,
      SANDBOX_PORT: String(ports.sandbox.port),
      SANDBOX_SMTP_PORT: String(ports.smtp.port),
      SANDBOX_SFTP_PORT: String(ports.sftp.port),
      SANDBOX_GOOGLE_KEY_FILE: googleKeyFile(dataDir),
      SANDBOX_PORTAL_REDEEM_URL: `http://127.0.0.1:${ports.console.port}/re-access/redeem`,
      SANDBOX_PLAID_WEBHOOK_URL: `http://127.0.0.1:${ports.console.port}/api/webhooks/plaid`,
      SANDBOX_MIDDESK_WEBHOOK_URL: `http://127.0.0.1:${ports.console.port}/api/webhooks/middesk`,
    },
  });
  return String(ready.origin);
}

async function startServer({ children, dev }: StackOptions, env: NodeJS.ProcessEnv): Promise<void> {
  await children.start({
    name: "server",
    script: join(ROOT, "apps/server/src/main.ts"),
    env,
    execArgv: dev ? ["--watch", "--watch-preserve-output"] : [],
    onTerminal: dev,
  });
}

async function startVite({ children, env }: StackOptions, serverPort: number): Promise<void> {
  await children.start({
    name: "console",
    script: join(ROOT, "apps/console/node_modules/vite/bin/vite.js"),
    cwd: join(ROOT, "apps/console"),
    env: { ...env, API_PORT: String(serverPort) },
    execArgv: ["--import", new URL("leave-with-parent.ts", import.meta.url).href],
    onTerminal: true,
    silentStart: true,
  });
}
