import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSettings, saveSettings } from "./settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countinghouse-settings-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, "settings.json");

test("secrets are made once, for their owner alone, and differ from place to place", () => {
  const settings = openSettings(folder);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(openSettings(folder)).toEqual(settings);
  rmSync(file());
  expect(openSettings(folder).indexKey).not.toBe(settings.indexKey);
});

test("keys have the length the vault and the server ask for", () => {
  const settings = openSettings(folder);
  const { sealingKeys, indexKey, tokenKey, botCheckKey, adminPassword } = settings;
  expect(sealingKeys).toMatch(/^k001:/);
  for (const key of [sealingKeys.slice(5), indexKey, tokenKey, botCheckKey]) {
    expect(Buffer.from(key, "base64")).toHaveLength(32);
  }
  expect(adminPassword.length).toBeGreaterThanOrEqual(15);
  expect(settings.cardPasscode).toMatch(/^\d{6}$/);
  expect(settings.achPasscode).toMatch(/^\d{6}$/);
});

test("a secret that an older version did not know is added, and the others stay", () => {
  const { botCheckKey, ...older } = openSettings(folder);
  writeFileSync(file(), JSON.stringify(older));
  expect(openSettings(folder)).toMatchObject(older);
  expect(JSON.parse(readFileSync(file(), "utf8"))).toHaveProperty("botCheckKey");
  expect(openSettings(folder).botCheckKey).not.toBe(botCheckKey);
});

test("the database's port is remembered", () => {
  saveSettings(folder, { ...openSettings(folder), postgresPort: 54_999 });
  expect(openSettings(folder).postgresPort).toBe(54_999);
});
