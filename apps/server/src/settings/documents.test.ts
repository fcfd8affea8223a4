import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { ObjectStorageSettings } from "../object-storage-settings.ts";
import { exampleFile, settingsPage } from "./documents.ts";
import { OWN_SECTIONS, OWN_SETTINGS } from "./own.ts";
import { VENDOR_SETTINGS } from "./vendors.ts";

const readDocument = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const NAMES = [
  OWN_SETTINGS,
  ...Object.values(VENDOR_SETTINGS),
  ...ObjectStorageSettings.options.map((o) => o.shape),
].flatMap((shape) => Object.keys(shape));

it("docs/settings.md and .env.example match the output of npm run tool -- settings", () => {
  expect(readDocument("docs/settings.md")).toBe(settingsPage());
  expect(readDocument(".env.example")).toBe(exampleFile());
});

it("lists each setting in both documents, and once in the tables of the page", () => {
  const page = settingsPage();
  for (const name of new Set(NAMES)) {
    expect(exampleFile()).toMatch(new RegExp(`^(# )?${name}=`, "m"));
    const rows = page.split("\n").filter((line) => line.startsWith(`| \`${name}\` |`));
    expect([name, rows.length]).toEqual([name, name === "FILES_DIR" ? 2 : 1]);
  }
});

it("reads the settings of every section", () => {
  expect(Object.keys(OWN_SETTINGS)).toEqual(
    Object.values(OWN_SECTIONS).flatMap((shape) => Object.keys(shape)),
  );
});

it("sets only the required settings in the example file", () => {
  expect(Object.keys(parseEnv(exampleFile()))).toEqual(
    [
      "NODE_ENV",
      "PUBLIC_URL",
      "DATABASE_URL",
      "SEALING_KEYS",
      "INDEX_KEY",
      "AUDIT_KEYS",
      "CODE_KEY",
      "TOKEN_KEY",
      "BOT_CHECK_KEY",
      "SMTP_URL",
      "MAIL_FROM",
      "FILES_DIR",
    ].toSorted(),
  );
});
