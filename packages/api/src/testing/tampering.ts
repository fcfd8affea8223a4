import { createHash } from "node:crypto";
import type { Random } from "@countinghouse/db/seed/random";
import type { Vault } from "@countinghouse/db/vault";
import pg from "pg";
import { linkChains } from "../chain/chains.ts";
import { type ChainReport, reportOnChains } from "../chain/check.ts";
import { keepHeads } from "../chain/heads.ts";
import type { TestApi } from "./harness.ts";
import { createMemoryStorage, type MemoryStorage } from "./memory-storage.ts";
import { debtor } from "./payable.ts";
import { payment, record } from "./payments.ts";

/** What somebody with the owner's rights and the guards switched off may do to audit or ledger. Returns what was done. */
type Manipulation = (client: pg.ClientBase, random: Random) => Promise<string>;

const CHAINS = ["audit", "ledger"].flatMap((chain) => [`${chain}_link`, `${chain}_unlinked`]);
const TABLES = ["audit_event", "ledger_transaction", "ledger_entry", ...CHAINS];

interface Tables {
  rows: string;
  links: string;
  unlinked: string;
  key: string;
}
const AUDIT: Tables = {
  rows: "audit_event",
  links: "audit_link",
  unlinked: "audit_unlinked",
  key: "event_id",
};
const LEDGER: Tables = {
  rows: "ledger_transaction",
  links: "ledger_link",
  unlinked: "ledger_unlinked",
  key: "transaction_id",
};

/** The id of a linked row, by chance. */
async function linkedId(client: pg.ClientBase, { links, key }: Tables, random: Random): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT ${key}::text AS id FROM ${links} ORDER BY position`,
  );
  return random.pick(rows).id;
}

const changed =
  (tables: Tables, column: string, value: string): Manipulation =>
  async (client, random) => {
    const id = await linkedId(client, tables, random);
    await client.query(`UPDATE ${tables.rows} SET ${column} = ${value} WHERE id::text = $1`, [id]);
    return `${tables.rows}.${column} of ${id} changed`;
  };

/** Money is moved between two entries of a transaction, or into another account: it still sums to zero. */
const changedEntries =
  (set: string, what: string): Manipulation =>
  async (client, random) => {
    const id = await linkedId(client, LEDGER, random);
    await client.query(`UPDATE ledger_entry SET ${set} WHERE transaction_id::text = $1`, [id]);
    return `${what} of ${id} changed`;
  };

/** One of the entries of a transaction is put into an account that it has none in. */
const otherAccount: Manipulation = async (client, random) => {
  const id = await linkedId(client, LEDGER, random);
  await client.query(
    `UPDATE ledger_entry SET account_id = (SELECT a.id FROM ledger_account a
       WHERE NOT EXISTS (SELECT FROM ledger_entry e WHERE e.transaction_id::text = $1 AND e.account_id = a.id) LIMIT 1)
     WHERE id = (SELECT max(id) FROM ledger_entry WHERE transaction_id::text = $1)`,
    [id],
  );
  return `the account of an entry of ${id} changed`;
};

/** Takes rows out with all that belongs to them, and closes the gap they leave in the positions. */
const removed =
  (tables: Tables, closed: boolean): Manipulation =>
  async (client, random) => {
    const id = await linkedId(client, tables, random);
    await takeOut(client, tables, id);
    if (closed) await renumber(client, tables);
    return `${tables.rows} ${id} removed${closed ? ", the gap closed" : ""}`;
  };

async function takeOut(client: pg.ClientBase, tables: Tables, id: string): Promise<void> {
  if (tables === LEDGER) await client.query("DELETE FROM ledger_entry WHERE transaction_id::text = $1", [id]);
  await client.query(`DELETE FROM ${tables.rows} WHERE id::text = $1`, [id]);
  await client.query(`DELETE FROM ${tables.links} WHERE ${tables.key}::text = $1`, [id]);
}

const cut =
  (tables: Tables): Manipulation =>
  async (client, random) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT ${tables.key}::text AS id FROM ${tables.links} ORDER BY position DESC LIMIT $1`,
      [random.int(1, 5)],
    );
    for (const { id } of rows) await takeOut(client, tables, id);
    return `the last ${rows.length} of ${tables.rows} cut off`;
  };

