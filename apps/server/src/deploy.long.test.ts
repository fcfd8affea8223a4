import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnv } from "./env.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-deploy-"));
  cpSync(new URL("../../../deploy/make-secrets.sh", import.meta.url), path.join(folder, "make-secrets.sh"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const make = () =>
  execFileSync("sh", [path.join(folder, "make-secrets.sh"), "console.example.com"]).toString();
const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
const readFiles = () =>
  Object.fromEntries(
    readdirSync(path.join(folder, "secrets")).map((name) => [name, read(`secrets/${name}`)]),
  );

/** The settings of a container: console.env, and the secret files of compose.yaml in the folder of this test. */
function readSettings(): Record<string, string | undefined> {
  const compose = readFileSync(new URL("../../../deploy/compose.yaml", import.meta.url), "utf8");
  const [, block = ""] = /x-secret-files:.*\n((?: {2}\w+: .*\n)+)/.exec(compose) ?? [];
  const files = [...block.matchAll(/(\w+): \/run\/secrets\/(\w+)/g)];
  expect(files.length).toBeGreaterThan(8);
  return {
    ...parseEnv(read("console.env")),
    ...Object.fromEntries(
      files.map(([, name = "", file = ""]) => [name, path.join(folder, "secrets", file)]),
    ),
    SMTP_URL: "smtps://mailer:word@smtp.example.com",
  };
}

it("make-secrets.sh creates secrets that production accepts, outside the environment, and never replaces them", () => {
  make();
  const first = readFiles();
  const env = readEnv(readSettings());
  expect(env.NODE_ENV).toBe("production");
  expect(env.TOKEN_KEY).toEqual([first.token_key]);
  const secrets = Object.entries(first).filter(([name]) => !/\.(crt|key|srl|txt)$/.test(name));
  for (const [, value] of secrets) expect(read("console.env")).not.toContain(value);
  make();
  expect(readFiles()).toEqual(first);
});

it("make-secrets.sh takes over the keys that an installation has in its environment", () => {
  const { index_key: former } = readFiles();
  const own = `INDEX_KEY=${randomBytes(32).toString("base64")}`;
  rmSync(path.join(folder, "secrets/index_key"));
  writeFileSync(path.join(folder, "console.env"), `${read("console.env")}${own}\n`);
  make();
  expect(`INDEX_KEY=${read("secrets/index_key")}`).toBe(own);
  expect(read("secrets/index_key")).not.toBe(former);
  expect(() => readEnv(readSettings())).not.toThrow();
});
