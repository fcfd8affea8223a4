import { randomBytes } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { createVault, type VaultKeys } from "@countinghouse/db/vault";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkKeys } from "./key-canaries.ts";

const key = () => randomBytes(32);
const keyring = (current: string, older: Record<string, Buffer> = {}) => ({
  keys: { ...older, [current]: key() },
  current,
});
const KEYS: VaultKeys = { sealing: keyring("k001"), audit: keyring("a001"), index: key() };
const NEWER: VaultKeys = { ...KEYS, sealing: keyring("k002", KEYS.sealing.keys) };

let held: TestDatabase;
beforeEach(async () => {
  held = await createTestDatabase({ size: 2 });
});
afterEach(() => held.drop());

const start = (keys: VaultKeys) =>
  checkKeys({ db: held.database, vault: createVault(keys), now: () => new Date() });
const kept = async () =>
  (await held.database.read.keyCanary.findMany({ orderBy: { key: "asc" } })).map((row) => row.key);

/** A customer whose SSN was written with these keys. */
const customerUnder = (keys: VaultKeys) =>
  held.database.unsafeTransaction(async (tx) => {
    const vault = createVault(keys);
    const { id } = await tx.user.create({ data: { firstname: "Maria" } });
    const ssnSealed = vault.seal({ table: "users", column: "ssn_sealed", rowId: id }, "900123456");
    const data = { ssnSealed, ssnIndex: vault.blindIndex("ssn", "900123456"), ssnLast4: "3456" };
    await tx.user.update({ where: { id }, data });
  });

const OTHER_INDEX = { ...KEYS, index: key() };
const OTHER_SEALING = { ...KEYS, sealing: keyring("k001") };

describe.each([
  ["a database that keeps what proves its keys", () => start(KEYS)],
  ["a database from before, which has customers", () => customerUnder(KEYS)],
])("%s", (_what, prepare) => {
  beforeEach(prepare);

  it("takes the keys it was written with, any number of times", async () => {
    await start(KEYS);
    await Promise.all([start(KEYS), start(KEYS)]);
    expect(await kept()).toEqual(["audit:a001", "INDEX_KEY", "k001"]);
  });

  it.each([
    ["another index key", OTHER_INDEX, "INDEX_KEY is another one."],
    ["another sealing key of the same id", OTHER_SEALING, 'the key "k001" is missing or another one.'],
    [
      "a new sealing key alone",
      { ...KEYS, sealing: keyring("k002") },
      'the key "k001" is missing or another one.',
    ],
  ])("refuses %s, says which, and keeps nothing of it", async (_key, keys, said) => {
    const before = await kept();
    await expect(start(keys)).rejects.toThrow(said);
    expect(await kept()).toEqual(before);
  });
});

it("both wrong keys are named at once, and neither is quoted", async () => {
  await start(KEYS);
  const wrong = { ...OTHER_SEALING, index: OTHER_INDEX.index };
  await expect(start(wrong)).rejects.toThrow(
    /^This database was written with other keys:\n {2}INDEX_KEY is another one\.\n {2}SEALING_KEYS: the key "k001" is missing or another one\.$/,
  );
});

it("another audit key of the same id, or a new one alone, is refused, and a new one before the old is taken", async () => {
  await start(KEYS);
  const said = 'AUDIT_KEYS: the key "a001" is missing or another one.';
  await expect(start({ ...KEYS, audit: keyring("a001") })).rejects.toThrow(said);
  await expect(start({ ...KEYS, audit: keyring("a002") })).rejects.toThrow(said);
  await start({ ...KEYS, audit: keyring("a002", KEYS.audit.keys) });
  expect(await kept()).toEqual(["audit:a001", "audit:a002", "INDEX_KEY", "k001"]);
});

it("a new sealing key before the old one is taken, and from then on proven too", async () => {
  await start(KEYS);
  await start(NEWER);
  expect(await kept()).toEqual(["audit:a001", "INDEX_KEY", "k001", "k002"]);
  await expect(start(KEYS)).rejects.toThrow('the key "k002" is missing or another one.');
});

it("takes the proof of a key that only a later release has, which was put back by this one", async () => {
  await start(KEYS);
  await held.database.unsafeTransaction((tx) =>
    tx.keyCanary.create({ data: { key: "LATER_KEY", proof: key(), since: new Date() } }),
  );
  await start(KEYS);
  expect(new Set(await kept())).toEqual(new Set(["audit:a001", "INDEX_KEY", "k001", "LATER_KEY"]));
});
