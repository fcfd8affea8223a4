import { describe, expect, it } from "vitest";
import { readEnv, vendorsOff } from "./env.ts";
import { complaint, key, settings } from "./testing/settings.ts";

describe("reading the settings", () => {
  it("fills in the defaults", () => {
    expect(readEnv(settings())).toMatchObject({
      NODE_ENV: "development",
      ROLE: "all",
      PORT: 3000,
      HOST: "127.0.0.1",
      TRUST_PROXY: false,
      LOG_LEVEL: "info",
      MAXIMUM_OFFER_LIMIT_CENTS: 1_000_000,
      CONTRACT_LINK_DAYS: 7,
      vendors: { fileTransfer: { SFTP_UPLOADS_FOLDER: "/uploads" } },
      METABASE_EMAILS: [],
      vaultKeys: { sealing: { current: "k001" }, audit: { current: "a001" } },
    });
  });

  it("splits the e-mail addresses of Metabase users and ignores spaces and empty entries", () => {
    const { METABASE_EMAILS } = readEnv(settings({ METABASE_EMAILS: " Ada@Example.com,, bo@example.com ," }));
    expect(METABASE_EMAILS).toEqual(["ada@example.com", "bo@example.com"]);
  });

  it("names exactly the missing settings", () => {
    const lines = complaint(
      Object.fromEntries(Object.keys(settings()).map((name) => [name, undefined])),
    ).split("\n");
    expect(lines[0]).toBe("These settings are missing or wrong:");
    expect(lines.slice(1).map((line) => line.trim().split(" ")[0])).toEqual([
      "PUBLIC_URL",
      "DATABASE_URL",
      "SEALING_KEYS",
      "INDEX_KEY",
      "AUDIT_KEYS",
      "TOKEN_KEY",
      "BOT_CHECK_KEY",
      "SMTP_URL",
      "MAIL_FROM",
      "FILES_DIR",
    ]);
    for (const line of lines.slice(1))
      expect(line).toMatch(/^ {2}\w+ is missing\. (For example: |Generate one with: )\S/);
  });

  it("turns a vendor without settings off, and names the missing settings of a vendor with some", () => {
    const off = Object.fromEntries(
      Object.keys(settings()).flatMap((name) =>
        /^(PLAID|ZOHO|ALLOY)_/.test(name) ? [[name, undefined]] : [],
      ),
    );
    expect(vendorsOff(readEnv(settings(off)))).toEqual(["bankLink", "crm", "decisioning"]);
    expect(vendorsOff(readEnv(settings({ ...off, PLAID_URL: "", PLAID_TIMEOUT_MS: "5000" })))).toContain(
      "bankLink",
    );
    expect(complaint({ PLAID_SECRET: undefined, PLAID_URL: undefined }).split("\n").slice(1)).toEqual([
      "  PLAID_URL is missing. For example: PLAID_URL=https://production.plaid.com",
      "  PLAID_SECRET is missing. For example: PLAID_SECRET=SECRET",
      "  PLAID_CLIENT_ID: unset it to turn Plaid off.",
    ]);
  });

  it("requires the SFTP server for TabaPay's reports", () => {
    const none = {
      SFTP_HOST: undefined,
      SFTP_USER: undefined,
      SFTP_PASSWORD: undefined,
      SFTP_HOST_KEY_SHA256: undefined,
    };
    expect(complaint(none)).toContain("SFTP_HOST is missing. The SFTP server has TabaPay's daily reports:");
  });

  it("reports wrong settings and settings that production forbids together", () => {
    const message = complaint({
      NODE_ENV: "production",
      PORT: "70000",
      PLAID_URL: "http://plaid.example.com",
    });
    expect(message).toContain("PORT must be 65535 or less. For example: PORT=3000");
    expect(message).toContain("PLAID_URL must be https in production.");
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
  ])("names a wrong %s without its value %s", (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^These settings are missing or wrong:\n  ${name} must `));
    for (const line of message.split("\n").slice(1)) expect(line).toMatch(new RegExp(`^  ${name} must `));
    expect(message).not.toMatch(/secret/);
    expect(message.includes(value) && value.length > 5).toBe(false);
  });

  it.each([
    ["SEALING_KEYS", `k001:${key(31)}`],
    ["SEALING_KEYS", `k001:${key()},k2:${key()}`],
    ["SEALING_KEYS", key()],
    ["INDEX_KEY", key(16)],
    ["INDEX_KEY", `${key()},${key()},${key()}`],
  ])("names the keys when %s is wrong, without a key", (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toContain("SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, CODE_KEY: ");
    for (const secret of value.split(/[:,]/).filter((part) => part.length > 4))
      expect(message).not.toContain(secret);
  });
});
