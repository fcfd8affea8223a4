import { randomBytes, randomUUID } from "node:crypto";
import { createVault, sealingKeyId, type Vault } from "@countinghouse/db/vault";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkKeys } from "../key-canaries.ts";
import { countAuditEvents, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addAdmin } from "../testing/signing-in.ts";
import { resealJournal } from "./journal.ts";
import { countByKey, resealColumns } from "./reseal.ts";
import { retireKeys } from "./retire.ts";
import { columnName, SEALED_COLUMNS } from "./sealed-columns.ts";

const [one, two, index, audit] = [32, 32, 32, 32].map((length) => randomBytes(length)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];
const toVault = (sealing: Record<string, Buffer>, current: string): Vault =>
  createVault({
    sealing: { keys: sealing, current },
    index,
    audit: { keys: { a001: audit }, current: "a001" },
  });
const before = toVault({ k001: one }, "k001");
const both = toVault({ k001: one, k002: two }, "k002");
const after = toVault({ k002: two }, "k002");

const USERS = 1_200;

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
});
afterEach(() => api.close());

const services = (vault: Vault) => ({ db: api.database, vault, now: api.clock.now });
const ssnPlace = (rowId: number | string) => ({ table: "users", column: "ssn_sealed", rowId });

/** Customers with an SSN that the former key sealed; returns their ids. */
async function sealUsers(count: number): Promise<number[]> {
  const { rows } = await api.database.pool.query<{ id: number }>(
    "INSERT INTO users (firstname, lastname) SELECT 'Maria', 'Delgado' FROM generate_series(1, $1) RETURNING id",
    [count],
  );
  await api.database.pool.query(
    "UPDATE users u SET ssn_sealed = decode(v.sealed, 'hex') FROM unnest($1::int[], $2::text[]) v(id, sealed) WHERE u.id = v.id",
    [
      rows.map(({ id }) => id),
      rows.map(({ id }) => Buffer.from(before.seal(ssnPlace(id), toSsn(id))).toString("hex")),
    ],
  );
  return rows.map(({ id }) => id);
}

const toSsn = (id: number): string => String(100_000_000 + id);

const ssns = async () => {
  const users = await api.database.read.user.findMany({ where: { ssnSealed: { not: null } } });
  return users.map(({ id, ssnSealed }) => ({ id, sealed: ssnSealed ?? new Uint8Array() }));
};

