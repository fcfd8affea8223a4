import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sha256 } from "../audit.ts";
import { canonicalJson } from "../canonical-json.ts";
import type { Command } from "../command.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { AUDIT_CHAIN } from "./audit-chain.ts";
import { linkCommitted } from "./chain.ts";
import { verifyChain } from "./verify-chain.ts";

// By someone who can switch the guards off.

let api: TestApi;
let command: Command;

beforeAll(async () => {
  api = await createTestApi();
  ({ command } = api.ctx({ kind: "job", name: "test" }));
});
afterAll(() => api.close());

const record = (id: string, after: Record<string, unknown>) =>
  command({ action: "test.record", capability: null, input: { requestId: randomUUID() } }, async () => ({
    result: null,
    audit: { subject: { type: "test", id }, after },
  }));

const link = () => linkCommitted(AUDIT_CHAIN, { db: api.database, vault: api.vault });
const verify = () => verifyChain(AUDIT_CHAIN, api.database.read, api.vault);
const query = (sql: string) => api.asOwner(sql);

/** What one test changed is put back before the next. */
async function mustVerify(): Promise<void> {
  if ((await verify()).length > 0) throw new Error("The chain was not put back.");
}

/** Changes what the guards would keep. */
async function unguarded(sql: string): Promise<void> {
  const tables = ["audit_event", "audit_link", "audit_unlinked"];
  const each = (what: string) => tables.map((table) => `ALTER TABLE ${table} ${what} TRIGGER ALL`).join(";");
  await query(`${each("DISABLE")}; ${sql}; ${each("ENABLE")}`);
}

describe.each(["linked", "not linked yet"])("tampering with events that are %s", (state) => {
  let ids: bigint[];

  beforeAll(async () => {
    for (let index = 0; index < 5; index++) await record(`link-${index}`, { index });
    if (state === "linked") await link();
    const events = await api.database.read.auditEvent.findMany({ orderBy: { id: "desc" }, take: 5 });
    ids = events.map(({ id }) => id).reverse();
    for (const table of ["event", "link", "unlinked"])
      await query(
        `DROP TABLE IF EXISTS kept_${table}; CREATE TABLE kept_${table} AS SELECT * FROM audit_${table}`,
      );
  });
  afterEach(async () => {
    for (const table of ["event", "link", "unlinked"])
      await unguarded(`DELETE FROM audit_${table}; INSERT INTO audit_${table} SELECT * FROM kept_${table}`);
    await mustVerify();
  });
  afterAll(async () => {
    await link();
  });

  it.each([
    ["at", "at + interval '1 second'"],
    ["actor", "'admin:someone-else'"],
    ["action", "'test.something-else'"],
    ["subject_type", "'other'"],
    ["subject_id", "'other'"],
    ["before", `'{"was": 1}'`],
    ["after", `'{"index": 99}'`],
    ["request_id", "gen_random_uuid()"],
    ["content_hash", "sha256('x')"],
  ])("an altered %s is found", async (column, value) => {
    await unguarded(`UPDATE audit_event SET ${column} = ${value} WHERE id = ${ids[2]}`);
    expect(await verify()).toEqual([{ id: ids[2], what: "changed" }]);
    await link();
    expect(await verify()).toEqual([{ id: ids[2], what: "changed" }]);
  });

  it("an event without its hash is found", async () => {
    await unguarded(
      `ALTER TABLE audit_event DROP CONSTRAINT audit_event_hashed; UPDATE audit_event SET content_hash = NULL WHERE id = ${ids[2]}`,
    );
    expect(await verify()).toEqual([{ id: ids[2], what: "changed" }]);
    await unguarded(
      "ALTER TABLE audit_event ADD CONSTRAINT audit_event_hashed CHECK (content_hash IS NOT NULL) NOT VALID",
    );
  });

  it("a removed event is found", async () => {
    await unguarded(`DELETE FROM audit_event WHERE id = ${ids[2]}`);
    expect(await verify()).toEqual([{ id: ids[2], what: "removed" }]);
  });

  it("an event that was put in beside the others is found", async () => {
    await unguarded(
      `INSERT INTO audit_event (at, actor, action, subject_type, subject_id, before, after, request_id, content_hash)
       SELECT at, actor, action, subject_type, subject_id, before, after, request_id, content_hash
       FROM audit_event WHERE id = ${ids[4]}`,
    );
    expect(await verify()).toEqual([{ id: expect.any(BigInt), what: "unchained" }]);
  });

  it("an event whose place was taken away is found", async () => {
    await unguarded(
      `DELETE FROM audit_link WHERE event_id = ${ids[2]}; DELETE FROM audit_unlinked WHERE event_id = ${ids[2]}`,
    );
    expect(await verify()).toContainEqual({ id: ids[2], what: "unchained" });
  });
});

