import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { linkChains } from "@countinghouse/api/chain/chains";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { debtor } from "@countinghouse/api/testing/payable";
import { payment, record } from "@countinghouse/api/testing/payments";
import { withDatabaseBeside } from "@countinghouse/db/backup/beside";
import { applicationUrl } from "@countinghouse/db/testing/database";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command as backup } from "./backup.ts";
import { command as restore } from "./restore.ts";
import { command as drill } from "./restore-drill.ts";
import type { Command } from "./shared/command.ts";

const key = () => randomBytes(32).toString("base64");
const KEYS = {
  SEALING_KEYS: `k001:${key()}`,
  INDEX_KEY: key(),
  AUDIT_KEYS: `a001:${key()}`,
  BACKUP_KEY: key(),
};
const folder = mkdtempSync(path.join(tmpdir(), "countinghouse-backup-"));
const PLACES = { FILES_DIR: path.join(folder, "files"), BACKUP_DIR: path.join(folder, "backups") };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 2 });
  api.vault = createVault(parseVaultKeys(KEYS.SEALING_KEYS, KEYS.INDEX_KEY, KEYS.AUDIT_KEYS));
  api.services.vault = api.vault;
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault: api.vault });
  mkdirSync(path.join(PLACES.FILES_DIR, "contracts"), { recursive: true });
  writeFileSync(path.join(PLACES.FILES_DIR, "contracts", "1_a.pdf"), "a contract");
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

async function run(command: Command, args: string[] = [], changed: NodeJS.ProcessEnv = {}) {
  const { ownerUrl, url } = api.held;
  const env = { ...KEYS, ...PLACES, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, ...changed };
  const { code, stdout, stderr } = await runHere(command, args, env);
  return { code, said: stdout + stderr };
}

it("backs up, lists backups, drills, and restores the database and files to empty places", async () => {
  expect(await run(restore)).toEqual({ code: 1, said: "There is no backup here.\n" });
  const taken = await run(backup);
  expect(taken).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /^\S+Z-[0-9a-f]{8}: \d+ rows of \d+ tables in [\d,]+ bytes, 1 files of which 1 are new/,
    ),
  });
  const [id = ""] = taken.said.split(":");
  expect(await run(restore, ["--list"])).toMatchObject({
    code: 0,
    said: `${id}\n1 backups in ${PLACES.BACKUP_DIR}\n`,
  });
  expect(await run(drill)).toMatchObject({
    code: 0,
    said: expect.stringMatching(
      /rows restored in [\d.]+ s, 0 findings\nA restore now would lose [\d.,]+ s: 1 audit events and 0 ledger transactions are newer/,
    ),
  });
  const elsewhere = path.join(folder, "restored");
  const said = await withDatabaseBeside(api.held.ownerUrl, async (url) => {
    const without = await run(restore, ["--no-files"], {
      DATABASE_OWNER_URL: url,
      DATABASE_URL: applicationUrl(url),
      FILES_DIR: elsewhere,
    });
    const again = await run(restore, [], {
      DATABASE_OWNER_URL: url,
      DATABASE_URL: applicationUrl(url),
      FILES_DIR: elsewhere,
    });
    return [without, again];
  });
  expect(said).toEqual([
    {
      code: 0,
      said: expect.stringMatching(/rows and 0 missing files restored\. Continue with docs\/recovery\.md/),
    },
    { code: 1, said: expect.stringMatching(/^The database is not empty/) },
  ]);
  await withDatabaseBeside(api.held.ownerUrl, async (url) => {
    const whole = await run(restore, [`--backup=${id}`], {
      DATABASE_OWNER_URL: url,
      DATABASE_URL: applicationUrl(url),
      FILES_DIR: elsewhere,
    });
    expect(whole.said).toMatch(/rows and 1 missing files restored/);
  });
  expect(readFileSync(path.join(elsewhere, "contracts", "1_a.pdf"), "utf8")).toBe("a contract");
  expect(await run(backup, ["--keep=1"])).toMatchObject({
    said: expect.stringMatching(/\n1 older backups deleted\n$/),
  });
  expect((await run(restore, ["--list"])).said).toMatch(new RegExp(`^(?!${id}).+\n1 backups in`));
});

it("writes no key into a backup", async () => {
  await run(backup);
  const kept = readdirSync(PLACES.BACKUP_DIR, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
  expect(kept).toContain('"keyId"');
  for (const value of Object.values(KEYS)) expect(kept).not.toContain(value.replace(/^\w+:/, ""));
});