it("knows every column of the database that holds sealed values", async () => {
  const { rows } = await api.database.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'bytea' AND (column_name LIKE '%sealed' OR column_name = 'payload')`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(SEALED_COLUMNS.map(columnName).toSorted());
});

it("seals every value anew so that it opens with the new key alone, and leaves events; then the former key may go", async () => {
  await checkKeys(services(before));
  const ids = await sealUsers(USERS);
  const { id: adminId } = await addAdmin(api);
  const [factor, mail] = [randomUUID(), randomUUID()];
  const secret = { table: "second_factor", column: "secret_sealed", rowId: factor };
  const payload = { table: "outbox_message", column: "payload", rowId: mail };
  await api.database.pool.query(
    "INSERT INTO second_factor (id, admin_id, kind, secret_sealed, expires_at) VALUES ($1, $2, 'APP', $3, now())",
    [factor, adminId, Buffer.from(before.seal(secret, "SECRET"))],
  );
  await api.database.pool.query(
    "INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, next_at) VALUES ($1::uuid, 'EMAIL', $1::uuid::text, $2, 'QUEUED', now())",
    [mail, Buffer.from(before.seal(payload, "{}"))],
  );
  expect(await countByKey(services(both))).toEqual({ k001: USERS + 2 });
  const told: string[] = [];
  expect(await resealColumns(services(both), (column, done) => told.push(`${column} ${done}`))).toEqual({
    resealed: USERS + 2,
    unopened: 0,
  });
  expect(told.slice(0, 3)).toEqual([
    "users.ssn_sealed 500",
    "users.ssn_sealed 1000",
    "users.ssn_sealed 1200",
  ]);
  const values = await countByKey(services(both));
  expect(values).toEqual({ k002: USERS + 2 });
  for (const { id, sealed } of await ssns()) expect(after.open(ssnPlace(id), sealed)).toBe(toSsn(id));
  const kept = await api.database.read.secondFactor.findUniqueOrThrow({ where: { id: factor } });
  expect(after.open(secret, kept.secretSealed ?? new Uint8Array())).toBe("SECRET");
  expect(await countAuditEvents(api, "system.reseal")).toBe(5);
  expect(await lastAuditEvent(api, "system.reseal")).toMatchObject({
    actor: "job:keys",
    subjectType: "sealed_column",
    after: { count: 1, keyId: "k002" },
  });
  await expect(checkKeys(services(after))).rejects.toThrow('SEALING_KEYS: the key "k001" is missing');
  expect(await retireKeys(services(both), values)).toEqual(["k001"]);
  await checkKeys(services(after));
  expect(ids).toHaveLength(USERS);
});

it("goes on where it was broken off, and does nothing the second time", async () => {
  await sealUsers(700);
  const broken = resealColumns(services(both), () => {
    throw new Error("The machine was switched off.");
  });
  await expect(broken).rejects.toThrow("switched off");
  expect(await countByKey(services(both))).toEqual({ k001: 200, k002: 500 });
  expect(await resealColumns(services(both))).toEqual({ resealed: 200, unopened: 0 });
  expect(await resealColumns(services(both))).toEqual({ resealed: 0, unopened: 0 });
});

it("leaves what a server writes meanwhile as it is written", async () => {
  const [id = 0] = await sealUsers(1);
  const { read } = api.database;
  const meanwhile = Buffer.from(both.seal(ssnPlace(id), "999999999"));
  const sql: typeof read.sql = async (statement, values) => {
    const rows = await read.sql(statement, values);
    await api.database.pool.query("UPDATE users SET ssn_sealed = $2 WHERE id = $1", [id, meanwhile]);
    return rows as never;
  };
  const db = { ...api.database, read: { ...read, sql } };
  expect(await resealColumns({ ...services(both), db })).toEqual({ resealed: 0, unopened: 0 });
  expect((await ssns()).map(({ sealed }) => Buffer.from(sealed))).toEqual([meanwhile]);
  expect(await countAuditEvents(api, "system.reseal")).toBe(0);
});

it("tells of values that no key opens, leaves them, and does not retire their key", async () => {
  await checkKeys(services(before));
  const [id = 0] = await sealUsers(1);
  const foreign = toVault({ k001: randomBytes(32) }, "k001").seal(ssnPlace(id), "1");
  await api.database.pool.query("UPDATE users SET ssn_sealed = $1", [Buffer.from(foreign)]);
  expect(await resealColumns(services(both))).toEqual({ resealed: 0, unopened: 1 });
  expect(await retireKeys(services(both), await countByKey(services(both)))).toEqual([]);
});

it("seals the journal of sent payments anew but for the files that are still added to", async () => {
  api.journal.objects.clear();
  const place = { table: "sent_payments", column: "entries", rowId: "env" };
  const line = (text: string) => Buffer.from(before.seal(place, text)).toString("base64");
  const put = (key: string, text: string) => api.journal.put(`sent-payments/env/${key}`, Buffer.from(text));
  await put("environment", line("env"));
  const today = api.clock.now().toISOString().slice(0, 10);
  await put(`${today}/w1`, `${line("today")}\n`);
  await put("2026-09-30/w1", `${line("one")}\n${line("two")}\n`);
  const storage = api.journal;
  const reseal = () => resealJournal({ storage, vault: both, now: api.clock.now });
  expect(await reseal()).toEqual({ k002: 3, k001: 1 });
  const old = Buffer.from(api.journal.objects.get("sent-payments/env/2026-09-30/w1") ?? []).toString();
  expect(
    old
      .split("\n")
      .slice(0, 2)
      .map((each) => after.open(place, Buffer.from(each, "base64"))),
  ).toEqual(["one", "two"]);
  expect(sealingKeyId(Buffer.from(old, "base64"))).toBe("k002");
  api.clock.advance({ minutes: 3 * 24 * 60 });
  expect(await reseal()).toEqual({ k002: 4 });
});
