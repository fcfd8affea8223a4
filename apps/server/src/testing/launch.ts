import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { pooledSettings } from "@countinghouse/db/testing/database";
import type { Sandbox } from "@countinghouse/sandbox";
import { compiledCode } from "./run-program.ts";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

export type Launched = ChildProcess & { output: Promise<string> };

export interface Launcher {
  /** Returns the settings of a process that serves on this port with this database. */
  settings(databaseUrl: string, port: number): NodeJS.ProcessEnv;
  launch(env: NodeJS.ProcessEnv): Launched;
  /** Resolves with the process once it serves or works. */
  started(env: NodeJS.ProcessEnv): Promise<Launched>;
  /** Kills all running processes. */
  close(): void;
}

/** Returns a launcher of the server's program, with a sandbox and new keys. */
export function createLauncher(sandbox: Sandbox): Launcher {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-main-"));
  writeFileSync(path.join(folder, "google.json"), JSON.stringify(sandbox.google.credentials));
  const key = () => randomBytes(32).toString("base64");
  const keys = {
    SEALING_KEYS: `k001:${key()}`,
    INDEX_KEY: key(),
    AUDIT_KEYS: `a001:${key()}`,
    CODE_KEY: key(),
    TOKEN_KEY: key(),
    BOT_CHECK_KEY: key(),
  };
  const running: ChildProcess[] = [];
  const launch = (env: NodeJS.ProcessEnv): Launched => {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...compiledCode(), ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    running.push(child);
    const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
    const output = Promise.all(streams.map((stream) => text(stream))).then((parts) => parts.join(""));
    return Object.assign(child, { output });
  };
  return {
    settings: (databaseUrl, port) => ({
      ...keys,
      NODE_ENV: "test",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...pooledSettings(databaseUrl),
      FILES_DIR: path.join(folder, "files"),
      ...vendorSettings(sandbox),
      GOOGLE_KEY_FILE: path.join(folder, "google.json"),
    }),
    launch,
    started: async (env) => {
      const server = launch(env);
      await Promise.race([
        once(server, "message"),
        server.output.then((said) => Promise.reject(new Error(said))),
      ]);
      return server;
    },
    close: () => {
      for (const child of running) child.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    },
  };
}

const vendorSettings = (sandbox: Sandbox): NodeJS.ProcessEnv => ({
  SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
  MAIL_FROM: "no-reply@countinghouse.test",
  GOOGLE_SHEETS_URL: sandbox.google.baseUrl,
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
});
