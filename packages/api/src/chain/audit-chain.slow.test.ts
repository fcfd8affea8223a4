import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "@countinghouse/db";
import { MIGRATIONS_DIR } from "@countinghouse/db/migrate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AuditDraft, appendAuditEvents, sha256 } from "../audit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Command } from "../command.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { AUDIT_CHAIN, auditTail } from "./audit-chain.ts";
import { linkCommitted } from "./chain.ts";
import { verifyChain } from "./verify-chain.ts";

const CHAINER_LOCK = 4_817_202;

let api: TestApi;
let command: Command;

beforeAll(async () => {
  api = await createTestApi();
  ({ command } = api.ctx({ kind: "job", name: "test" }));
});
afterAll(() => api.close());

const record = (...drafts: [AuditDraft, ...AuditDraft[]]) =>
  command({ action: "test.record", capability: null, input: { requestId: randomUUID() } }, async () => ({
    result: null,
    audit: drafts,
  }));

const draft = (id: string, after: Record<string, unknown> = {}): AuditDraft => ({
  subject: { type: "test", id },
  after,
});

const link = () => linkCommitted(AUDIT_CHAIN, { db: api.database, vault: api.vault });
const verify = () => verifyChain(AUDIT_CHAIN, api.database.read, api.vault);
const tail = () => auditTail(api.database.read);
const query = (sql: string) => api.asOwner(sql);

/** What the chain holds, in its order. */
async function linkedSubjects(): Promise<string[]> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    "SELECT e.subject_id AS id FROM audit_link l JOIN audit_event e ON e.id = l.event_id ORDER BY l.position",
  );
  return rows.map(({ id }) => id);
}

describe("the chain", () => {
  it("verifies events of every kind of value, written one by one and many at once, before and after they are linked", async () => {
    const values = {
      text: 'quotes " and \\ and \u2028 and 🦄',
      number: 0.1 + 0.2,
      huge: 1e21,
      bigint: 12n,
      date: new Date("2026-11-20T15:00:00.123Z"),
      nothing: null,
      missing: undefined,
      list: [1, "2", { b: 1, a: [undefined] }],
    };
    await record(draft("values", values));
    const [first, ...others] = Array.from({ length: 1_250 }, (_, index) => draft(`many-${index}`));
    if (first) await record(first, ...others);
    await record({ subject: { type: "test", id: 7 }, before: values, after: null });
    expect(await tail()).toEqual({ waiting: 1_252, late: 0 });
    expect(await verify()).toEqual([]);
    expect(await link()).toBe(1_252);
    expect(await tail()).toEqual({ waiting: 0, late: 0 });
    expect(await verify()).toEqual([]);
  });

  it("verifies after writers that came all at once, while several processes link what they wrote", async () => {
    const before = (await linkedSubjects()).length;
    const writing = Promise.all(Array.from({ length: 60 }, (_, index) => record(draft(`parallel-${index}`))));
    for (let looks = 0; looks < 20; looks++) await Promise.all([link(), link(), link()]);
    await writing;
    await link();
    const linked = (await linkedSubjects()).slice(before);
    expect(linked.toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `parallel-${index}`).sort());
    expect(await verify()).toEqual([]);
  });

  it("links an event that was written early and committed late, once it is there", async () => {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
    const frame = {
      at: api.clock.now(),
      actor: "job:test",
      action: "test.record",
      requestId: randomUUID(),
    } as const;
    const early = api.database.unsafeTransaction(async (tx) => {
      await appendAuditEvents(tx, api.vault, frame, [draft("early")]);
      written();
      await mayCommit;
    });
    await isWritten;
    await record(draft("late"));
    expect(await link()).toBe(1);
    commit();
    await early;
    expect(await verify()).toEqual([]);
    expect(await link()).toBe(1);
    expect((await linkedSubjects()).slice(-2)).toEqual(["late", "early"]);
    expect(await verify()).toEqual([]);
  });

  it("links nothing of a transaction that was rolled back", async () => {
    const undone = command(
      { action: "test.record", capability: null, input: { requestId: randomUUID() } },
      async ({ tx, now }) => {
        const frame = { at: now, actor: "job:test", action: "test.record", requestId: randomUUID() } as const;
        await appendAuditEvents(tx, api.vault, frame, [draft("undone")]);
        throw new Error("undone");
      },
    );
    await expect(undone).rejects.toThrow("undone");
    expect(await link()).toBe(0);
    expect(await tail()).toEqual({ waiting: 0, late: 0 });
  });

  it("is gone on with by another process when the one that links is frozen", async () => {
    await record(draft("taken-over"));
    const frozen = await api.database.pool.connect();
    await frozen.query(`BEGIN; SELECT pg_advisory_xact_lock(${CHAINER_LOCK})`);
    expect(await link()).toBe(0);
    // What every connection that writes has; here it is soon over.
    await frozen.query("SET LOCAL idle_in_transaction_session_timeout = 100");
    await expect.poll(link, { timeout: 60_000 }).toBe(1);
    await expect(frozen.query("COMMIT")).rejects.toThrow(/not queryable|terminat/);
    frozen.release(true);
    expect(await verify()).toEqual([]);
  });

  it("tells events apart that nobody has linked for a minute", async () => {
    await record(draft("forgotten"));
    await query(
      `ALTER TABLE audit_unlinked DISABLE TRIGGER ALL; UPDATE audit_unlinked SET since = now() - interval '61 seconds';
       ALTER TABLE audit_unlinked ENABLE TRIGGER ALL`,
    );
    await record(draft("fresh"));
    expect(await tail()).toEqual({ waiting: 2, late: 1 });
    expect(await verify()).toEqual([]);
    expect(await link()).toBe(2);
  });

  it.each(["audit_event", "audit_link"])("%s refuses to be changed, shortened or emptied", async (table) => {
    await record(draft("untouchable"));
    await link();
    await expect(
      query(`UPDATE ${table} SET ${table === "audit_link" ? "hash = ''" : "actor = 'x'"}`),
    ).rejects.toThrow(/append-only/);
    await expect(query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
    await expect(query(`TRUNCATE ${table}`)).rejects.toThrow(/append-only/);
  });

  it("an event leaves those that are to be linked by being linked alone", async () => {
    await record(draft("waits"));
    await expect(query("DELETE FROM audit_unlinked")).rejects.toThrow(/until they are linked/);
    await expect(query("UPDATE audit_unlinked SET event_id = 0")).rejects.toThrow(/append-only/);
    await expect(query("TRUNCATE audit_unlinked")).rejects.toThrow(/append-only/);
    expect(await link()).toBe(1);
  });
});

