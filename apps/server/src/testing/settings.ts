import { randomBytes } from "node:crypto";
import { readEnv } from "../env.ts";

/** Returns a random key in the format of a setting. */
export const key = (bytes = 32) => randomBytes(bytes).toString("base64");

/** Returns valid settings of a server with every vendor on, with these changes. */
export const settings = (
  changed: Record<string, string | undefined> = {},
): Record<string, string | undefined> => ({
  PUBLIC_URL: changed.NODE_ENV === "production" ? "https://console.example.com" : "http://127.0.0.1:3000",
  DATABASE_URL: "postgresql://app:database-secret@db.example.com/countinghouse?sslmode=verify-full",
  SEALING_KEYS: `k001:${key()}`,
  INDEX_KEY: key(),
  AUDIT_KEYS: `a001:${key()}`,
  CODE_KEY: key(),
  TOKEN_KEY: key(),
  BOT_CHECK_KEY: key(),
  SMTP_URL: "smtps://mailer:smtp-secret@smtp.example.com",
  MAIL_FROM: "no-reply@example.com",
  GOOGLE_SHEETS_URL: "https://sheets.googleapis.com/v4/spreadsheets",
  GOOGLE_KEY_FILE: "/run/secrets/google.json",
  LEDGER_SPREADSHEET_ID: "1abc",
  PLAID_URL: "https://production.plaid.com",
  PLAID_CLIENT_ID: "client",
  PLAID_SECRET: "plaid-secret",
  ZOHO_URL: "https://www.zohoapis.com/crm/v8",
  ZOHO_ACCOUNTS_URL: "https://accounts.zoho.com",
  ZOHO_CLIENT_ID: "1000.CLIENT",
  ZOHO_CLIENT_SECRET: "zoho-secret",
  ZOHO_REFRESH_TOKEN: "1000.refresh-secret",
  PAYLIANCE_BASE_URL: "https://api.payliance.com/api/v1/echeck",
  PAYLIANCE_SECRET_KEY: "payliance-secret",
  TABAPAY_BASE_URL: "https://api.tabapay.example:10443",
  TABAPAY_CLIENT_ID: "client",
  TABAPAY_BEARER: "tabapay-secret",
  TABAPAY_SETTLEMENT_ACCOUNT: "SettlementAccountID_22",
  SFTP_HOST: "sftp.example.com",
  SFTP_USER: "lender",
  SFTP_PASSWORD: "sftp-secret",
  SFTP_HOST_KEY_SHA256: `SHA256:${"A".repeat(43)}`,
  ALLOY_URL: "https://alloy.co/v1",
  ALLOY_TOKEN: "alloy-token",
  ALLOY_SECRET: "alloy-secret",
  MIDDESK_BASE_URL: "https://api.middesk.com/v1",
  MIDDESK_API_KEY: "mk_live_key",
  MIDDESK_WEBHOOK_SECRET: "middesk-webhook-secret",
  CUSTOMER_PORTAL_URL: "https://my.example.com/",
  CUSTOMER_PORTAL_SECRET: "portal-secret-of-32-characters-or-more",
  FILES_DIR: "/var/lib/countinghouse/files",
  ...changed,
});

/** Returns the parsed values of all settings, also those of vendors. */
export function taken(changed: Record<string, string | undefined>): object {
  const { vendors, ...own } = readEnv(settings(changed));
  return Object.assign({}, own, ...Object.values(vendors)) as object;
}

/** Returns the error of a server that does not start with these settings. */
export function complaint(changed: Record<string, string | undefined>): string {
  try {
    readEnv(settings(changed));
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The settings were taken.");
}
