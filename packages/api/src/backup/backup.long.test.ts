import { randomBytes } from "node:crypto";
import { withDatabaseBeside } from "@countinghouse/db/backup/beside";
import { createEnvelope } from "@countinghouse/db/backup/envelope";
import { assertEmpty } from "@countinghouse/db/backup/load";
import { migrate } from "@countinghouse/db/migrate";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { linkChains } from "../chain/chains.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage } from "../testing/memory-storage.ts";
import { debtor } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import { drillRestore } from "./drill.ts";
import { listBackups } from "./manifest.ts";
import { findBackup, restoreBackup } from "./restore.ts";
import { deleteOldBackups, takeBackup } from "./take.ts";

const envelope = createEnvelope(randomBytes(32).toString("base64"));
const place = createMemoryStorage();
const files = createMemoryStorage();
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 4 });
  await files.put("contracts/1_a.pdf", Buffer.from("a contract"));
  await files.put("sent-payments/e/2026-11-24/w.jsonl", Buffer.from("an attempt"));
  const { id } = await debtor(api);
  await record(api, payment(id));
  await linkChains({ db: api.database, vault: api.vault });
});
afterAll(() => api.close());

const take = () => {
  const { database: db, vault, clock } = api;
  return takeBackup({ db, vault, now: clock.now, place, envelope, files, version: "1.2.3", url: db.url });
};
const newest = () => findBackup(place, envelope, null);
const beside = <Result>(work: (url: string) => Promise<Result>) =>
  withDatabaseBeside(api.held.ownerUrl, work);
const restore = async (url: string) => restoreBackup({ place, envelope, files: null, url }, await newest());

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table, and where each sequence stands. */
async function everything(url: string): Promise<Record<string, unknown>> {
  const tables = await query<{ name: string; kind: string }>(
    url,
    "SELECT relname AS name, relkind AS kind FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') ORDER BY 1",
  );
  const held: Record<string, unknown> = {};
  for (const { name, kind } of tables) {
    const text =
      kind === "S"
        ? `SELECT last_value, is_called FROM "${name}"`
        : `SELECT t::text FROM "${name}" t ORDER BY 1`;
    if (name !== "_prisma_migrations") held[name] = await query(url, text);
  }
  return held;
}

const guards = (url: string) =>
  query(
    url,
    `SELECT tgrelid::regclass::text, tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT conrelid::regclass::text, conname, convalidated::text FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2, 3`,
  );

it("what is restored is every row, sequence, guard and foreign key that was there, to the letter", async () => {
  const before = await everything(api.database.url);
  const { rows, tables } = await take();
  expect(rows).toBeGreaterThan(50);
  expect(tables).toBe(Object.values(before).length - (await sequences()));
  await beside(async (url) => {
    expect(await restore(url)).toMatchObject({ rows });
    expect(await everything(url)).toEqual(before);
    expect(await guards(url)).toEqual(await guards(api.database.url));
  });
});

const sequences = async (): Promise<number> =>
  (
    await query(
      api.database.url,
      "SELECT 1 FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace",
    )
  ).length;

it("leaves an audit event that says of when it is and how much was copied", async () => {
  const { id, rows, takenAt } = await take();
  const event = await api.database.read.auditEvent.findFirst({
    where: { subjectType: "backup", subjectId: id },
  });
  expect(event).toMatchObject({
    actor: "job:backup",
    action: "system.backUp",
    after: { takenAt: takenAt.toISOString(), rows, files: 1 },
  });
});

it("a file is copied once for all backups, the journal of sent payments never, and what is missing is put back", async () => {
  expect(await take()).toMatchObject({ files: 1, copiedFiles: 0 });
  const emptied = createMemoryStorage();
  await beside(async (url) => {
    const services = { place, envelope, files: emptied, url };
    expect(await restoreBackup(services, await newest())).toMatchObject({ restoredFiles: 1 });
  });
  const kept: string[] = [];
  for await (const key of emptied.list("")) kept.push(key);
  expect(kept).toEqual(["contracts/1_a.pdf"]);
  const object = await emptied.get("contracts/1_a.pdf");
  expect(await new Response(object?.stream).text()).toBe("a contract");
});

