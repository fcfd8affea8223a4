import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { exampleFile } from "../settings/documents.ts";

const SCRIPT = fileURLToPath(new URL("settings-check.ts", import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (...args: string[]) =>
  spawnSync(process.execPath, [SCRIPT, ...args], { env: { PATH: process.env.PATH }, encoding: "utf8" });
const key = () => randomBytes(32).toString("base64");

it("says of an empty environment what is missing, and ends with 1", () => {
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toContain("  DATABASE_URL is missing. For example: ");
});

it("is content with the example file once its keys are made, and says which vendors are off", () => {
  const file = path.join(folder, ".env");
  const keys = {
    SEALING_KEYS: `k001:${key()}`,
    INDEX_KEY: key(),
    AUDIT_KEYS: `a001:${key()}`,
    CODE_KEY: key(),
    TOKEN_KEY: key(),
    BOT_CHECK_KEY: key(),
  };
  const filled = Object.entries(keys).reduce(
    (text, [name, value]) => text.replace(`\n${name}=\n`, () => `\n${name}=${value}\n`),
    exampleFile(),
  );
  writeFileSync(file, filled);
  const { status, stdout } = check(file);
  expect(stdout).toMatch(/^The settings are complete\.\n/);
  expect(stdout).toContain("Bank transfers are off: Payliance is not set up here.");
  expect(stdout).toContain("0 vendors are on, 9 are off.");
  expect(status).toBe(0);
});

it("says so where there is no such file", () => {
  expect(check(path.join(folder, "none")).stderr).toMatch(/^There is no file /);
});

describe.skipIf(spawnSync("openssl", ["version"]).status !== 0)("what deploy/make-secrets.sh makes", () => {
  it("lacks the mail server alone, which has to be filled in", () => {
    const deploy = path.join(folder, "deploy");
    mkdirSync(deploy);
    const script = path.join(deploy, "make-secrets.sh");
    copyFileSync(fileURLToPath(new URL("../../../../deploy/make-secrets.sh", import.meta.url)), script);
    expect(spawnSync("sh", [script, "console.example.com"]).status).toBe(0);
    const { status, stderr } = check(path.join(deploy, "console.env"));
    expect(status).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([
      "These settings are missing or wrong:",
      expect.stringMatching(/^ {2}SMTP_URL is missing\./),
    ]);
  });
});
