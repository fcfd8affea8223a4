import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runAndSay } from "../testing/run-program.ts";
import { command } from "./keys-reseal.ts";

const key = () => randomBytes(32).toString("base64");
const [ONE, TWO] = [`k001:${key()}`, `k002:${key()}`];
const KEYS = { INDEX_KEY: key(), AUDIT_KEYS: `a001:${key()}` };
const files = mkdtempSync(path.join(tmpdir(), "countinghouse-keys-"));
const vaultWith = (sealing: string) => createVault(parseVaultKeys(sealing, KEYS.INDEX_KEY, KEYS.AUDIT_KEYS));

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterAll(async () => {
  await held.drop();
  rmSync(files, { recursive: true });
});

const run = (env: Record<string, string>) =>
  runAndSay(command, [], { ...KEYS, DATABASE_URL: held.url, ...env });

it("counts the values on each key, and lets a server start without the former key", async () => {
  const now = () => new Date();
  await checkKeys({ db: held.database, vault: vaultWith(ONE), now });
  const place = { table: "users", column: "ssn_sealed", rowId: 1 };
  await held.database.pool.query(
    "INSERT INTO users (id, firstname, lastname, ssn_sealed) VALUES (1, 'Maria', 'Delgado', $1)",
    [Buffer.from(vaultWith(ONE).seal(place, "123456789"))],
  );
  const SEALING_KEYS = `${TWO},${ONE}`;
  expect(await run({ SEALING_KEYS })).toEqual({
    code: 1,
    said: [
      "users.ssn_sealed: 1 sealed again",
      "1 values sealed again, 0 values that no key opens",
      "k002: 1",
      "The journal of sent payments was not checked. Set FILES_DIR or the bucket of the files.",
    ].join("\n"),
  });
  expect(await run({ SEALING_KEYS, FILES_DIR: files })).toEqual({
    code: 0,
    said: "0 values sealed again, 0 values that no key opens\nk002: 1\nNo value is sealed with k001 any more.",
  });
  await checkKeys({ db: held.database, vault: vaultWith(TWO), now });
  const { ssnSealed } = await held.database.read.user.findUniqueOrThrow({ where: { id: 1 } });
  expect(vaultWith(TWO).open(place, ssnSealed ?? new Uint8Array())).toBe("123456789");
});

it("names a missing setting", async () => {
  expect(await run({})).toEqual({ code: 1, said: "The setting SEALING_KEYS is missing." });
});
