import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { prune, pruneAtNight } from "./prune.ts";
import { RETENTION } from "./rules.ts";

const DAY_MS = 86_400_000;

let api: TestApi;
let adminId: string;
beforeEach(async () => {
  api = await createTestApi({ connections: 4 });
  adminId = (await api.admin("SUPERADMIN")).id;
});
afterEach(() => api.close());

const at = (daysAgo: number) => new Date(api.clock.now().getTime() - daysAgo * DAY_MS);

/** A row of each table that was over so many days ago. */
const WRITES: Readonly<Record<string, (over: Date) => [sql: string, values: unknown[]]>> = {
  customer_reading: (over) => [
    "INSERT INTO customer_reading (admin_id, hour, user_id, is_whole) VALUES ($1, $2, 1, false)",
    [randomUUID(), over],
  ],
  reading_hour: (over) => [
    "INSERT INTO reading_hour (admin_id, hour, customers, reveals) VALUES ($1, $2, 1, 0)",
    [randomUUID(), over],
  ],
  ssn_look_up: (over) => [
    "INSERT INTO ssn_look_up (admin_id, hour, number_hash) VALUES ($1, $2, '')",
    [randomUUID(), over],
  ],
  reading_view: (over) => [
    "INSERT INTO reading_view (admin_id, what, at) VALUES ($1, 'user 1', $2)",
    [randomUUID(), over],
  ],
  customer_list: (over) => [
    "INSERT INTO customer_list (id, title, user_ids, made_by_id, made_at) VALUES ($1::uuid, 'test', '{}', $3, $2)",
    [randomUUID(), over, adminId],
  ],
  command_request: (over) => [
    "INSERT INTO command_request (actor, action, request_id, input_hash, created_at) VALUES ('job:test', 'test', $1, '', $2)",
    [randomUUID(), over],
  ],
  sign_in_challenge: (over) => [
    "INSERT INTO sign_in_challenge (id, admin_id, code_hash, expires_at) VALUES ($1, $3, '', $2)",
    [randomUUID(), over, adminId],
  ],
  admin_session: (over) => [
    "INSERT INTO admin_session (id, admin_id, refresh_hash, rotated_at, idle_until, absolute_until, created_at) VALUES ($1::uuid, $3, sha256($1::uuid::text::bytea), $2, $2, $2, $2)",
    [randomUUID(), over, adminId],
  ],
  password_link: (over) => [
    "INSERT INTO password_link (id, admin_id, token_hash, expires_at) VALUES ($1::uuid, $3, sha256($1::uuid::text::bytea), $2)",
    [randomUUID(), over, adminId],
  ],
  known_device: (over) => [
    "INSERT INTO known_device (id, admin_id, token_hash, used_at, expires_at) VALUES ($1::uuid, $3, sha256($1::uuid::text::bytea), $2, $2)",
    [randomUUID(), over, adminId],
  ],
  second_factor: (over) => [
    "INSERT INTO second_factor (id, admin_id, kind, expires_at) VALUES ($1::uuid, $3, 'APP', $2)",
    [randomUUID(), over, adminId],
  ],
  bot_check_solution: (over) => [
    "INSERT INTO bot_check_solution (challenge_id, expires_at) VALUES ($1, $2)",
    [randomUUID(), over],
  ],
  rate_limit: (over) => [
    "INSERT INTO rate_limit (key, expire) VALUES ($1, $2)",
    [randomUUID(), over.getTime()],
  ],
  outbox_message: (over) => [
    "INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, next_at, delivered_at) VALUES ($1::uuid, 'EMAIL', $1::uuid::text, '', 'DELIVERED', $2, $2)",
    [randomUUID(), over],
  ],
  import_file_part: (over) => [
    "INSERT INTO import_file_part (file_id, sequence, sealed, created_at) VALUES ($1, 0, '', $2)",
    [randomUUID(), over],
  ],
  webhook_receipt: (over) => [
    "INSERT INTO webhook_receipt (vendor, event_id, received_at) VALUES ('test', $1, $2)",
    [randomUUID(), over],
  ],
  policy_report: (over) => [
    "INSERT INTO policy_report (id, directive, blocked, source, count, first_at, last_at) VALUES ($1::uuid, 'test', $1::uuid::text, '', 1, $2, $2)",
    [randomUUID(), over],
  ],
  chain_check: (over) => [
    "INSERT INTO chain_check (day, checked_at, linked, findings, first) VALUES (date '1900-01-01' + (extract(epoch FROM $1::timestamptz)::bigint / 60 % 30000)::int, $1, 0, 0, '')",
    [over],
  ],
};