it("nothing that was kept can be read or found by its text", async () => {
  const { id } = await take();
  for await (const key of place.list("")) {
    const object = await place.get(key);
    const text = Buffer.from(await new Response(object?.stream).arrayBuffer()).toString("latin1");
    expect(text).not.toMatch(/a contract|gen_random_uuid|INSERT/);
    expect(key).toMatch(/^(files\/[0-9a-f]{64}\.\d{6}$|(?!files\/))/);
  }
  const other = createEnvelope(randomBytes(32).toString("base64"));
  await expect(findBackup(place, other, id)).rejects.toThrow("was sealed with another BACKUP_KEY");
});

it("a database that is not empty is refused and stays as it is", async () => {
  await take();
  const before = await everything(api.database.url);
  await expect(restore(api.database.url)).rejects.toThrow("The database is not empty");
  expect(await everything(api.database.url)).toEqual(before);
});

it("a part that is missing, was changed, or stands in another's place is named, and the database is empty again", async () => {
  const { id } = await take();
  const part = (table: string) => `backups/${id}/${table}.000000`;
  const bytes = async (key: string) =>
    Buffer.from(await new Response((await place.get(key))?.stream).arrayBuffer());
  const good = await bytes(part("users"));
  const bad = Buffer.from(good);
  bad[40] = (bad[40] ?? 0) ^ 1;
  for (const [content, said] of [
    [bad, "is not what was written"],
    [await bytes(part("ledger_entry")), "is not what was written"],
    [null, "is missing from the backup"],
  ] as const) {
    if (content === null) await place.delete(part("users"));
    else await place.put(part("users"), content);
    await beside(async (url) => {
      await expect(restore(url)).rejects.toThrow(
        new RegExp(`${part("users")} ${said}[^]*The database is empty again\\.$`),
      );
      await assertEmpty(url);
    });
  }
  expect(() => envelope.open("another name", good)).toThrow("can not be opened");
  await place.put(part("users"), good);
});

it("a backup of a newer release is refused", async () => {
  await expect(migrate("postgresql://nowhere", [{ name: "29991231000000_x", checksum: "" }])).rejects.toThrow(
    "The migration 29991231000000_x is of a newer release. Restore with that release.",
  );
});

it("the drill finds nothing in a good backup, says what a restore would lose, and finds books that do not balance", async () => {
  await take();
  const { id } = await debtor(api);
  await record(api, payment(id));
  const drill = async () => {
    const manifest = await newest();
    const { database: running, vault } = api;
    const now = () => new Date(manifest.takenAt.getTime() + 90_000);
    return beside((url) => drillRestore({ place, envelope, vault, running, url, now }, manifest));
  };
  const good = await drill();
  expect(good).toMatchObject({ findings: [], lossMs: 90_000 });
  expect(good.lostEvents).toBeGreaterThanOrEqual(2);
  expect(good.lostTransactions).toBeGreaterThanOrEqual(1);
  await api.database.pool.query(
    "UPDATE user_balance SET balance_cents = balance_cents + 1 WHERE user_id = $1",
    [id],
  );
  await linkChains({ db: api.database, vault: api.vault });
  await take();
  expect((await drill()).findings).toEqual([
    "1 customers' balances are not what their ledger entries come to.",
  ]);
});

it("of many the newest are kept, and the files that they share", async () => {
  const { id } = await take();
  const before = await listBackups(place);
  expect(before.length).toBeGreaterThan(2);
  expect(await deleteOldBackups(place, 1)).toBe(before.length - 1);
  expect(await listBackups(place)).toEqual([id]);
  await beside(async (url) => {
    const services = { place, envelope, files: createMemoryStorage(), url };
    expect(await restoreBackup(services, await newest())).toMatchObject({ restoredFiles: 1 });
  });
});
