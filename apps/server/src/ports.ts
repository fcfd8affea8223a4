import { readFileSync } from "node:fs";
import { createDatabaseTokenStore } from "@countinghouse/api/database-token-store";
import { LEDGER_HEADINGS } from "@countinghouse/api/ledger-writes/headings";
import type { OutboxHandlers } from "@countinghouse/api/outbox/deliver";
import { createOutboxHandlers } from "@countinghouse/api/outbox-handlers";
import type { Ports } from "@countinghouse/api/ports";
import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { createPaylianceAch } from "@countinghouse/providers/ach/payliance";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import { createMiddeskBusinessVerification } from "@countinghouse/providers/business-verification/middesk";
import { createTabaPayCards } from "@countinghouse/providers/cards/tabapay";
import { createZohoCrm } from "@countinghouse/providers/crm/zoho";
import { createAlloyDecisioning } from "@countinghouse/providers/decisioning/alloy";
import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import type { FileTransfer } from "@countinghouse/providers/file-transfer/port";
import { createSftpFileTransfer } from "@countinghouse/providers/file-transfer/sftp";
import {
  type GoogleCredentials,
  googleCredentialsSchema,
} from "@countinghouse/providers/ledger-sheet/google-access";
import { createGoogleSheets } from "@countinghouse/providers/ledger-sheet/google-sheets";
import { createSmtpMailer, type SmtpConfig } from "@countinghouse/providers/mailer/smtp";
import { type Env, isLoopback } from "./env.ts";
import { observed } from "./metrics/observed.ts";
import { createObjectStorage } from "./object-storage.ts";
import { OFF } from "./vendors-off.ts";
import { PLAID_WEBHOOK_PATH } from "./webhooks.ts";

const now = () => new Date();

/** Returns the adapters of the vendors for calls that a person waits for. A vendor that is off gets an adapter that refuses. */
export function createPorts(env: Env, db: Database, vault: Vault): Ports {
  const { ach, cards, crm, businessVerification, ledgerSheet } = env.vendors;
  const deadlineMs = env.PROVIDER_TIMEOUT_MS;
  const fileTransfer = createFileTransfer(env);
  const [linkSecret = "", ...formerLinkSecrets] = env.TOKEN_KEY.map((each) => `files:${each}`);
  return {
    fileTransfer,
    bankLink: bankLinkWithin(env, env.vendors.bankLink?.PLAID_TIMEOUT_MS ?? deadlineMs),
    crm:
      crm === null
        ? OFF.crm
        : observed(
            "crm",
            createZohoCrm({
              baseUrl: crm.ZOHO_URL,
              accountsUrl: crm.ZOHO_ACCOUNTS_URL,
              credentials: {
                clientId: crm.ZOHO_CLIENT_ID,
                clientSecret: crm.ZOHO_CLIENT_SECRET,
                refreshToken: crm.ZOHO_REFRESH_TOKEN,
              },
              tokens: createDatabaseTokenStore(db, vault, "zoho"),
              newDeal: { pipeline: crm.ZOHO_DEAL_PIPELINE, closesAfterDays: crm.ZOHO_DEAL_CLOSES_AFTER_DAYS },
              deadlineMs,
              effectWindowMs: crm.CRM_SETTLE_MS,
              now,
            }),
          ),
    objectStorage: observed(
      "files",
      createObjectStorage({
        settings: env.objectStorage,
        publicUrl: env.PUBLIC_URL,
        linkSecret,
        formerLinkSecrets,
        deadlineMs,
        now,
      }),
    ),
    ach:
      ach === null
        ? OFF.ach
        : observed(
            "ach",
            createPaylianceAch({
              baseUrl: ach.PAYLIANCE_BASE_URL,
              secretKey: ach.PAYLIANCE_SECRET_KEY,
              deadlineMs,
              effectWindowMs: ach.ACH_SETTLE_MS,
            }),
          ),
    cards:
      cards === null
        ? OFF.cards
        : observed(
            "cards",
            createTabaPayCards({
              baseUrl: cards.TABAPAY_BASE_URL,
              clientId: cards.TABAPAY_CLIENT_ID,
              bearer: cards.TABAPAY_BEARER,
              settlementAccountId: cards.TABAPAY_SETTLEMENT_ACCOUNT,
              deadlineMs,
              effectWindowMs: cards.CARDS_SETTLE_MS,
              files: fileTransfer,
              reportsFolder: cards.TABAPAY_REPORTS_FOLDER,
            }),
          ),
    businessVerification:
      businessVerification === null
        ? OFF.businessVerification
        : observed(
            "businessVerification",
            createMiddeskBusinessVerification({
              baseUrl: businessVerification.MIDDESK_BASE_URL,
              apiKey: businessVerification.MIDDESK_API_KEY,
              webhookSecret: businessVerification.MIDDESK_WEBHOOK_SECRET,
              fileHosts: businessVerification.MIDDESK_FILE_HOSTS,
              deadlineMs,
            }),
          ),
    ledgerSheet:
      ledgerSheet === null
        ? OFF.ledgerSheet
        : observed(
            "ledgerSheet",
            createGoogleSheets({
              baseUrl: ledgerSheet.GOOGLE_SHEETS_URL,
              spreadsheetId: ledgerSheet.LEDGER_SPREADSHEET_ID,
              headings: LEDGER_HEADINGS,
              credentials: readGoogleKeyFile(ledgerSheet.GOOGLE_KEY_FILE),
              deadlineMs,
              effectWindowMs: ledgerSheet.LEDGER_SHEET_SETTLE_MS,
              now,
            }),
          ),
  };
}

