import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Sandbox } from "@countinghouse/sandbox";

/** All settings of a server whose vendors are a sandbox, with keys of its own; its files lie in the folder. */
export function serverSettings({
  sandbox,
  databaseUrl,
  folder,
}: {
  sandbox: Sandbox;
  databaseUrl: string;
  folder: string;
}): Record<string, string> {
  writeFileSync(path.join(folder, "google.json"), JSON.stringify(sandbox.google.credentials));
  return {
    NODE_ENV: "test",
    PUBLIC_URL: "http://127.0.0.1",
    DATABASE_URL: databaseUrl,
    SEALING_KEYS: `k001:${randomBytes(32).toString("base64")}`,
    INDEX_KEY: randomBytes(32).toString("base64"),
    TOKEN_KEY: randomBytes(32).toString("base64"),
    BOT_CHECK_KEY: randomBytes(32).toString("base64"),
    FILES_DIR: path.join(folder, "files"),
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    MAIL_FROM: "no-reply@countinghouse.test",
    GOOGLE_SHEETS_URL: sandbox.google.baseUrl,
    GOOGLE_KEY_FILE: path.join(folder, "google.json"),
    LEDGER_SPREADSHEET_ID: sandbox.google.spreadsheetId,
    PLAID_URL: sandbox.plaid.baseUrl,
    PLAID_CLIENT_ID: sandbox.plaid.clientId,
    PLAID_SECRET: sandbox.plaid.secret,
    ZOHO_URL: sandbox.zoho.baseUrl,
    ZOHO_ACCOUNTS_URL: sandbox.zoho.accountsUrl,
    ZOHO_CLIENT_ID: sandbox.zoho.credentials.clientId,
    ZOHO_CLIENT_SECRET: sandbox.zoho.credentials.clientSecret,
    ZOHO_REFRESH_TOKEN: sandbox.zoho.credentials.refreshToken,
    ALLOY_URL: sandbox.alloy.baseUrl,
    ALLOY_TOKEN: sandbox.alloy.token,
    ALLOY_SECRET: sandbox.alloy.secret,
    MIDDESK_BASE_URL: sandbox.middesk.baseUrl,
    MIDDESK_API_KEY: sandbox.middesk.apiKey,
    MIDDESK_WEBHOOK_SECRET: sandbox.middesk.webhookSecret,
    PAYLIANCE_BASE_URL: sandbox.payliance.baseUrl,
    PAYLIANCE_SECRET_KEY: sandbox.payliance.secretKey,
    TABAPAY_BASE_URL: sandbox.tabapay.baseUrl,
    TABAPAY_CLIENT_ID: sandbox.tabapay.clientId,
    TABAPAY_BEARER: sandbox.tabapay.bearer,
    TABAPAY_SETTLEMENT_ACCOUNT: sandbox.tabapay.settlementAccountId,
    SFTP_HOST: sandbox.sftp.host,
    SFTP_PORT: String(sandbox.sftp.port),
    SFTP_USER: sandbox.sftp.user,
    SFTP_PASSWORD: sandbox.sftp.password,
    SFTP_HOST_KEY_SHA256: sandbox.sftp.hostKeySha256,
    CUSTOMER_PORTAL_URL: sandbox.portal.url,
    CUSTOMER_PORTAL_SECRET: sandbox.portal.secret,
  };
}
