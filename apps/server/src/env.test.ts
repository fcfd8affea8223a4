import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isLoopback, readEnv } from "./env.ts";

const key = (bytes = 32) => randomBytes(bytes).toString("base64");

const settings = (changed: Record<string, string | undefined> = {}): Record<string, string | undefined> => ({
  PUBLIC_URL: "https://console.example.com",
  DATABASE_URL: "postgresql://app:database-secret@db.example.com/countinghouse?sslmode=verify-full",
  SEALING_KEYS: `k001:${key()}`,
  INDEX_KEY: key(),
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

/** What the server says when it does not start with these settings. */
function complaint(changed: Record<string, string | undefined>): string {
  try {
    readEnv(settings(changed));
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The settings were taken.");
}

describe("reading the settings", () => {
  it("fills in what may be left out", () => {
    expect(readEnv(settings())).toMatchObject({
      NODE_ENV: "development",
      ROLE: "all",
      PORT: 3000,
      HOST: "127.0.0.1",
      TRUST_PROXY: false,
      LOG_LEVEL: "info",
      MAXIMUM_OFFER_LIMIT_CENTS: 1_000_000,
      CONTRACT_LINK_DAYS: 7,
      SFTP_UPLOADS_FOLDER: "/uploads",
      METABASE_EMAILS: [],
      vaultKeys: { current: "k001" },
    });
  });

  it("takes the e-mail addresses that are led to Metabase apart, whatever stands around them", () => {
    const { METABASE_EMAILS } = readEnv(settings({ METABASE_EMAILS: " Ada@Example.com,, bo@example.com ," }));
    expect(METABASE_EMAILS).toEqual(["ada@example.com", "bo@example.com"]);
  });

  it("names everything that is missing at once, and nothing else", () => {
    const lines = complaint(
      Object.fromEntries(Object.keys(settings()).map((name) => [name, undefined])),
    ).split("\n");
    expect(lines[0]).toBe("These settings are missing or wrong:");
    expect(lines.slice(1).map((line) => line.trim().split(":")[0])).toEqual(
      expect.arrayContaining(Object.keys(settings())),
    );
    expect(lines).toHaveLength(Object.keys(settings()).length + 1);
  });

  it.each([
    ["NODE_ENV", "prod-secret"],
    ["ROLE", "everything-secret"],
    ["PORT", "70000"],
    ["PORT", "secret"],
    ["PUBLIC_URL", "secret"],
    ["TRUST_PROXY", "secret"],
    ["DATABASE_URL", "mysql://user:secret@db"],
    ["DATABASE_CONNECTIONS", "1"],
    ["TOKEN_KEY", key(31)],
    ["TOKEN_KEY", "secret •••"],
    ["BOT_CHECK_KEY", key(16)],
    ["SMTP_URL", "https://secret@smtp"],
    ["MAIL_FROM", "x"],
    ["GOOGLE_SHEETS_URL", "secret"],
    ["LOG_LEVEL", "secret"],
    ["CUSTOMER_PORTAL_URL", "secret"],
    ["CUSTOMER_PORTAL_SECRET", "a secret that is too short"],
    ["PROVIDER_TIMEOUT_MS", "5"],
    ["REPORTS_EVERY_MS", "5"],
    ["MAXIMUM_OFFER_LIMIT_CENTS", "0"],
    ["CONTRACT_LINK_DAYS", "0"],
    ["BULK_BALANCES_PER_MINUTE", "-1"],
    ["BULK_PAYMENTS_AT_ONCE", "0"],
    ["PAYLIANCE_BASE_URL", "secret"],
    ["ACH_SETTLE_MS", "-1"],
    ["METABASE_URL", "secret"],
    ["SFTP_UPLOADS_FOLDER", "/secret/../reports"],
    ["SFTP_TIMEOUT_MS", "5"],
    ["TABAPAY_BASE_URL", "secret"],
    ["CARDS_SETTLE_MS", "-1"],
    ["TABAPAY_REPORTS_FOLDER", "secret"],
    ["SFTP_HOST", "sftp://secret@host"],
    ["SFTP_HOST", "999.1.1.1"],
    ["SFTP_HOST_KEY_SHA256", "MD5:secret"],
  ])("names %s when it is wrong, never its value %s", (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^These settings are missing or wrong:\n  ${name}: `));
    for (const line of message.split("\n").slice(1)) expect(line).toMatch(new RegExp(`^  ${name}: `));
    expect(message).not.toMatch(/secret/);
    expect(message.includes(value) && value.length > 5).toBe(false);
  });

  it.each([
    ["SEALING_KEYS", `k001:${key(31)}`],
    ["SEALING_KEYS", `k001:${key()},k2:${key()}`],
    ["SEALING_KEYS", key()],
    ["INDEX_KEY", key(16)],
  ])("names the keys when %s is no good, never a key", (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toContain("SEALING_KEYS, INDEX_KEY: ");
    for (const secret of value.split(/[:,]/).filter((part) => part.length > 4))
      expect(message).not.toContain(secret);
  });
});

describe("production", () => {
  const production = { NODE_ENV: "production" };

  it("tells what it may not have and keys that are wrong at once", () => {
    const message = complaint({
      ...production,
      SFTP_HOST: "127.0.0.1",
      PLAID_URL: "http://vendor.example.com",
      SEALING_KEYS: `k001:${key(31)}`,
    });
    for (const name of ["SFTP_HOST: ", "PLAID_URL: ", "SEALING_KEYS, INDEX_KEY: "])
      expect(message).toContain(name);
  });

  it("starts with outside systems that are elsewhere", () => {
    expect(readEnv(settings(production)).NODE_ENV).toBe("production");
  });

  it.each([
    ["SMTP_URL", "smtp://localhost:1025"],
    ["SMTP_URL", "smtp://LocalHost:1025"],
    ["SMTP_URL", "smtp://127.0.0.1:1025"],
    ["SMTP_URL", "smtp://[::1]:1025"],
    ["GOOGLE_SHEETS_URL", "http://127.0.0.1:4000/google/v4/spreadsheets"],
    ["GOOGLE_SHEETS_URL", "http://0.0.0.0:4000"],
    ["GOOGLE_SHEETS_URL", "http://LOCALHOST:4000"],
    ["GOOGLE_SHEETS_URL", "http://2130706433:4000"],
    ["PAYLIANCE_BASE_URL", "http://127.0.0.1:4010/payliance/api/v1/echeck"],
    ["TABAPAY_BASE_URL", "http://127.0.0.1:4010/tabapay"],
    ["SFTP_HOST", "localhost"],
    ["SFTP_HOST", "2130706433"],
    ["CUSTOMER_PORTAL_URL", "https://localhost:4010/portal"],
  ])("refuses %s=%s, where the sandbox would be", (name, value) => {
    expect(complaint({ ...production, [name]: value })).toContain(
      `${name}: must not be on this machine in production`,
    );
    expect(readEnv(settings({ [name]: value }))).toHaveProperty(name, value);
  });

  it("refuses a customer portal that codes would reach in the clear", () => {
    const plain = { CUSTOMER_PORTAL_URL: "http://my.example.com" };
    expect(complaint({ ...production, ...plain })).toContain(
      "CUSTOMER_PORTAL_URL: must be https in production",
    );
    expect(readEnv(settings(plain))).toHaveProperty("CUSTOMER_PORTAL_URL", "http://my.example.com");
  });

  it.each([
    ["SMTP_URL", "smtp://10.1.2.3:587"],
    ["PLAID_URL", "https://169.254.169.254/latest"],
    ["PLAID_URL", "https://2852039166/latest"],
    ["PLAID_URL", "https://0xa9.0xfe.0xa9.0xfe/latest"],
    ["ZOHO_URL", "https://[::ffff:169.254.169.254]/crm"],
    ["ALLOY_URL", "https://[fd00:ec2::254]/v1"],
    ["MIDDESK_BASE_URL", "https://192.168.0.7/v1"],
    ["TABAPAY_BASE_URL", "https://metadata.google.internal"],
    ["SFTP_HOST", "172.16.4.1"],
  ])("refuses %s=%s, which is of a private network", (name, value) => {
    expect(complaint({ ...production, [name]: value })).toContain(
      `${name}: must not be a private or link-local address in production`,
    );
  });

  it.each(["PUBLIC_URL", "PLAID_URL", "ZOHO_ACCOUNTS_URL", "PAYLIANCE_BASE_URL", "ALLOY_URL"])(
    "refuses %s in the clear",
    (name) => {
      expect(complaint({ ...production, [name]: "http://vendor.example.com" })).toContain(
        `${name}: must be https in production`,
      );
    },
  );

  it("refuses a database elsewhere without TLS, and takes one on this machine or behind a socket", () => {
    const at = (url: string) => ({ ...production, DATABASE_URL: url });
    for (const url of [
      "postgresql://app@db.example.com/x",
      "postgresql://app@db.example.com/x?sslmode=prefer",
    ])
      expect(complaint(at(url))).toContain("DATABASE_URL: must have sslmode=verify-full");
    for (const url of ["postgresql://app@localhost/x", "postgresql://app@/x?host=/run/postgresql"])
      expect(readEnv(settings(at(url)))).toHaveProperty("DATABASE_URL", url);
  });

  it.each([
    ["INDEX_KEY", Buffer.alloc(32)],
    ["TOKEN_KEY", Buffer.alloc(32, "ab")],
    ["BOT_CHECK_KEY", Buffer.from("an example key of 32 characters!")],
  ])("refuses a %s that is not random", (name, bytes) => {
    const value = bytes.toString("base64");
    const message = complaint({ ...production, [name]: value });
    expect(message).toContain(`${name}: must be random bytes`);
    expect(message).not.toContain(value);
    expect(readEnv(settings({ [name]: value }))).toHaveProperty(name, value);
  });

  it("refuses one key for two purposes, and a sealing key of zeros", () => {
    const same = key();
    expect(complaint({ ...production, INDEX_KEY: same, TOKEN_KEY: same })).toContain(
      "TOKEN_KEY: must not be the same key as INDEX_KEY",
    );
    const zeros = `k001:${key()},k002:${Buffer.alloc(32).toString("base64")}`;
    expect(complaint({ ...production, SEALING_KEYS: zeros })).toContain("SEALING_KEYS: must be random bytes");
  });

  it("names both when both are", () => {
    const local = { SMTP_URL: "smtp://localhost", GOOGLE_SHEETS_URL: "http://localhost" };
    expect(complaint({ ...production, ...local }).split("\n")).toHaveLength(3);
    const others = { SFTP_HOST: "localhost", CUSTOMER_PORTAL_URL: "http://my.example.com" };
    expect(complaint({ ...production, ...local, ...others }).split("\n")).toHaveLength(5);
  });
});

it.each(["https://sheets.googleapis.com", "smtp://mail.example.com", "https://128.0.0.1"])(
  "%s is not on this machine",
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