/** Returns the handlers of the outbox: one for each topic, with the adapter of its vendor. */
export function createOutbox(env: Env, { crm, businessVerification, ledgerSheet }: Ports): OutboxHandlers {
  return createOutboxHandlers({
    crm,
    businessVerification,
    bankLink: bankLinkWithin(env, env.PROVIDER_TIMEOUT_MS),
    decisioning: createDecisioning(env),
    mailer: observed("mail", createSmtpMailer(smtpConfig(env))),
    ledgerSheet,
  });
}

/** Returns the adapter of the decision engine. */
export function createDecisioning({ vendors: { decisioning }, PROVIDER_TIMEOUT_MS }: Env): Decisioning {
  if (decisioning === null) return OFF.decisioning;
  return observed(
    "decisioning",
    createAlloyDecisioning({
      baseUrl: decisioning.ALLOY_URL,
      auth: decisioning.ALLOY_AUTH,
      token: decisioning.ALLOY_TOKEN,
      secret: decisioning.ALLOY_SECRET,
      workflowToken: decisioning.ALLOY_WORKFLOW_TOKEN,
      deadlineMs: PROVIDER_TIMEOUT_MS,
      now,
    }),
  );
}

function createFileTransfer({ vendors: { fileTransfer } }: Env): FileTransfer {
  if (fileTransfer === null) return OFF.fileTransfer;
  return observed(
    "fileTransfer",
    createSftpFileTransfer({
      host: fileTransfer.SFTP_HOST,
      port: fileTransfer.SFTP_PORT,
      user: fileTransfer.SFTP_USER,
      password: fileTransfer.SFTP_PASSWORD,
      hostKeySha256: fileTransfer.SFTP_HOST_KEY_SHA256,
      deadlineMs: fileTransfer.SFTP_TIMEOUT_MS,
    }),
  );
}

/** The outbox uses a shorter deadline than balances, so that one call does not delay the mails. */
function bankLinkWithin({ vendors: { bankLink }, PUBLIC_URL }: Env, deadlineMs: number): BankLink {
  if (bankLink === null) return OFF.bankLink;
  return observed(
    "bankLink",
    createPlaidBankLink({
      baseUrl: bankLink.PLAID_URL,
      clientId: bankLink.PLAID_CLIENT_ID,
      secret: bankLink.PLAID_SECRET,
      webhookUrl: new URL(PLAID_WEBHOOK_PATH, PUBLIC_URL).href,
      deadlineMs,
      now,
    }),
  );
}

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