/** A copy of a row that is there, under another id: left to be linked, linked by hand at the end, or simply put in. */
const inserted =
  (tables: Tables, how: "beside" | "to be linked" | "linked"): Manipulation =>
  async (client, random) => {
    const id = await linkedId(client, tables, random);
    const copy = await copied(client, tables, id);
    if (how === "to be linked")
      await client.query(`INSERT INTO ${tables.unlinked} (${tables.key}) VALUES ($1)`, [copy]);
    if (how === "linked") {
      await client.query(
        `INSERT INTO ${tables.links} (position, ${tables.key}, previous_hash, hash, key_id)
         SELECT max(position) + 1, $1, (array_agg(hash ORDER BY position DESC))[1], sha256('made up'), 'test' FROM ${tables.links}`,
        [copy],
      );
    }
    return `a copy of ${tables.rows} ${id} put in, ${how}`;
  };

async function copied(client: pg.ClientBase, tables: Tables, id: string): Promise<string> {
  if (tables === AUDIT) {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO audit_event (at, actor, action, subject_type, subject_id, before, after, request_id, content_hash, key_id)
       SELECT at, 'admin:forged', action, subject_type, subject_id, before, after, request_id, content_hash, key_id
       FROM audit_event WHERE id::text = $1 RETURNING id::text`,
      [id],
    );
    return rows[0]?.id ?? "";
  }
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO ledger_transaction (id, intent_id, kind, sequence, effective_on, created_at, signature, key_id)
     SELECT gen_random_uuid(), intent_id, kind, sequence + 100, effective_on, created_at, signature, key_id
     FROM ledger_transaction WHERE id::text = $1 RETURNING id::text`,
    [id],
  );
  const copy = rows[0]?.id ?? "";
  await client.query(
    `INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
     SELECT $2::uuid, account_id, amount_cents FROM ledger_entry WHERE transaction_id::text = $1`,
    [id, copy],
  );
  return copy;
}

async function renumber(client: pg.ClientBase, { links }: Tables): Promise<void> {
  await client.query(
    `UPDATE ${links} SET position = -n FROM (SELECT position AS was, row_number() OVER (ORDER BY position) AS n
       FROM ${links}) r WHERE position = r.was`,
  );
  await client.query(`UPDATE ${links} SET position = -position`);
  await relink(client, { links });
}

/** Makes the whole chain follow from one another again, with hashes as anybody can make them. */
async function relink(client: pg.ClientBase, { links }: Pick<Tables, "links">): Promise<void> {
  const { rows } = await client.query<{ position: string; hash: Buffer }>(
    `SELECT position::text AS position, hash FROM ${links} ORDER BY position`,
  );
  let previous = Buffer.alloc(32);
  for (const { position, hash } of rows) {
    const next = createHash("sha256").update(previous).update(hash).digest();
    await client.query(`UPDATE ${links} SET previous_hash = $2, hash = $3 WHERE position = $1`, [
      position,
      previous,
      next,
    ]);
    previous = next;
  }
}

/** A row is changed and everything made anew, as if it had been written before rows were signed. */
const rehashed =
  (tables: Tables, column: string, value: string): Manipulation =>
  async (client, random) => {
    const what = await changed(tables, column, value)(client, random);
    await client.query(
      tables === AUDIT
        ? "UPDATE audit_event SET key_id = NULL, content_hash = sha256(actor::bytea)"
        : "UPDATE ledger_transaction SET key_id = NULL, signature = NULL",
    );
    await relink(client, tables);
    return `${what}, and all made anew`;
  };

const swapped: Manipulation = async (client, random) => {
  const [one, two] = [await linkedId(client, AUDIT, random), await linkedId(client, AUDIT, random)];
  if (one === two) return changed(AUDIT, "actor", "'admin:forged'")(client, random);
  for (const [from, to] of [
    [one, "-1"],
    [two, one],
    ["-1", two],
  ])
    await client.query("UPDATE audit_event SET id = $2 WHERE id = $1", [from, to]);
  return `events ${one} and ${two} changed places`;
};