describe("tampering with the chain", () => {
  let ids: bigint[];
  beforeEach(async () => {
    for (let index = 0; index < 3; index++) await record(`place-${index}`, { index });
    await link();
    const events = await api.database.read.auditEvent.findMany({ orderBy: { id: "desc" }, take: 3 });
    ids = events.map(({ id }) => id).reverse();
    await query("DROP TABLE IF EXISTS kept; CREATE TABLE kept AS SELECT * FROM audit_link");
    await query("DROP TABLE IF EXISTS kept_event; CREATE TABLE kept_event AS SELECT * FROM audit_event");
  });
  afterEach(async () => {
    await unguarded("DELETE FROM audit_event; INSERT INTO audit_event SELECT * FROM kept_event");
    await unguarded("DELETE FROM audit_link; INSERT INTO audit_link SELECT * FROM kept");
    await mustVerify();
  });

  it("two events that changed places are found, whether it was they that moved or their links", async () => {
    const [one, two] = ids;
    const swap = (table: string, column: string) =>
      `UPDATE ${table} SET ${column} = -1 WHERE ${column} = ${one}; UPDATE ${table} SET ${column} = ${one} WHERE ${column} = ${two};
       UPDATE ${table} SET ${column} = ${two} WHERE ${column} = -1`;
    await unguarded(swap("audit_event", "id"));
    expect(await verify()).toEqual([
      { id: one, what: "changed" },
      { id: two, what: "changed" },
    ]);
    await unguarded(swap("audit_event", "id"));
    await unguarded(swap("audit_link", "event_id"));
    expect(await verify()).toEqual([
      { id: two, what: "changed" },
      { id: one, what: "changed" },
    ]);
  });

  it("a link and its event that were cut out are found at the one after", async () => {
    await unguarded(
      `DELETE FROM audit_link WHERE event_id = ${ids[1]}; DELETE FROM audit_event WHERE id = ${ids[1]}`,
    );
    expect(await verify()).toEqual([{ id: ids[2], what: "misplaced" }]);
  });

  it("an event that was changed together with its hash and its link is found, since nobody else can sign it", async () => {
    const {
      id,
      contentHash: _old,
      ...content
    } = await api.database.read.auditEvent.findFirstOrThrow({
      where: { id: ids[1] ?? 0n },
    });
    const forged = sha256(canonicalJson({ ...content, actor: "admin:someone-else" }));
    const { previousHash } = await api.database.read.auditLink.findFirstOrThrow({ where: { eventId: id } });
    const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString("hex")}'`;
    await unguarded(
      `UPDATE audit_event SET actor = 'admin:someone-else', content_hash = ${hex(forged)} WHERE id = ${id};
       UPDATE audit_link SET hash = ${hex(sha256(previousHash, forged))} WHERE event_id = ${id}`,
    );
    expect(await verify()).toEqual([
      { id: ids[1], what: "changed" },
      { id: ids[2], what: "misplaced" },
    ]);
  });
});
