import { readFileSync } from "node:fs";
import { createRateLimits } from "@countinghouse/api/auth/limits";
import { createTokens } from "@countinghouse/api/auth/tokens";
import type { Logger, Ports, Services } from "@countinghouse/api/context";
import { createDatabaseTokenStore } from "@countinghouse/api/database-token-store";
import type { OutboxPorts } from "@countinghouse/api/outbox/deliver";
import { connect, type Database } from "@countinghouse/db";
import { createVault, type Vault } from "@countinghouse/db/vault";
import { ALTCHA_EFFORT, createAltcha } from "@countinghouse/providers/altcha";
import type { BankLink } from "@countinghouse/providers/bank-link";
import { type GoogleCredentials, googleCredentialsSchema } from "@countinghouse/providers/google-access";
import { createGoogleSheets } from "@countinghouse/providers/google-sheets";
import { createPlaidBankLink } from "@countinghouse/providers/plaid-bank-link";
import { createSmtpMailer, type SmtpConfig } from "@countinghouse/providers/smtp-mailer";
import { createZohoCrm } from "@countinghouse/providers/zoho-crm";
import { type Env, isLoopback } from "./env.ts";
import { PLAID_WEBHOOK_PATH } from "./plaid-webhook.ts";

const now = () => new Date();

/** Puts together what a process has once: database, vault, limits, tokens. */
export function createServices(env: Env, log: Logger, wakeOutbox: () => void): Services {
  const db = connect(env.DATABASE_URL, { size: env.DATABASE_CONNECTIONS });
  const vault = createVault(env.vaultKeys);
  return {
    db,
    vault,
    now,
    log,
    wakeOutbox,
    limits: createRateLimits(db.pool),
    tokens: createTokens(Buffer.from(env.TOKEN_KEY, "base64"), now),
    botCheck: createAltcha({
      signatureSecret: `challenge:${env.BOT_CHECK_KEY}`,
      keySecret: `key:${env.BOT_CHECK_KEY}`,
      ...ALTCHA_EFFORT,
    }),
    ports: createPorts(env, db, vault),
    secureCookies: env.PUBLIC_URL.startsWith("https:"),
  };
}

/** The adapters of the outside systems that calls ask while somebody waits. */
function createPorts(env: Env, db: Database, vault: Vault): Ports {
  return {
    bankLink: bankLinkWithin(env, env.PLAID_TIMEOUT_MS),
    crm: createZohoCrm({
      baseUrl: env.ZOHO_URL,
      accountsUrl: env.ZOHO_ACCOUNTS_URL,
      credentials: {
        clientId: env.ZOHO_CLIENT_ID,
        clientSecret: env.ZOHO_CLIENT_SECRET,
        refreshToken: env.ZOHO_REFRESH_TOKEN,
      },
      tokens: createDatabaseTokenStore(db, vault, "zoho"),
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      settleMs: env.CRM_SETTLE_MS,
      now,
    }),
  };
}

/** The adapters of the outside systems that the outbox delivers to. */
export function createOutboxPorts(env: Env, { crm }: Ports): OutboxPorts {
  return {
    crm,
    bankLink: bankLinkWithin(env, env.PROVIDER_TIMEOUT_MS),
    mailer: createSmtpMailer(smtpConfig(env)),
    ledgerSheet: createGoogleSheets({
      baseUrl: env.GOOGLE_SHEETS_URL,
      spreadsheetId: env.LEDGER_SPREADSHEET_ID,
      credentials: readGoogleKeyFile(env.GOOGLE_KEY_FILE),
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      settleMs: env.LEDGER_SHEET_SETTLE_MS,
      now,
    }),
  };
}

/** In the outbox a call must not keep the mails waiting for as long as a balance may take. */
const bankLinkWithin = (env: Env, deadlineMs: number): BankLink =>
  createPlaidBankLink({
    baseUrl: env.PLAID_URL,
    clientId: env.PLAID_CLIENT_ID,
    secret: env.PLAID_SECRET,
    webhookUrl: new URL(PLAID_WEBHOOK_PATH, env.PUBLIC_URL).href,
    deadlineMs,
    now,
  });

/** smtps:// speaks TLS from the first byte; smtp:// upgrades, except on this machine. */
function smtpConfig({ SMTP_URL, MAIL_FROM, PROVIDER_TIMEOUT_MS }: Env): SmtpConfig {
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  const implicit = protocol === "smtps:";
  const plain = !implicit && isLoopback(SMTP_URL);
  return {
    host: hostname,
    port: Number(port) || (implicit ? 465 : 587),
    tls: implicit ? "implicit" : plain ? "none" : "starttls",
    login: username
      ? { user: decodeURIComponent(username), password: decodeURIComponent(password) }
      : undefined,
    from: MAIL_FROM,
    deadlineMs: PROVIDER_TIMEOUT_MS,
  };
}

function readGoogleKeyFile(file: string): GoogleCredentials {
  try {
    return googleCredentialsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new Error("GOOGLE_KEY_FILE: cannot be read, or is not the key file of a service account.", {
      cause: error,
    });
  }
}