async function write(table: string, over: Date): Promise<void> {
  const written = WRITES[table];
  if (written === undefined) throw new Error(`This test writes no row of ${table}.`);
  await api.database.pool.query(...written(over));
}

const readCount = async (table: string): Promise<number> => {
  const { rows } = await api.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? 0;
};

describe.each(RETENTION.map((rule) => [rule.table, rule] as const))("%s", (table, { keptDays }) => {
  it("loses what is over, to the day, and nothing else", async () => {
    const before = await readCount(table);
    await write(table, at(keptDays - 0.01));
    await write(table, at(keptDays + 0.01));
    await write(table, at(keptDays + 30));
    expect((await prune(api.services))[table]).toBe(2);
    expect(await readCount(table)).toBe(before + 1);
    expect(await prune(api.services)).toEqual({});
  });
});

it("of each admin the last session is kept however old, for the staff page", async () => {
  await write("admin_session", at(900));
  await write("admin_session", at(800));
  expect(await prune(api.services)).toEqual({ admin_session: 1 });
  expect(await readCount("admin_session")).toBe(1);
});

it("what is not over for good is kept: a mail that waits or failed, a message to another system, a session that goes on", async () => {
  const old = at(900);
  for (const [topic, state] of [
    ["EMAIL", "QUEUED"],
    ["EMAIL", "FAILED"],
    ["LEDGER_SHEET", "DELIVERED"],
  ])
    await api.database.pool.query(
      `INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, created_at, next_at, delivered_at)
       VALUES ($1::uuid, $2::"OutboxTopic", $1::uuid::text, '', $3::text::"OutboxState", $4, $4, CASE WHEN $3::text = 'DELIVERED' THEN $4::timestamptz END)`,
      [randomUUID(), topic, state, old],
    );
  await api.database.pool.query("INSERT INTO rate_limit (key, expire) VALUES ('for-good', NULL)");
  expect(await prune(api.services)).toEqual({});
});

it("is done at night alone, in steps, and by several workers at once", async () => {
  await api.database.pool.query(
    "INSERT INTO bot_check_solution (challenge_id, expires_at) SELECT 'c' || n, $1 FROM generate_series(1, 2500) n",
    [at(30)],
  );
  expect(await pruneAtNight(api.services)).toEqual({});
  api.clock.advance({ seconds: 16 * 3600 });
  const [one, two] = await Promise.all([pruneAtNight(api.services), pruneAtNight(api.services)]);
  expect((one.bot_check_solution ?? 0) + (two.bot_check_solution ?? 0)).toBe(2500);
});

it("a year and a half of a busy desk leaves no more than what is kept", async () => {
  await api.database.pool.query(
    `INSERT INTO command_request (actor, action, request_id, input_hash, created_at)
       SELECT 'job:test', 'test', gen_random_uuid(), '', $1::timestamptz - n * interval '1 hour' FROM generate_series(0, 24 * 550 - 1) n`,
    [api.clock.now()],
  );
  await api.database.pool.query(
    `INSERT INTO sign_in_challenge (id, admin_id, code_hash, expires_at)
       SELECT gen_random_uuid(), $2, '', $1::timestamptz - n * interval '1 hour' FROM generate_series(0, 24 * 550 - 1) n`,
    [api.clock.now(), adminId],
  );
  await prune(api.services);
  expect(await readCount("command_request")).toBeLessThanOrEqual(24 * 400 + 1);
  expect(await readCount("sign_in_challenge")).toBeLessThanOrEqual(24 * 30 + 1);
});

it("docs/retention.md tells of every table how long it is kept", async () => {
  const text = readFileSync(new URL("../../../../docs/retention.md", import.meta.url), "utf8");
  const { rows } = await api.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  expect(rows.map(({ name }) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  for (const { table, what, keptDays, why } of RETENTION)
    expect(text).toContain(`| \`${table}\` | ${what} | ${keptDays} days | ${why} |`);
});
