import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type AuditDraft, verifyAuditChain } from "./audit.ts";
import type { Command } from "./command.ts";
import { countAuditEvents } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

const SSN = "501-83-2746";

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

/** Everything that the audit holds on a subject, as one text. */
async function auditText(subjectId: string): Promise<string> {
  const { rows } = await api.database.pool.query<{ text: string }>(
    "SELECT e::text AS text FROM audit_event e WHERE subject_id = $1",
    [subjectId],
  );
  return rows.map(({ text }) => text).join("\n");
}

describe("the chain", () => {
  it("verifies after events of every kind of value, written one by one and many at once", async () => {
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
    const [first, ...others] = Array.from({ length: 250 }, (_, index) => draft(`many-${index}`));
    if (first) await record(first, ...others);
    await record({ subject: { type: "test", id: 7 }, before: values, after: null });
    expect(await verifyAuditChain(api.database.read)).toEqual([]);
  });

  it("verifies after writers that came all at once", async () => {
    const before = await countAuditEvents(api, "test.record");
    await Promise.all(Array.from({ length: 60 }, (_, index) => record(draft(`parallel-${index}`))));
    expect(await countAuditEvents(api, "test.record")).toBe(before + 60);
    expect(await verifyAuditChain(api.database.read)).toEqual([]);
  });

  it("refuses to be changed, shortened or emptied, whoever asks", async () => {
    const { pool } = api.database;
    await record(draft("untouchable"));
    await expect(pool.query("UPDATE audit_event SET actor = 'x'")).rejects.toThrow(/append-only/);
    await expect(pool.query("DELETE FROM audit_event")).rejects.toThrow(/append-only/);
    await expect(pool.query("TRUNCATE audit_event")).rejects.toThrow(/append-only/);
  });
});

describe("tampering by someone who can switch the guards off", () => {
  let ids: bigint[];

  beforeAll(async () => {
    for (let index = 0; index < 5; index++) await record(draft(`link-${index}`, { index }));
    const events = await api.database.read.auditEvent.findMany({ orderBy: { id: "desc" }, take: 5 });
    ids = events.map(({ id }) => id).reverse();
    await api.database.pool.query("CREATE TABLE untouched AS SELECT * FROM audit_event");
  });
  afterEach(async () => {
    await unguarded("DELETE FROM audit_event; INSERT INTO audit_event SELECT * FROM untouched ORDER BY id");
    if ((await verifyAuditChain(api.database.read)).length > 0)
      throw new Error("The chain was not put back.");
  });

  async function unguarded(sql: string): Promise<void> {
    await api.database.pool.query(
      `ALTER TABLE audit_event DISABLE TRIGGER ALL; ${sql}; ALTER TABLE audit_event ENABLE TRIGGER ALL`,
    );
  }

  it.each([
    ["at", "at + interval '1 second'"],
    ["actor", "'admin:someone-else'"],
    ["action", "'test.something-else'"],
    ["subject_type", "'other'"],
    ["subject_id", "'other'"],
    ["before", `'{"was": 1}'`],
    ["after", `'{"index": 99}'`],
    ["request_id", "gen_random_uuid()"],
    ["hash", "sha256('x')"],
    ["previous_hash", "sha256('x')"],
  ])("an altered %s is found", async (column, value) => {
    await unguarded(`UPDATE audit_event SET ${column} = ${value} WHERE id = ${ids[2]}`);
    expect(await verifyAuditChain(api.database.read)).toContain(ids[2]);
  });

  it("a removed event is found at the one after it", async () => {
    await unguarded(`DELETE FROM audit_event WHERE id = ${ids[2]}`);
    expect(await verifyAuditChain(api.database.read)).toEqual([ids[3]]);
  });

  it("a copied event is found", async () => {
    await unguarded(
      `INSERT INTO audit_event (at, actor, action, subject_type, subject_id, before, after, request_id, previous_hash, hash)
       SELECT at, actor, action, subject_type, 'forged', before, after, request_id, hash, sha256('forged')
       FROM audit_event WHERE id = ${ids[4]}`,
    );
    expect(await verifyAuditChain(api.database.read)).toHaveLength(1);
  });

  it("two events that changed places are found", async () => {
    const [, one, two] = ids;
    await unguarded(
      `UPDATE audit_event SET id = -1 WHERE id = ${one}; UPDATE audit_event SET id = ${one} WHERE id = ${two};
       UPDATE audit_event SET id = ${two} WHERE id = -1`,
    );
    expect(await verifyAuditChain(api.database.read)).toEqual(expect.arrayContaining([one, two]));
  });
});

describe("secrets", () => {
  it.each(["ssn", "ein", "accountNumber", "cardToken", "password", "passcode", "code", "token"])(
    "a %s is never kept, wherever in the event it stands",
    async (field) => {
      const subjectId = randomUUID();
      const secret = { [field]: SSN };
      await record({
        subject: { type: "test", id: subjectId },
        before: { ...secret, shown: "kept" },
        after: { user: { ...secret, shown: "kept" }, list: [secret] },
      });
      const text = await auditText(subjectId);
      expect(text).not.toContain(SSN);
      expect(text.match(/sealed:[0-9a-f]{32}/g)).toHaveLength(3);
      expect(text.match(/kept/g)).toHaveLength(2);
    },
  );

  it("a secret that came as a number is not kept either", async () => {
    await record(draft("numeric", { ssn: 501832746, code: 123456n }));
    expect(await auditText("numeric")).not.toMatch(/501832746|123456/);
  });

  it("equal secrets look equal and different ones different, but only within one field", async () => {
    const events = [{ ssn: SSN }, { ssn: SSN }, { ssn: "501-83-2747" }, { ein: SSN }];
    const kept: unknown[] = [];
    for (const after of events) {
      const subjectId = randomUUID();
      await record(draft(subjectId, after));
      const event = await api.database.read.auditEvent.findFirstOrThrow({ where: { subjectId } });
      kept.push(Object.values(event.after as Record<string, unknown>)[0]);
    }
    expect(kept[1]).toBe(kept[0]);
    expect(new Set(kept).size).toBe(3);
  });

  it("an empty secret stays visibly empty", async () => {
    await record(draft("empty", { ssn: "", ein: null }));
    const event = await api.database.read.auditEvent.findFirstOrThrow({ where: { subjectId: "empty" } });
    expect(event.after).toEqual({ ssn: "", ein: null });
  });
});
