import { randomBytes, randomUUID } from "node:crypto";
import { INDEX_COLUMNS, switchIndexes } from "@countinghouse/db/index-key";
import { createVault, type Vault } from "@countinghouse/db/vault";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkKeys } from "../key-canaries.ts";
import { lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { forgetMapping, mapIndexes, recordReindex } from "./reindex.ts";

const [former, current] = [randomBytes(32), randomBytes(32)];
const ring = { keys: { k001: randomBytes(32) }, current: "k001" };
const base = { sealing: ring, audit: { keys: { a001: randomBytes(32) }, current: "a001" } };
const CODES = [randomBytes(32)];
const before = createVault({ ...base, index: former, codes: CODES });
const both = createVault({ ...base, index: current, formerIndex: former, codes: CODES });
const after = createVault({ ...base, index: current, codes: CODES });

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  await checkKeys(services(before));
});
afterEach(() => api.close());

const services = (vault: Vault) => ({ db: api.database, vault, now: api.clock.now });
const [currentProof = new Uint8Array(), formerProof = new Uint8Array()] = both.indexProofs;
const proofs = { former: formerProof, current: currentProof };
const switchNow = () => switchIndexes(api.held.ownerUrl, proofs, () => mapIndexes(services(both)));

/** A customer with an account and a card, written by a process that has this vault. */
async function addCustomer(vault: Vault, digits: string) {
  return api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.user.create({ data: { firstname: "Maria", lastname: "Delgado" } });
    await tx.user.update({
      where: { id },
      data: {
        ssnSealed: vault.seal({ table: "users", column: "ssn_sealed", rowId: id }, digits),
        ssnIndex: vault.blindIndex("ssn", digits),
        ssnLast4: digits.slice(-4),
      },
    });
    const link = await tx.bankLink.create({
      data: {
        userId: id,
        institutionId: "",
        institutionName: "",
        itemId: randomUUID(),
        createdAt: api.clock.now(),
      },
      select: { id: true },
    });
    const account = await tx.bankAccount.create({
      data: {
        bankLinkId: link.id,
        userId: id,
        providerAccountId: randomUUID(),
        name: "Checking",
        mask: digits.slice(-4),
        routing: "011401533",
        numberSealed: new Uint8Array(),
        numberIndex: vault.blindIndex("bankAccountNumber", digits),
      },
      select: { id: true },
    });
    const numberSealed = vault.seal(
      { table: "bank_account", column: "number_sealed", rowId: account.id },
      digits,
    );
    await tx.bankAccount.update({ where: { id: account.id }, data: { numberSealed } });
    return { id, accountId: account.id };
  });
}

async function addCure(accountId: number, numberIndex?: Uint8Array<ArrayBuffer>) {
  const { id: recordedById } = await api.admin("SUPERADMIN");
  await api.database.unsafeTransaction(async (tx) => {
    const account = await tx.bankAccount.findUniqueOrThrow({ where: { id: accountId } });
    await tx.recordedCure.create({
      data: {
        id: randomUUID(),
        userId: account.userId,
        numberIndex: numberIndex ?? account.numberIndex,
        routing: account.routing,
        cure: "authorisation",
        obtainedOn: new Date("2026-11-01"),
        how: "by letter",
        recordedById,
        recordedAt: api.clock.now(),
      },
    });
  });
}

const indexOf = async (accountId: number) =>
  Buffer.from(
    (await api.database.read.bankAccount.findUniqueOrThrow({ where: { id: accountId } })).numberIndex,
  );
const cureIndexes = async () =>
  (await api.database.read.recordedCure.findMany({})).map(({ numberIndex }) =>
    Buffer.from(numberIndex ?? []).toString("hex"),
  );
const numberUnder = (vault: Vault, digits: string) =>
  Buffer.from(vault.blindIndexes("bankAccountNumber", digits)[0] ?? []);
const findBySsn = async (vault: Vault, digits: string) =>
  api.database.read.user.count({ where: { ssnIndex: { in: vault.blindIndexes("ssn", digits) } } });

it("knows every column of a blind index", async () => {
  const { rows } = await api.database.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%\\_index' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(INDEX_COLUMNS.map((column) => column.join(".")).sort());
});

it("until all is switched, processes with both keys keep the former one in use, and find by it", async () => {
  const old = await addCustomer(before, "900000001");
  const added = await addCustomer(both, "900000002");
  expect(await indexOf(old.accountId)).toEqual(numberUnder(before, "900000001"));
  expect(await indexOf(added.accountId)).toEqual(numberUnder(before, "900000002"));
  expect(await findBySsn(both, "900000001")).toBe(1);
  expect(await findBySsn(before, "900000002")).toBe(1);
  expect(await mapIndexes(services(both))).toBe(0);
  expect(await indexOf(old.accountId)).toEqual(numberUnder(before, "900000001"));
});

