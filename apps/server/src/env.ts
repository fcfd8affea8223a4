import { parseVaultKeys } from "@countinghouse/db/vault";
import { z } from "zod";
import { ObjectStorageSettings } from "./object-storage-settings.ts";
import { whyNotProduction } from "./production-settings.ts";

export { isLoopback } from "./production-settings.ts";

const url = z.url();
const port = z.coerce.number().int().min(1).max(65_535);
const perMinute = (standard: number) => z.coerce.number().int().min(0).max(1_000_000).default(standard);

/** Every setting the server reads, once, with what it is for. */
const Settings = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  ROLE: z.enum(["all", "web", "worker"]).default("all"),
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  /** Where a process that works tells of its health; without it, it does not. */
  HEALTH_PORT: port.optional(),
  /** Where browsers reach the console; https makes cookies secure. */
  PUBLIC_URL: url,
  /** Whether a reverse proxy in front names the browser's address in X-Forwarded-For. */
  TRUST_PROXY: z.stringbool().default(false),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(10),
  /** Sealing keys as id:base64, separated by commas; the first seals. */
  SEALING_KEYS: z.string().min(1),
  INDEX_KEY: z.string().min(1),
  /** 32 random bytes or more, base64: signs access tokens. */
  TOKEN_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length >= 32, "must hold 32 bytes or more"),
  /** 32 random bytes or more, base64: signs bot-check challenges. */
  BOT_CHECK_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, "base64").length >= 32, "must hold 32 bytes or more"),
  SMTP_URL: z.string().regex(/^smtps?:\/\//, "must be an smtp:// or smtps:// address"),
  MAIL_FROM: z.string().min(3),
  GOOGLE_SHEETS_URL: url,
  GOOGLE_KEY_FILE: z.string().min(1),
  LEDGER_SPREADSHEET_ID: z.string().min(1),
  PLAID_URL: url,
  PLAID_CLIENT_ID: z.string().min(1),
  PLAID_SECRET: z.string().min(1),
  /** A balance asks the bank itself, which may take half a minute. */
  PLAID_TIMEOUT_MS: z.coerce.number().int().min(100).default(35_000),
  ZOHO_URL: url,
  ZOHO_ACCOUNTS_URL: url,
  ZOHO_CLIENT_ID: z.string().min(1),
  ZOHO_CLIENT_SECRET: z.string().min(1),
  ZOHO_REFRESH_TOKEN: z.string().min(1),
  /** Where the CRM demands a pipeline and a closing date of each new deal. */
  ZOHO_DEAL_PIPELINE: z.string().min(1).optional(),
  ZOHO_DEAL_CLOSES_AFTER_DAYS: z.coerce.number().int().min(0).max(3650).optional(),
  ALLOY_URL: url,
  /** "basic" sends token and secret with each call, "oauth2" trades them for a bearer token. */
  ALLOY_AUTH: z.enum(["basic", "oauth2"]).default("basic"),
  ALLOY_TOKEN: z.string().min(1),
  ALLOY_SECRET: z.string().min(1),
  /** Names the workflow when token and secret are those of a whole account. */
  ALLOY_WORKFLOW_TOKEN: z.string().min(1).optional(),
  /** "https://api.middesk.com/v1"; address and key go together. */
  MIDDESK_BASE_URL: url,
  MIDDESK_API_KEY: z.string().min(1),
  /** Agreed on with Middesk: signs what it tells our webhook. */
  MIDDESK_WEBHOOK_SECRET: z.string().min(16, "must have 16 characters or more"),
  /** The customers' own site, which an admin enters as a customer by a re-access link. */
  CUSTOMER_PORTAL_URL: url.transform((address) => address.replace(/\/+$/, "")),
  /** What the portal shows when it redeems such a link. */
  CUSTOMER_PORTAL_SECRET: z.string().min(32, "must have 32 characters or more"),
  /** How many days a copied link to a contract works. */
  CONTRACT_LINK_DAYS: z.coerce.number().int().min(1).max(90).default(7),
  PAYMENT_ADJUSTMENT: z.stringbool().default(true),
  CRM_SETTLE_MS: z.coerce.number().int().min(0).default(30_000),
  PAYLIANCE_BASE_URL: url,
  PAYLIANCE_SECRET_KEY: z.string().min(1),
  /** How long a payment we gave up on may take to show at the processor. */
  ACH_SETTLE_MS: z.coerce.number().int().min(0).default(30_000),
  /** "https://{FQDN}:{PORT}" of the card processor. */
  TABAPAY_BASE_URL: url,
  TABAPAY_CLIENT_ID: z.string().min(1),
  TABAPAY_BEARER: z.string().min(1),
  TABAPAY_SETTLEMENT_ACCOUNT: z.string().min(1),
  /** The folder of its daily reports on the SFTP server. */
  TABAPAY_REPORTS_FOLDER: z.string().startsWith("/").default("/reports"),
  /** The processor may still act on a call for 90 seconds. */
  CARDS_SETTLE_MS: z.coerce.number().int().min(0).default(90_000),
  SFTP_HOST: z
    .string()
    .refine((host) => /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`), "must be a host name"),
  SFTP_PORT: port.default(22),
  SFTP_USER: z.string().min(1),
  SFTP_PASSWORD: z.string().min(1),
  /** The fingerprint of the server's key, as ssh-keygen -l tells it. */
  SFTP_HOST_KEY_SHA256: z
    .string()
    .regex(/^(SHA256:)?[A-Za-z0-9+/]{43}=?$/, "must be a SHA256 fingerprint as ssh-keygen -l tells it"),
  /** How long one file may take to or from that server. */
  SFTP_TIMEOUT_MS: z.coerce.number().int().min(100).max(240_000).default(120_000),
  /** The folder there that uploads go to. */
  SFTP_UPLOADS_FOLDER: z
    .string()
    .regex(/^(\/[\w-][\w.-]*)+$/, "must be a folder such as /uploads")
    .default("/uploads"),
  /** Where /metabase/ leads; without it there is no way there. */
  METABASE_URL: url.optional(),
  /** Who besides SUPERADMIN is led there: e-mail addresses, separated by commas. */
  METABASE_EMAILS: z
    .string()
    .default("")
    .transform((list) => list.split(",").flatMap((email) => email.trim().toLowerCase() || [])),
  /** Calls of bulk jobs a minute, of all processes together; 0 is no limit. Plaid takes 1,200 balances. */
  BULK_BALANCES_PER_MINUTE: perMinute(1_100),
  BULK_CARDS_PER_MINUTE: perMinute(0),
  BULK_ACH_PER_MINUTE: perMinute(0),
  /** Rows of a bulk job that one process has under way. */
  BULK_BALANCES_AT_ONCE: z.coerce.number().int().min(1).max(200).default(50),
  BULK_PAYMENTS_AT_ONCE: z.coerce.number().int().min(1).max(50).default(8),
  /** After this long a worker that took a payment begins no call for it any more. */
  PAYMENT_CALL_WITHIN_MS: z.coerce.number().int().min(1000).default(10_000),
  /** How often the processors are asked what became of payments. They report by the day: a minute is soon enough. */
  REPORTS_EVERY_MS: z.coerce.number().int().min(1000).default(60_000),
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  LEDGER_SHEET_SETTLE_MS: z.coerce.number().int().min(0).default(30_000),
  /** The most that may be offered to a customer. */
  MAXIMUM_OFFER_LIMIT_CENTS: z.coerce.number().int().min(1).default(1_000_000),
  CONSOLE_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
});

export type Env = ReturnType<typeof readEnv>;

/**
 * Reads the settings. Throws one error that names every setting that is missing or wrong, never its value. In
 * production no outside system may be on this machine: that would be the sandbox.
 */
export function readEnv(source: Record<string, string | undefined>) {
  const parsed = Settings.safeParse(source);
  const storage = ObjectStorageSettings.safeParse(source);
  if (!parsed.success || !storage.success) {
    const issues = [parsed, storage].flatMap(({ error }) => error?.issues ?? []);
    throw new Error(problems(issues.map(({ path, message }) => `${path.join(".")}: ${message}`)));
  }
  const env = { ...parsed.data, objectStorage: storage.data };
  const wrong = env.NODE_ENV === "production" ? whyNotProduction(env) : [];
  try {
    const keys = parseVaultKeys(env.SEALING_KEYS, env.INDEX_KEY);
    if (wrong.length === 0) return { ...env, vaultKeys: keys };
  } catch (error) {
    wrong.push(`SEALING_KEYS, INDEX_KEY: ${(error as Error).message}`);
  }
  throw new Error(problems(wrong));
}

const problems = (lines: string[]): string =>
  ["These settings are missing or wrong:", ...lines.map((line) => `  ${line}`)].join("\n");
