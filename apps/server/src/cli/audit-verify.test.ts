import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { linkChains } from "@countinghouse/api/chain/chains";
import { keepHeads } from "@countinghouse/api/chain/heads";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { debtor } from "@countinghouse/api/testing/payable";
import { payment, record } from "@countinghouse/api/testing/payments";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./audit-verify.ts";
import { readStorage } from "./shared/database-env.ts";

const key = () => randomBytes(32).toString("base64");
const KEYS = { SEALING_KEYS: `k001:${key()}`, INDEX_KEY: key(), AUDIT_KEYS: `a001:${key()}` };
const vault = createVault(parseVaultKeys(KEYS.SEALING_KEYS, KEYS.INDEX_KEY, KEYS.AUDIT_KEYS));
const files = mkdtempSync(path.join(tmpdir(), "countinghouse-heads-"));

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 2 });
  api.vault = vault;
  api.services.vault = vault;
});
afterAll(async () => {
  await api.close();
  rmSync(files, { recursive: true });
});

/** Runs the command with only the database, the keys and the folder of the files. */
const run = (url = api.database.directUrl) =>
  runHere(command, [], { ...KEYS, DATABASE_URL: url, FILES_DIR: files });

/** Runs SQL without the triggers that forbid changes. */
const unguarded = (sql: string) =>
  api.asOwner(
    `ALTER TABLE audit_event DISABLE TRIGGER ALL; ALTER TABLE audit_unlinked DISABLE TRIGGER ALL; ${sql};
     ALTER TABLE audit_event ENABLE TRIGGER ALL; ALTER TABLE audit_unlinked ENABLE TRIGGER ALL`,
  );

it("prints what it verified and which events wait, and fails on a finding", async () => {
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault });
  const { objectStorage: storage } = readPorts();
  await keepHeads({ db: api.database, vault, storage }, api.clock.now(), null);
  await record(api, payment(id));
  expect(await run()).toMatchObject({
    code: 0,
    stdout:
      "1 events and 2 ledger transactions linked, 1 events waiting to be linked, 1 heads compared, 0 findings\n",
    stderr: "",
  });
  await unguarded("UPDATE audit_unlinked SET since = now() - interval '2 minutes'");
  expect(await run()).toMatchObject({
    code: 1,
    stdout:
      "1 events have waited for more than a minute. Check that a worker runs.\n1 events and 2 ledger transactions linked, 1 events waiting to be linked, 1 heads compared, 0 findings\n",
    stderr: "",
  });
  await linkChains({ db: api.database, vault });
  await keepHeads({ db: api.database, vault, storage }, new Date(), null);
  expect(await run()).toMatchObject({
    stdout:
      "2 events and 3 ledger transactions linked, 0 events waiting to be linked, 2 heads compared, 0 findings\n",
  });
  await unguarded("UPDATE audit_event SET actor = 'admin:someone-else' WHERE id = 1");
  await unguarded(
    "ALTER TABLE audit_link DISABLE TRIGGER ALL; DELETE FROM audit_link WHERE event_id = 2; DELETE FROM audit_event WHERE id = 2",
  );
  expect(await run()).toMatchObject({
    code: 1,
    stdout: `Event 1 is not what was written.
Event 2 is missing at the end of the chain, which was longer.
1 events and 3 ledger transactions linked, 0 events waiting to be linked, 2 heads compared, 2 findings
`,
    stderr: "",
  });
});

const readPorts = () => {
  const objectStorage = readStorage({ FILES_DIR: files });
  if (objectStorage === null) throw new Error("There is no storage.");
  return { objectStorage };
};

it("names a missing setting, and fails without a database", async () => {
  const missing = await run("");
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/^The setting DATABASE_URL is missing\. /);
  expect(await run("postgresql://postgres@127.0.0.1:1/none")).toMatchObject({ code: 1, stdout: "" });
});

it("exits with 3 and compares nothing with wrong keys", async () => {
  await checkKeys({ db: api.database, vault, now: () => new Date() });
  const env = { ...KEYS, AUDIT_KEYS: `a001:${key()}`, DATABASE_URL: api.database.directUrl };
  expect(await runHere(command, [], env)).toMatchObject({
    code: 3,
    stdout: 'AUDIT_KEYS: the key "a001" is missing or another one.\n',
  });
});
