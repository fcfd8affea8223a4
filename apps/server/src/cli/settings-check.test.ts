import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, describe, expect, it } from "vitest";
import { isMissing } from "../../../sandbox/src/testing/needs.ts";
import { exampleFile } from "../settings/documents.ts";
import { runHere } from "../testing/run-program.ts";
import { command } from "./settings-check.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

const check = (...words: string[]) => runHere(command, words, {});
const key = () => randomBytes(32).toString("base64");

it("reports the missing settings of an empty environment and exits with 1", async () => {
  const { code, stderr } = await check();
  expect(code).toBe(1);
  expect(stderr).toContain("  DATABASE_URL is missing. For example: ");
});

it("accepts the example file with keys, and names the vendors that are off", async () => {
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
  const { code, stdout } = await check(file);
  expect(stdout).toMatch(/^The settings are complete\.\n/);
  expect(stdout).toContain("Bank transfers are off: Payliance is not set up here.");
  expect(stdout).toContain("0 vendors are on, 9 are off.");
  expect(code).toBe(0);
  // --reach refuses an address without https.
  const local = filled
    .replace("NODE_ENV=production", "NODE_ENV=development")
    .replace(/\nPUBLIC_URL=.*\n/, "\nPUBLIC_URL=http://127.0.0.1:9\n");
  writeFileSync(file, local);
  const looked = await check(file, "--reach");
  expect(looked.stdout).toContain("http://127.0.0.1:9 is not https.");
  expect(looked.code).toBe(1);
});

it("reports a file that does not exist", async () => {
  expect((await check(path.join(folder, "none"))).stderr).toMatch(/^There is no file /);
});

describe.skipIf(isMissing("openssl"))("the output of deploy/make-secrets.sh", () => {
  it("lacks only the mail server", async () => {
    const deploy = path.join(folder, "deploy");
    mkdirSync(deploy);
    const script = path.join(deploy, "make-secrets.sh");
    copyFileSync(fileURLToPath(new URL("../../../../deploy/make-secrets.sh", import.meta.url)), script);
    await execa("sh", [script, "console.example.com"]);
    const settings = path.join(deploy, "console.env");
    // As deploy/compose.yaml passes the secrets.
    const secrets = readdirSync(path.join(deploy, "secrets")).filter((name) =>
      /^[a-z_]+_(keys?|token|url)$/.test(name),
    );
    const given = secrets.map((name) => `${name.toUpperCase()}_FILE=${path.join(deploy, "secrets", name)}\n`);
    appendFileSync(settings, given.join(""));
    const { code, stderr } = await check(settings);
    expect(code).toBe(1);
    expect(stderr.trim().split("\n")).toEqual([
      "These settings are missing or wrong:",
      expect.stringMatching(/^ {2}SMTP_URL is missing\./),
    ]);
  });
});
