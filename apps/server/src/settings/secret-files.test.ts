import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readDatabaseAddresses, readDatabaseEnv } from "../cli/shared/database-env.ts";
import { readEnv } from "../env.ts";
import { settings as testSettings } from "../testing/settings.ts";
import { withSecretFiles } from "./secret-files.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const secret = (name: string, value: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, value);
  return file;
};

it("reads the same settings from files as from values", () => {
  const given = testSettings();
  const secrets = Object.entries(given).filter(
    ([name]) => /KEY|URL|TOKEN|SECRET|PASSWORD/.test(name) && !name.endsWith("_FILE"),
  );
  expect(secrets.length).toBeGreaterThan(8);
  const others = Object.fromEntries(
    Object.entries(given).filter(([name]) => !secrets.some(([each]) => each === name)),
  );
  const files = Object.fromEntries(
    secrets.map(([name, value]) => [`${name}_FILE`, secret(name, `${value}\n`)]),
  );
  expect(readEnv({ ...others, ...files })).toEqual(readEnv(given));
});

it("reads the database and the keys of a command from files", () => {
  const { DATABASE_URL = "", SEALING_KEYS = "", INDEX_KEY = "", AUDIT_KEYS = "" } = testSettings();
  const owner = "postgresql://owner:secret@127.0.0.1/x";
  const files = Object.fromEntries(
    Object.entries({ DATABASE_URL, SEALING_KEYS, INDEX_KEY, AUDIT_KEYS, DATABASE_OWNER_URL: owner }).map(
      ([name, value]) => [`${name}_FILE`, secret(name, value)],
    ),
  );
  expect(readDatabaseAddresses(files)).toEqual({ url: DATABASE_URL, ownerUrl: owner });
  expect(readDatabaseEnv(files).url).toBe(DATABASE_URL);
});

it.each([
  [
    "is not there",
    { TOKEN_KEY_FILE: "/no/such/file" },
    "TOKEN_KEY_FILE: the file /no/such/file cannot be read (ENOENT).",
  ],
  [
    "differs",
    { TOKEN_KEY: "one", TOKEN_KEY_FILE: "two" },
    "TOKEN_KEY and TOKEN_KEY_FILE are both set, with different values.",
  ],
  ["is empty", { TOKEN_KEY_FILE: "" }, "is empty."],
])("refuses a file that %s, without its value in the message", (what, settings, sentence) => {
  const { TOKEN_KEY_FILE } = settings;
  const file =
    what === "is not there" ? TOKEN_KEY_FILE : secret("token", TOKEN_KEY_FILE === "" ? "\n" : TOKEN_KEY_FILE);
  expect(() => withSecretFiles({ ...settings, TOKEN_KEY_FILE: file })).toThrow(sentence);
});

it("leaves other programs' settings, settings that name a file, and equal duplicates unchanged", () => {
  const same = secret("same", "one\n");
  const source = {
    POSTGRES_PASSWORD_FILE: "/no/such/file",
    GOOGLE_KEY_FILE: "/no/such/file",
    TOKEN_KEY: "one",
    TOKEN_KEY_FILE: same,
    INDEX_KEY_FILE: "",
  };
  expect(withSecretFiles(source)).toEqual(source);
});
