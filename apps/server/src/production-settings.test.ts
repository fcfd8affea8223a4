import { describe, expect, it } from "vitest";
import { isLoopback, readEnv } from "./env.ts";
import { complaint, key, settings, taken } from "./testing/settings.ts";

describe("production", () => {
  const production = { NODE_ENV: "production" };

  it("accepts external systems with public addresses", () => {
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
    ["GOOGLE_SHEETS_URL", "http://[::ffff:127.0.0.1]:4000"],
    ["GOOGLE_SHEETS_URL", "http://[::127.0.0.1]:4000"],
    ["GOOGLE_SHEETS_URL", "http://[64:ff9b::7f00:1]:4000"],
    ["SFTP_HOST", "localhost"],
    ["SFTP_HOST", "2130706433"],
    ["CUSTOMER_PORTAL_URL", "https://localhost:4010/portal"],
  ])("refuses %s=%s, where the sandbox would be", (name, value) => {
    expect(complaint({ ...production, [name]: value })).toContain(
      `${name} must not be on this machine in production`,
    );
    expect(taken({ [name]: value })).toHaveProperty(name, value);
  });

  it("refuses a customer portal without TLS", () => {
    const plain = { CUSTOMER_PORTAL_URL: "http://my.example.com" };
    expect(complaint({ ...production, ...plain })).toContain(
      "CUSTOMER_PORTAL_URL must be https in production",
    );
    expect(taken(plain)).toHaveProperty("CUSTOMER_PORTAL_URL", "http://my.example.com");
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
    ["ZOHO_URL", "https://[::a9fe:a9fe]/crm"],
    ["ZOHO_URL", "https://[64:ff9b::169.254.169.254]/crm"],
    ["ZOHO_URL", "https://[2002:a9fe:a9fe::1]/crm"],
    ["ALLOY_URL", "https://[fec0::1]/v1"],
  ])("refuses %s=%s on a private network", (name, value) => {
    expect(complaint({ ...production, [name]: value })).toContain(
      `${name} must not be a private or link-local address in production`,
    );
  });

  it.each(["PUBLIC_URL", "PLAID_URL", "ZOHO_ACCOUNTS_URL", "PAYLIANCE_BASE_URL", "ALLOY_URL"])(
    "refuses %s without TLS",
    (name) => {
      expect(complaint({ ...production, [name]: "http://vendor.example.com" })).toContain(
        `${name} must be https in production`,
      );
    },
  );

  it("refuses a remote database without TLS, and accepts a local one", () => {
    const at = (url: string) => ({ ...production, DATABASE_URL: url });
    for (const url of [
      "postgresql://app@db.example.com/x",
      "postgresql://app@db.example.com/x?sslmode=prefer",
    ])
      expect(complaint(at(url))).toContain("DATABASE_URL must have sslmode=verify-full");
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
    expect(message).toContain(`${name} must be random bytes`);
    expect(message).not.toContain(value);
    expect(taken({ [name]: value })).toHaveProperty(name, name === "TOKEN_KEY" ? [value] : value);
  });

  it("requires CODE_KEY, and refuses a key in a list that is not random or is a duplicate", () => {
    expect(complaint({ ...production, CODE_KEY: undefined })).toContain("CODE_KEY is missing");
    const same = key();
    expect(complaint({ ...production, CODE_KEY: `${key()},${same}`, INDEX_KEY: same })).toContain(
      "CODE_KEY must not be the same key as INDEX_KEY",
    );
    const zeros = Buffer.alloc(32).toString("base64");
    expect(complaint({ ...production, INDEX_KEY: `${key()},${zeros}` })).toContain(
      "INDEX_KEY must be random",
    );
  });

  it("refuses one key for two purposes, and a sealing key of zeros", () => {
    const same = key();
    expect(complaint({ ...production, INDEX_KEY: same, TOKEN_KEY: same })).toContain(
      "TOKEN_KEY must not be the same key as INDEX_KEY",
    );
    const zeros = `k001:${key()},k002:${Buffer.alloc(32).toString("base64")}`;
    expect(complaint({ ...production, SEALING_KEYS: zeros })).toContain("SEALING_KEYS must be random bytes");
  });

  it("reports every external system on this machine", () => {
    const local = { SMTP_URL: "smtp://localhost", GOOGLE_SHEETS_URL: "http://localhost" };
    expect(complaint({ ...production, ...local }).split("\n")).toHaveLength(3);
    const others = { SFTP_HOST: "localhost", CUSTOMER_PORTAL_URL: "http://my.example.com" };
    expect(complaint({ ...production, ...local, ...others }).split("\n")).toHaveLength(5);
  });
});

it.each(["development", "test", undefined])("refuses mode %s with a public address", (NODE_ENV) => {
  for (const address of ["https://console.example.com", "http://203.0.113.7", "https://[2001:db8::1]"])
    expect(complaint({ NODE_ENV, PUBLIC_URL: address })).toContain(
      "NODE_ENV must be production when PUBLIC_URL is a public address",
    );
  for (const address of ["http://127.0.0.1:3000", "http://192.168.1.7:3000", "http://laptop:3000"])
    expect(taken({ NODE_ENV, PUBLIC_URL: address })).toHaveProperty("PUBLIC_URL", address);
});

it.each(["https://sheets.googleapis.com", "smtp://mail.example.com", "https://128.0.0.1"])(
  "%s is not on this machine",
  (address) => {
    expect(isLoopback(address)).toBe(false);
  },
);
