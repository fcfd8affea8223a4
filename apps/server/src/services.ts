import { readFileSync } from "node:fs";
import { createRateLimits } from "@countinghouse/api/auth/limits";
import { createTokens } from "@countinghouse/api/auth/tokens";
import { createAutomationRunner } from "@countinghouse/api/automation/runner";
import {
  BULK_DEFAULTS,
  type BulkEngine,
  type BulkKind,
  createBulkEngine,
} from "@countinghouse/api/bulk-jobs/engine/bulk-engine";
import type { Logger } from "@countinghouse/api/core";
import { createDatabaseTokenStore } from "@countinghouse/api/database-token-store";
import { createLive } from "@countinghouse/api/live/live";
import type { OutboxHandlers } from "@countinghouse/api/outbox/deliver";
import { createOutboxHandlers } from "@countinghouse/api/outbox-handlers";
import {
  createPaymentsEngine,
  type EngineServices,
} from "@countinghouse/api/payments/engine/payments-engine";
import type { Ports } from "@countinghouse/api/ports";
import { addressOf, type Surroundings } from "@countinghouse/api/recovery/environment";
import { createRecovery } from "@countinghouse/api/recovery/recovery";
import type { Services } from "@countinghouse/api/services";
import { connect, type Database } from "@countinghouse/db";
import { type Registration, unregistered } from "@countinghouse/db/registration";
import { createVault, type Vault } from "@countinghouse/db/vault";
import { createPaylianceAch } from "@countinghouse/providers/ach/payliance";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import { ALTCHA_EFFORT, createAltcha } from "@countinghouse/providers/bot-check/altcha";
import { createMiddeskBusinessVerification } from "@countinghouse/providers/business-verification/middesk";
import { createTabaPayCards } from "@countinghouse/providers/cards/tabapay";
import { createZohoCrm } from "@countinghouse/providers/crm/zoho";
import { createAlloyDecisioning } from "@countinghouse/providers/decisioning/alloy";
import { createSftpFileTransfer } from "@countinghouse/providers/file-transfer/sftp";
import {
  type GoogleCredentials,
  googleCredentialsSchema,
} from "@countinghouse/providers/ledger-sheet/google-access";
import { createGoogleSheets } from "@countinghouse/providers/ledger-sheet/google-sheets";
import { createSmtpMailer, type SmtpConfig } from "@countinghouse/providers/mailer/smtp";
import { type Env, isLoopback } from "./env.ts";
import { createObjectStorage } from "./object-storage.ts";
import { PLAID_WEBHOOK_PATH } from "./webhooks.ts";

const now = () => new Date();

/** How much longer than an adapter's deadline a call may take as a whole. */
const CALL_MARGIN_MS = 1_000;

const paymentTimes = (env: Env) => ({
  callMs: env.PROVIDER_TIMEOUT_MS + CALL_MARGIN_MS,
  callWithinMs: env.PAYMENT_CALL_WITHIN_MS,
});

/**
 * Puts together what a process has once: database, vault, limits, tokens. `clock` is what the business goes by; what
 * vendors judge credentials by is real time.
 */
export function createServices(
  env: Env,
  log: Logger,
  wakeOutbox: () => void,
  wakeBulkJobs: (kind: BulkKind) => void = () => {},
  registration: Registration = unregistered(),
  clock: () => Date = now,
): Services {
  const db = connect(env.DATABASE_URL, { size: env.DATABASE_CONNECTIONS });
  const vault = createVault(env.vaultKeys);
  const ports = createPorts(env, db, vault);
  const core = { db, vault, now: clock, log, registration };
  const recovery = createRecovery(
    core,
    { processors: ports, storage: () => ports.objectStorage },
    surroundingsOf(env),
  );
  const base = { ...core, recovery };
  return {
    ...base,
    ports,
    payments: createPaymentsEngine(base, ports, paymentTimes(env)),
    bulkJobs: createBulkJobs(env, base, ports, wakeBulkJobs),
    wakeOutbox,
    live: createLive(env.DATABASE_URL),
    limits: createRateLimits(db.pool),
    tokens: createTokens(Buffer.from(env.TOKEN_KEY, "base64"), clock),
    botCheck: createAltcha({
      signatureSecret: `challenge:${env.BOT_CHECK_KEY}`,
      keySecret: `key:${env.BOT_CHECK_KEY}`,
      ...ALTCHA_EFFORT,
    }),
    customerPortal: {
      url: env.CUSTOMER_PORTAL_URL,
      secret: env.CUSTOMER_PORTAL_SECRET,
      returnUrl: new URL("/re-access/logged", env.PUBLIC_URL).href,
    },
    consoleUrl: env.PUBLIC_URL,
    metabase: { url: env.METABASE_URL ?? null, emails: env.METABASE_EMAILS },
    uploads: { folder: env.SFTP_UPLOADS_FOLDER },
    contractLinkDays: env.CONTRACT_LINK_DAYS,
    flags: { paymentAdjustment: env.PAYMENT_ADJUSTMENT },
    maximumOfferLimitCents: env.MAXIMUM_OFFER_LIMIT_CENTS,
    secureCookies: env.PUBLIC_URL.startsWith("https:"),
  };
}