describe("the chain of an earlier release", () => {
  const MIGRATION = "20261123002000_audit_links";

  it("is taken over as it stands, verifies, is gone on with, and a change in it is found", async () => {
    const name = `audit_${randomUUID().replaceAll("-", "")}`;
    await query(`CREATE DATABASE "${name}"`);
    const url = new URL(api.held.ownerUrl);
    url.pathname = `/${name}`;
    const old = connect(url.href, { size: 2 });
    const migrations = readdirSync(MIGRATIONS_DIR).filter((each) => !each.endsWith(".toml"));
    const run = async (wanted: (migration: string) => boolean) => {
      for (const each of migrations.filter(wanted).sort())
        await old.pool.query(readFileSync(`${MIGRATIONS_DIR}/${each}/migration.sql`, "utf8"));
    };
    await run((each) => each < MIGRATION);
    let previousHash = new Uint8Array(32);
    for (const subjectId of ["1", "2", "3"]) {
      const content = {
        at: api.clock.now(),
        actor: "job:test",
        action: "test.record",
        subjectType: "test",
        subjectId,
        before: null,
        after: { one: 1 },
        requestId: randomUUID(),
      };
      const hash = sha256(previousHash, canonicalJson(content));
      await old.pool.query(
        `INSERT INTO audit_event (at, actor, action, subject_type, subject_id, after, request_id, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[content.at, content.actor, content.action, content.subjectType, subjectId, content.after],
          ...[content.requestId, Buffer.from(previousHash), Buffer.from(hash)],
        ],
      );
      previousHash = hash;
    }
    await run((each) => each >= MIGRATION);
    expect(await verifyChain(AUDIT_CHAIN, old.read, api.vault)).toEqual([]);
    const frame = {
      at: api.clock.now(),
      actor: "job:test",
      action: "test.record",
      requestId: randomUUID(),
    } as const;
    await old.unsafeTransaction((tx) => appendAuditEvents(tx, api.vault, frame, [draft("new")]));
    expect(await linkCommitted(AUDIT_CHAIN, { db: old, vault: api.vault })).toBe(1);
    expect(await verifyChain(AUDIT_CHAIN, old.read, api.vault)).toEqual([]);
    await old.pool.query(
      "ALTER TABLE audit_event DISABLE TRIGGER ALL, DROP CONSTRAINT audit_event_hashed; UPDATE audit_event SET actor = 'x' WHERE subject_id = '2'",
    );
    expect(await verifyChain(AUDIT_CHAIN, old.read, api.vault)).toEqual([{ id: 2n, what: "changed" }]);
    await old.close();
    await query(`DROP DATABASE "${name}" WITH (FORCE)`);
  });
});