const MANIPULATIONS: readonly Manipulation[] = [
  changed(AUDIT, "actor", "'admin:forged'"),
  changed(AUDIT, "at", "at + interval '1 second'"),
  changed(AUDIT, "action", "action || '.not'"),
  changed(AUDIT, "subject_id", "subject_id || '0'"),
  changed(AUDIT, "after", `coalesce(after, '{}'::jsonb) || '{"forged": true}'`),
  changed(AUDIT, "request_id", "gen_random_uuid()"),
  changed(AUDIT, "content_hash", "sha256('x')"),
  changed(AUDIT, "key_id", "NULL"),
  changed(LEDGER, "kind", "kind || '-forged'"),
  changed(LEDGER, "effective_on", "effective_on + 1"),
  changed(LEDGER, "created_at", "created_at + interval '1 hour'"),
  changed(LEDGER, "sequence", "sequence + 100"),
  changed(LEDGER, "signature", "sha256('x')"),
  changed(LEDGER, "signature", "NULL"),
  changedEntries("amount_cents = amount_cents * 2", "amounts"),
  changedEntries("amount_cents = -amount_cents", "the sides"),
  otherAccount,
  ...[AUDIT, LEDGER].flatMap((tables) => [
    removed(tables, false),
    removed(tables, true),
    cut(tables),
    inserted(tables, "beside"),
    inserted(tables, "to be linked"),
    inserted(tables, "linked"),
  ]),
  rehashed(AUDIT, "actor", "'admin:forged'"),
  rehashed(LEDGER, "kind", "kind || '-forged'"),
  swapped,
];

export interface Tampered {
  done: number;
  /** What was done and not found; empty where all was found. */
  unfound: string[];
}

/** Payments of a few customers, for something to be there. */
export async function writeForTampering(api: TestApi): Promise<void> {
  for (let customers = 0; customers < 3; customers++) {
    const { id } = await debtor(api);
    for (let payments = 0; payments < 4; payments++) await record(api, payment(id));
  }
}

/** A chain as it is now, which every manipulation begins with. */
interface Desk {
  api: Pick<TestApi, "database" | "held" | "services">;
  vault: Vault;
  storage: MemoryStorage;
}

/** Links what was written so far, keeps the heads of both chains, and makes `count` manipulations, each of the same chains. */
export async function tamper(
  api: Desk["api"],
  { count, random }: { count: number; random: Random },
): Promise<Tampered> {
  const { vault } = api.services;
  const desk: Desk = { api, vault, storage: createMemoryStorage() };
  await linkChains({ db: api.database, vault });
  await keepHeads({ db: api.database, vault, storage: desk.storage }, new Date(), null);
  const client = new pg.Client({ connectionString: api.held.ownerUrl });
  await client.connect();
  const unguarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await client.query("BEGIN; SET LOCAL session_replication_role = replica");
    const result = await work();
    await client.query("COMMIT");
    return result;
  };
  try {
    for (const table of TABLES)
      await client.query(`DROP TABLE IF EXISTS kept_${table}; CREATE TABLE kept_${table} AS TABLE ${table}`);
    const untouched = await report(desk);
    if (untouched.findings.length > 0)
      throw new Error(`Found before anything was done: ${untouched.findings[0]}`);
    const unfound: string[] = [];
    for (let done = 0; done < count; done++) {
      const manipulate = MANIPULATIONS[done % MANIPULATIONS.length];
      if (manipulate === undefined) break;
      const what = await unguarded(() => manipulate(client, random));
      // What was left to be linked is linked by a worker, as if nothing were amiss.
      await linkChains({ db: api.database, vault });
      if ((await report(desk)).findings.length === 0) unfound.push(what);
      await unguarded(async () => {
        for (const table of TABLES)
          await client.query(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`);
      });
    }
    const { findings } = await report(desk);
    if (findings.length > 0) throw new Error(`Not put back: ${findings[0]}`);
    return { done: count, unfound };
  } finally {
    await client.end();
  }
}

const report = ({ api: { database }, vault, storage }: Desk): Promise<ChainReport> =>
  reportOnChains({ db: database, vault, storage, now: () => new Date() });