it("switches all at once, what was recorded of a number as well, and the former key is needed no more", async () => {
  const one = await addCustomer(before, "900000001");
  await addCure(one.accountId);
  await mapIndexes(services(both));
  const late = await addCustomer(both, "900000003");
  expect(await switchNow()).toEqual({
    "users.ssn_index": 2,
    "users.ein_index": 0,
    "bank_account.number_index": 2,
    "card.token_index": 0,
    "debit_cure.number_index": 1,
    "debit_cure.token_index": 0,
  });
  expect(await indexOf(one.accountId)).toEqual(numberUnder(after, "900000001"));
  expect(await indexOf(late.accountId)).toEqual(numberUnder(after, "900000003"));
  expect(await cureIndexes()).toEqual([numberUnder(after, "900000001").toString("hex")]);
  expect([await findBySsn(both, "900000001"), await findBySsn(after, "900000003")]).toEqual([1, 1]);
  await checkKeys(services(both));
  await checkKeys(services(after));
  await expect(checkKeys(services(before))).rejects.toThrow("INDEX_KEY is another one.");
  await expect(api.database.pool.query("UPDATE debit_cure SET how = 'x'")).rejects.toThrow("debit_cure");
});

it("what processes with both keys write afterwards is under the new key, also what they had read before", async () => {
  const one = await addCustomer(before, "900000001");
  const read = Uint8Array.from(await indexOf(one.accountId));
  await switchNow();
  await addCure(one.accountId, read);
  expect(await cureIndexes()).toEqual([numberUnder(after, "900000001").toString("hex")]);
  const added = await addCustomer(both, "900000002");
  expect(await indexOf(added.accountId)).toEqual(numberUnder(after, "900000002"));
});

it("whoever writes an index while all are switched waits, and writes it under the new key", async () => {
  await addCustomer(before, "900000001");
  let isDone = false;
  const writing: Promise<{ accountId: number }>[] = [];
  const changed = await switchIndexes(api.held.ownerUrl, proofs, async () => {
    writing.push(addCustomer(both, "900000002"));
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    await expect.poll(async () => (await api.asOwner(waiting)).rows.length).toBeGreaterThan(0);
    isDone = true;
    return mapIndexes(services(both));
  });
  expect([isDone, changed?.["users.ssn_index"]]).toEqual([true, 1]);
  const [written] = await Promise.all(writing);
  expect(await indexOf(written?.accountId ?? 0)).toEqual(numberUnder(after, "900000002"));
});

it("done again it changes nothing, and goes on where it was broken off", async () => {
  await addCustomer(before, "900000001");
  await expect(
    switchIndexes(api.held.ownerUrl, proofs, async () => {
      await mapIndexes(services(both));
      throw new Error("The machine went down.");
    }),
  ).rejects.toThrow("The machine went down.");
  expect(await findBySsn(before, "900000001")).toBe(1);
  expect((await switchNow())?.["users.ssn_index"]).toBe(1);
  expect(Object.values((await switchNow()) ?? {})).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await forgetMapping(services(both))).toBe(2);
});

it("an index of something else than what is sealed beside it stops it before anything is changed", async () => {
  const one = await addCustomer(before, "900000001");
  await api.database.pool.query("UPDATE bank_account SET number_index = $1", [randomBytes(16)]);
  expect(await switchNow()).toBeNull();
  expect(await findBySsn(before, "900000001")).toBe(1);
  expect(one.id).toBeGreaterThan(0);
});

it("leaves an event with how many were changed", async () => {
  await recordReindex(services(both), { "users.ssn_index": 3 });
  expect(await lastAuditEvent(api, "system.reindex")).toMatchObject({
    subjectType: "index_key",
    after: { "users.ssn_index": 3 },
  });
});

it("one key of codes takes the place of another: what the former made is still taken, and another one is refused", async () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const under = (...codes: Buffer[]) => createVault({ ...base, index: former, codes });
  const hash = under(first).secretHash("password-link", "a");
  expect(under(second, first).secretHashes("password-link", "a")).toContainEqual(hash);
  expect(under(second, first).secretHash("password-link", "a")).not.toEqual(hash);
  // The blind indexes do not hang on it.
  expect(under(second).blindIndex("ssn", "1")).toEqual(under(first).blindIndex("ssn", "1"));
  const own = await createTestApi({ connections: 2 });
  const start = (vault: Vault) => checkKeys({ db: own.database, vault, now: own.clock.now });
  await start(under(first));
  await expect(start(under(second))).rejects.toThrow("CODE_KEY is another one.");
  await start(under(second, first));
  await start(under(second));
  await own.close();
});
