import { z } from "zod";
import { hosts, milliseconds, port, setting, text, url } from "./kinds.ts";

/** The settings of each vendor. A vendor with no settings is off. */
export const VENDOR_SETTINGS = {
  ach: {
    PAYLIANCE_BASE_URL: setting(url, {
      what: "The address of Payliance's eCheck API.",
      example: "https://api.payliance.com/api/v1/echeck",
    }),
    PAYLIANCE_SECRET_KEY: setting(text, { what: "Payliance's secret key.", example: "SECRET" }),
    ACH_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "The longest time, in ms, until Payliance shows a payment whose response was lost.",
      example: "30000",
    }),
  },
  cards: {
    TABAPAY_BASE_URL: setting(url, {
      what: "The address `https://{FQDN}:{PORT}` from TabaPay's credentials file.",
      example: "https://api.example.com:10443",
    }),
    TABAPAY_CLIENT_ID: setting(text, { what: "The client id.", example: "CLIENT_ID" }),
    TABAPAY_BEARER: setting(text, { what: "The bearer token of the client.", example: "SECRET" }),
    TABAPAY_SETTLEMENT_ACCOUNT: setting(text, {
      what: "The settlement account of the payments.",
      example: "SettlementAccountID_22",
    }),
    TABAPAY_REPORTS_FOLDER: setting(
      z.string().startsWith("/", "must be a folder such as /reports").default("/reports"),
      {
        what: "The folder of TabaPay's daily reports on the SFTP server. Set the SFTP server as well.",
        example: "/reports",
      },
    ),
    CARDS_SETTLE_MS: setting(milliseconds(0, 90_000), {
      what: "The time, in ms, in which TabaPay may still change its answer about a payment.",
      example: "90000",
    }),
  },
  bankLink: {
    PLAID_URL: setting(url, {
      what: "The address of Plaid's API, which sends webhooks to `PUBLIC_URL/api/webhooks/plaid`.",
      example: "https://production.plaid.com",
    }),
    PLAID_CLIENT_ID: setting(text, { what: "The client id.", example: "CLIENT_ID" }),
    PLAID_SECRET: setting(text, { what: "The secret of this Plaid environment.", example: "SECRET" }),
    PLAID_TIMEOUT_MS: setting(milliseconds(100, 35_000), {
      what: "The timeout of a balance request, in ms. Plaid asks the bank, which can take 30 seconds.",
      example: "35000",
    }),
  },
  crm: {
    ZOHO_URL: setting(url, {
      what: "The address of the CRM's API in your data centre.",
      example: "https://www.zohoapis.com/crm/v8",
    }),
    ZOHO_ACCOUNTS_URL: setting(url, {
      what: "The address that issues access tokens.",
      example: "https://accounts.zoho.com",
    }),
    ZOHO_CLIENT_ID: setting(text, { what: "The client id.", example: "1000.CLIENT" }),
    ZOHO_CLIENT_SECRET: setting(text, { what: "The client secret.", example: "SECRET" }),
    ZOHO_REFRESH_TOKEN: setting(text, {
      what: "The refresh token, which obtains access tokens.",
      example: "1000.SECRET",
    }),
    ZOHO_DEAL_PIPELINE: setting(text.optional(), {
      what: "The pipeline of each new deal, if the CRM requires one.",
      example: "Standard",
    }),
    ZOHO_DEAL_CLOSES_AFTER_DAYS: setting(z.coerce.number().int().min(0).max(3650).optional(), {
      what: "The days until the closing date of each new deal, if the CRM requires one.",
      example: "30",
    }),
    CRM_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "The longest time, in ms, until the CRM shows a change whose response was lost.",
      example: "30000",
    }),
  },
  decisioning: {
    ALLOY_URL: setting(url, { what: "The address of Alloy's API.", example: "https://alloy.co/v1" }),
    ALLOY_AUTH: setting(z.enum(["basic", "oauth2"]).default("basic"), {
      what: "`basic` sends the token and secret with each call; `oauth2` exchanges them for a bearer token.",
      example: "oauth2",
    }),
    ALLOY_TOKEN: setting(text, { what: "The token of the workflow or of the account.", example: "TOKEN" }),
    ALLOY_SECRET: setting(text, { what: "The secret of `ALLOY_TOKEN`.", example: "SECRET" }),
    ALLOY_WORKFLOW_TOKEN: setting(text.optional(), {
      what: "The token of the workflow, if `ALLOY_TOKEN` is the token of an account.",
      example: "TOKEN",
    }),
  },
  businessVerification: {
    MIDDESK_BASE_URL: setting(url, {
      what: "The address of Middesk's API.",
      example: "https://api.middesk.com/v1",
    }),
    MIDDESK_API_KEY: setting(text, { what: "Middesk's API key.", example: "SECRET" }),
    MIDDESK_WEBHOOK_SECRET: setting(z.string().min(16, "must have 16 characters or more"), {
      what: "The secret that signs Middesk's webhooks to `PUBLIC_URL/api/webhooks/middesk`, 16 characters or more.",
      example: "SECRET_OF_16_CHARACTERS",
    }),
    MIDDESK_FILE_HOSTS: setting(hosts.default([".middesk.com", ".amazonaws.com"]), {
      what: "Hosts of Middesk's documents, in addition to `MIDDESK_BASE_URL`, separated by commas; a leading dot includes all subdomains. Links to other hosts are not followed.",
      example: ".middesk.com,files.example.com",
    }),
  },
  ledgerSheet: {
    GOOGLE_SHEETS_URL: setting(url, {
      what: "The address of the Google Sheets API.",
      example: "https://sheets.googleapis.com/v4/spreadsheets",
    }),
    GOOGLE_KEY_FILE: setting(text, {
      what: "The key file of a service account. Share the ledger sheet with this account.",
      example: "/run/secrets/google.json",
    }),
    LEDGER_SPREADSHEET_ID: setting(text, {
      what: "The id of the ledger sheet, from its address.",
      example: "SPREADSHEET_ID",
    }),
    LEDGER_SHEET_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "The longest time, in ms, until the sheet shows a row whose response was lost.",
      example: "30000",
    }),
  },
  fileTransfer: {
    SFTP_HOST: setting(
      z
        .string()
        .refine((host) => /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`), "must be a host name"),
      { what: "The host name of the SFTP server.", example: "sftp.example.com" },
    ),
    SFTP_PORT: setting(port.default(22), { what: "The port of the SFTP server.", example: "22" }),
    SFTP_USER: setting(text, { what: "The user name.", example: "lender" }),
    SFTP_PASSWORD: setting(text, {
      what: "The password, for password and keyboard-interactive sign-in; private keys are not supported.",
      example: "SECRET",
    }),
    SFTP_HOST_KEY_SHA256: setting(
      z
        .string()
        .regex(/^(SHA256:)?[A-Za-z0-9+/]{43}=?$/, "must be a SHA256 fingerprint as ssh-keygen -l prints it"),
      {
        what: "The SHA-256 fingerprint of one of the SFTP server's keys (Ed25519, ECDSA or RSA). A server with another key is not used.",
        example: `SHA256:${"A".repeat(43)}`,
        make: "ssh-keyscan -t ed25519 sftp.example.com | ssh-keygen -lf -",
      },
    ),
    SFTP_UPLOADS_FOLDER: setting(
      z
        .string()
        .regex(/^(\/[\w-][\w.-]*)+$/, "must be a folder such as /uploads")
        .default("/uploads"),
      { what: "The folder for uploads on the SFTP server ([uploads.md](uploads.md)).", example: "/uploads" },
    ),
    SFTP_TIMEOUT_MS: setting(z.coerce.number().int().min(100).max(240_000).default(120_000), {
      what: "The longest transfer of one file, in ms.",
      example: "120000",
    }),
  },
  customerPortal: {
    CUSTOMER_PORTAL_URL: setting(
      url.transform((address) => address.replace(/\/+$/, "")),
      {
        what: "The address of the customer portal, which staff enter as a customer ([re-access.md](re-access.md)).",
        example: "https://my.example.com",
      },
    ),
    CUSTOMER_PORTAL_SECRET: setting(z.string().min(32, "must have 32 characters or more"), {
      what: "The secret with which the portal redeems a link, 32 characters or more.",
      example: "SECRET_OF_32_CHARACTERS_OR_MORE_",
      make: "openssl rand -hex 32",
    }),
  },
} as const;