/** Whether a processor on this machine, which is the sandbox, is spoken to, and where browsers reach the console. */
const surroundingsOf = ({ PAYLIANCE_BASE_URL, TABAPAY_BASE_URL, PUBLIC_URL }: Env): Surroundings => ({
  kind: isLoopback(PAYLIANCE_BASE_URL) || isLoopback(TABAPAY_BASE_URL) ? "SANDBOX" : "PRODUCTION",
  address: addressOf(PUBLIC_URL, isLoopback(PUBLIC_URL)),
});

/** Bulk jobs have connections of their own: they must not keep the screens waiting (reliability M26). */
function createBulkJobs(
  env: Env,
  base: EngineServices,
  ports: Ports,
  wake: (kind: BulkKind) => void,
): BulkEngine {
  const db = connect(env.DATABASE_URL, { size: env.BULK_PAYMENTS_AT_ONCE + 4 });
  const services = { ...base, db };
  const payments = createPaymentsEngine(services, ports, paymentTimes(env));
  const settings = {
    ...BULK_DEFAULTS,
    balancesPerMinute: env.BULK_BALANCES_PER_MINUTE,
    cardsPerMinute: env.BULK_CARDS_PER_MINUTE,
    achPerMinute: env.BULK_ACH_PER_MINUTE,
    balancesAtOnce: env.BULK_BALANCES_AT_ONCE,
    paymentsAtOnce: env.BULK_PAYMENTS_AT_ONCE,
  };
  const engine = createBulkEngine({ ...services, ports, payments }, settings, wake, {
    AUTOMATION: createAutomationRunner,
  });
  return {
    ...engine,
    stop: async () => {
      await engine.stop();
      await db.close();
    },
  };
}

/** The adapters of the outside systems that calls ask while somebody waits. */
export function createPorts(env: Env, db: Database, vault: Vault): Ports {
  const fileTransfer = createSftpFileTransfer({
    host: env.SFTP_HOST,
    port: env.SFTP_PORT,
    user: env.SFTP_USER,
    password: env.SFTP_PASSWORD,
    hostKeySha256: env.SFTP_HOST_KEY_SHA256,
    deadlineMs: env.SFTP_TIMEOUT_MS,
  });
  return {
    fileTransfer,
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
      newDeal: { pipeline: env.ZOHO_DEAL_PIPELINE, closesAfterDays: env.ZOHO_DEAL_CLOSES_AFTER_DAYS },
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      effectWindowMs: env.CRM_SETTLE_MS,
      now,
    }),
    objectStorage: createObjectStorage({
      settings: env.objectStorage,
      publicUrl: env.PUBLIC_URL,
      linkSecret: `files:${env.TOKEN_KEY}`,
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      now,
    }),
    ach: createPaylianceAch({
      baseUrl: env.PAYLIANCE_BASE_URL,
      secretKey: env.PAYLIANCE_SECRET_KEY,
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      effectWindowMs: env.ACH_SETTLE_MS,
    }),
    cards: createTabaPayCards({
      baseUrl: env.TABAPAY_BASE_URL,
      clientId: env.TABAPAY_CLIENT_ID,
      bearer: env.TABAPAY_BEARER,
      settlementAccountId: env.TABAPAY_SETTLEMENT_ACCOUNT,
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      effectWindowMs: env.CARDS_SETTLE_MS,
      files: fileTransfer,
      reportsFolder: env.TABAPAY_REPORTS_FOLDER,
    }),
    businessVerification: createMiddeskBusinessVerification({
      baseUrl: env.MIDDESK_BASE_URL,
      apiKey: env.MIDDESK_API_KEY,
      webhookSecret: env.MIDDESK_WEBHOOK_SECRET,
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
    }),
    ledgerSheet: createGoogleSheets({
      baseUrl: env.GOOGLE_SHEETS_URL,
      spreadsheetId: env.LEDGER_SPREADSHEET_ID,
      credentials: readGoogleKeyFile(env.GOOGLE_KEY_FILE),
      deadlineMs: env.PROVIDER_TIMEOUT_MS,
      effectWindowMs: env.LEDGER_SHEET_SETTLE_MS,
      now,
    }),
  };
}

/** How the outbox delivers: each domain's handler over the adapter of the outside system it speaks to. */
export function createOutbox(env: Env, { crm, businessVerification, ledgerSheet }: Ports): OutboxHandlers {
  return createOutboxHandlers({
    crm,
    businessVerification,
    bankLink: bankLinkWithin(env, env.PROVIDER_TIMEOUT_MS),
    decisioning: decisioningOf(env),
    mailer: createSmtpMailer(smtpConfig(env)),
    ledgerSheet,
  });
}

/** The decision engine. */
export const decisioningOf = (env: Env) =>
  createAlloyDecisioning({
    baseUrl: env.ALLOY_URL,
    auth: env.ALLOY_AUTH,
    token: env.ALLOY_TOKEN,
    secret: env.ALLOY_SECRET,
    workflowToken: env.ALLOY_WORKFLOW_TOKEN,
    deadlineMs: env.PROVIDER_TIMEOUT_MS,
    now,
  });

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
export function smtpConfig({ SMTP_URL, MAIL_FROM, PROVIDER_TIMEOUT_MS }: Env): SmtpConfig {
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
