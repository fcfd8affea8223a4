import { z } from "zod";
import { hosts, milliseconds, port, setting, text, url } from "./kinds.ts";

/** The settings of each outside system: all of those it needs, or none, which leaves it off. */
export const VENDOR_SETTINGS = {
  ach: {
    PAYLIANCE_BASE_URL: setting(url, {
      what: "Payliance's eCheck API.",
      example: "https://api.payliance.com/api/v1/echeck",
    }),
    PAYLIANCE_SECRET_KEY: setting(text, { what: "Its secret key.", example: "SECRET" }),
    ACH_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "How long, in ms, a payment whose answer was lost may take to show there.",
      example: "30000",
    }),
  },
  cards: {
    TABAPAY_BASE_URL: setting(url, {
      what: "`https://{FQDN}:{PORT}` in TabaPay's credentials file.",
      example: "https://api.example.com:10443",
    }),
    TABAPAY_CLIENT_ID: setting(text, { what: "The client's id.", example: "CLIENT_ID" }),
    TABAPAY_BEARER: setting(text, { what: "The client's bearer token.", example: "SECRET" }),
    TABAPAY_SETTLEMENT_ACCOUNT: setting(text, {
      what: "The account that payments settle with.",
      example: "SettlementAccountID_22",
    }),
    TABAPAY_REPORTS_FOLDER: setting(
      z.string().startsWith("/", "must be a folder such as /reports").default("/reports"),
      { what: "The folder of its daily reports on the SFTP server, which it needs.", example: "/reports" },
    ),
    CARDS_SETTLE_MS: setting(milliseconds(0, 90_000), {
      what: "How long, in ms, TabaPay may still change what it says of a payment.",
      example: "90000",
    }),
  },
  bankLink: {
    PLAID_URL: setting(url, {
      what: "Plaid's API. It tells news to `PUBLIC_URL/api/webhooks/plaid`.",
      example: "https://production.plaid.com",
    }),
    PLAID_CLIENT_ID: setting(text, { what: "The client's id.", example: "CLIENT_ID" }),
    PLAID_SECRET: setting(text, { what: "The secret of this environment.", example: "SECRET" }),
    PLAID_TIMEOUT_MS: setting(milliseconds(100, 35_000), {
      what: "After this long a balance is given up, in ms. It asks the bank itself, which may take half a minute.",
      example: "35000",
    }),
  },
  crm: {
    ZOHO_URL: setting(url, {
      what: "The CRM's API, or that of another data centre.",
      example: "https://www.zohoapis.com/crm/v8",
    }),
    ZOHO_ACCOUNTS_URL: setting(url, {
      what: "Where its access tokens come from.",
      example: "https://accounts.zoho.com",
    }),
    ZOHO_CLIENT_ID: setting(text, { what: "The client's id.", example: "1000.CLIENT" }),
    ZOHO_CLIENT_SECRET: setting(text, { what: "The client's secret.", example: "SECRET" }),
    ZOHO_REFRESH_TOKEN: setting(text, { what: "What access tokens are made of.", example: "1000.SECRET" }),
    ZOHO_DEAL_PIPELINE: setting(text.optional(), {
      what: "Where the CRM demands a pipeline of each new deal.",
      example: "Standard",
    }),
    ZOHO_DEAL_CLOSES_AFTER_DAYS: setting(z.coerce.number().int().min(0).max(3650).optional(), {
      what: "Where the CRM demands a closing date of each new deal.",
      example: "30",
    }),
    CRM_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "How long, in ms, a change whose answer was lost may take to show there.",
      example: "30000",
    }),
  },
  decisioning: {
    ALLOY_URL: setting(url, { what: "Alloy's API.", example: "https://alloy.co/v1" }),
    ALLOY_AUTH: setting(z.enum(["basic", "oauth2"]).default("basic"), {
      what: "`basic` sends token and secret with each call, `oauth2` trades them for a bearer token.",
      example: "oauth2",
    }),
    ALLOY_TOKEN: setting(text, { what: "The token of the workflow, or of the account.", example: "TOKEN" }),
    ALLOY_SECRET: setting(text, { what: "Its secret.", example: "SECRET" }),
    ALLOY_WORKFLOW_TOKEN: setting(text.optional(), {
      what: "Names the workflow where token and secret are those of an account.",
      example: "TOKEN",
    }),
  },
  businessVerification: {
    MIDDESK_BASE_URL: setting(url, { what: "Middesk's API.", example: "https://api.middesk.com/v1" }),
    MIDDESK_API_KEY: setting(text, { what: "Its key.", example: "SECRET" }),
    MIDDESK_WEBHOOK_SECRET: setting(z.string().min(16, "must have 16 characters or more"), {
      what: "What signs the news that Middesk tells to `PUBLIC_URL/api/webhooks/middesk`, 16 characters or more.",
      example: "SECRET_OF_16_CHARACTERS",
    }),
    MIDDESK_FILE_HOSTS: setting(hosts.default([".middesk.com", ".amazonaws.com"]), {
      what: "Where its documents may be fetched from besides `MIDDESK_BASE_URL`: names of hosts, separated by commas; one that begins with a dot stands for all below it. A link to anywhere else is not followed.",
      example: ".middesk.com,files.example.com",
    }),
  },
  ledgerSheet: {
    GOOGLE_SHEETS_URL: setting(url, {
      what: "The API of Google Sheets.",
      example: "https://sheets.googleapis.com/v4/spreadsheets",
    }),
    GOOGLE_KEY_FILE: setting(text, {
      what: "The key file of a service account that the sheet is shared with.",
      example: "/run/secrets/google.json",
    }),
    LEDGER_SPREADSHEET_ID: setting(text, {
      what: "The ledger sheet: what stands in its address.",
      example: "SPREADSHEET_ID",
    }),
    LEDGER_SHEET_SETTLE_MS: setting(milliseconds(0, 30_000), {
      what: "How long, in ms, a row whose answer was lost may take to show there.",
      example: "30000",
    }),
  },
  fileTransfer: {
    SFTP_HOST: setting(
      z
        .string()
        .refine((host) => /^[\w.-]+$/.test(host) && URL.canParse(`http://${host}`), "must be a host name"),
      { what: "Where files are exchanged.", example: "sftp.example.com" },
    ),
    SFTP_PORT: setting(port.default(22), { what: "Its port.", example: "22" }),
    SFTP_USER: setting(text, { what: "The login.", example: "lender" }),
    SFTP_PASSWORD: setting(text, {
      what: "Its password, also where the server asks for it as a question; a private key is not used.",
      example: "SECRET",
    }),
    SFTP_HOST_KEY_SHA256: setting(
      z
        .string()
        .regex(/^(SHA256:)?[A-Za-z0-9+/]{43}=?$/, "must be a SHA256 fingerprint as ssh-keygen -l tells it"),
      {
        what: "The fingerprint of the server's key; of several that of any of them (Ed25519, ECDSA, RSA). No server with another one is spoken to.",
        example: `SHA256:${"A".repeat(43)}`,
        make: "ssh-keyscan -t ed25519 sftp.example.com | ssh-keygen -lf -",
      },
    ),
    SFTP_UPLOADS_FOLDER: setting(
      z
        .string()
        .regex(/^(\/[\w-][\w.-]*)+$/, "must be a folder such as /uploads")
        .default("/uploads"),
      { what: "The folder there that uploads go to ([uploads.md](uploads.md)).", example: "/uploads" },
    ),
    SFTP_TIMEOUT_MS: setting(z.coerce.number().int().min(100).max(240_000).default(120_000), {
      what: "How long, in ms, one file may take to or from there.",
      example: "120000",
    }),
  },
  customerPortal: {
    CUSTOMER_PORTAL_URL: setting(
      url.transform((address) => address.replace(/\/+$/, "")),
      {
        what: "The customers' own site, which staff enter as a customer ([re-access.md](re-access.md)).",
        example: "https://my.example.com",
      },
    ),
    CUSTOMER_PORTAL_SECRET: setting(z.string().min(32, "must have 32 characters or more"), {
      what: "What it shows to redeem the link: 32 characters or more.",
      example: "SECRET_OF_32_CHARACTERS_OR_MORE_",
      make: "openssl rand -hex 32",
    }),
  },
} as const;
