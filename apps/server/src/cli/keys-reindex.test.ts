import { randomBytes } from "node:crypto";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAndSay } from "../testing/run-program.ts";
import { command } from "./keys-reindex.ts";

const key = () => randomBytes(32).toString("base64");
const KEYS = { SEALING_KEYS: `k001:${key()}`, AUDIT_KEYS: `a001:${key()}`, CODE_KEY: key() };
const [FORMER, CURRENT] = [key(), key()];
const vaultWith = (index: string) =>
  createVault(parseVaultKeys(KEYS.SEALING_KEYS, index, KEYS.AUDIT_KEYS, KEYS.CODE_KEY));

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(() => held.drop());

const run = (env: Record<string, string>) =>
  runAndSay(command, [], {
    ...KEYS,
    DATABASE_URL: held.url,
    DATABASE_OWNER_URL: held.ownerUrl,
    REINDEX_WAIT_MS: "0",
    ...env,
  });

it("moves the indexes to the new key, and lets a server start with only that key", async () => {
  const now = () => new Date();
  const start = (index: string) => checkKeys({ db: held.database, vault: vaultWith(index), now });
  await start(FORMER);
  const place = { table: "users", column: "ssn_sealed", rowId: 1 };
  await held.database.pool.query(
    "INSERT INTO users (id, firstname, lastname, ssn_sealed, ssn_index) VALUES (1, 'Maria', 'Delgado', $1, $2)",
    [
      Buffer.from(vaultWith(FORMER).seal(place, "123456789")),
      Buffer.from(vaultWith(FORMER).blindIndex("ssn", "123456789")),
    ],
  );
  expect(await run({ INDEX_KEY: FORMER })).toEqual({
    code: 1,
    said: "INDEX_KEY has only one key. Put the new key in front, separated by a comma.",
  });
  expect(await run({ INDEX_KEY: `${CURRENT},${FORMER}` })).toEqual({
    code: 0,
    said: [
      "users.ssn_index: 1 created",
      "1 indexes use the new key.",
      "Remove the former key from INDEX_KEY, and restart every server and worker.",
    ].join("\n"),
  });
  await start(CURRENT);
  const { ssnIndex } = await held.database.read.user.findUniqueOrThrow({ where: { id: 1 } });
  expect(ssnIndex).toEqual(vaultWith(CURRENT).blindIndex("ssn", "123456789"));
  expect(await held.database.read.indexMapping.count()).toBe(0);
  expect((await run({ INDEX_KEY: FORMER })).said).toContain("INDEX_KEY is another one.");
});
