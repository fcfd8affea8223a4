import { prune } from "../retention/prune.ts";
import { RETENTION } from "../retention/rules.ts";
import type { TestApi } from "./harness.ts";

const DAY_MS = 86_400_000;

/** What a busy desk of thirty leaves a day in each table that is pruned; $1 is the day, $2 how many rows, $3 an admin. */
const DAY: Readonly<Record<string, { rows: number; insert: string }>> = {
  command_request: {
    rows: 3_000,
    insert: `INSERT INTO command_request (actor, action, request_id, input_hash, created_at)
      SELECT 'admin:' || $3::text, 'year', gen_random_uuid(), sha256('x'), $1::timestamptz FROM generate_series(1, $2::int)`,
  },
  sign_in_challenge: {
    rows: 60,
    insert: `INSERT INTO sign_in_challenge (id, admin_id, code_hash, expires_at)
      SELECT gen_random_uuid(), $3::uuid, sha256('x'), $1::timestamptz FROM generate_series(1, $2::int)`,
  },
  admin_session: {
    rows: 60,
    insert: `INSERT INTO admin_session (id, admin_id, refresh_hash, rotated_at, idle_until, absolute_until, created_at)
      SELECT id, $3::uuid, sha256(id::text::bytea), $1::timestamptz, $1::timestamptz, $1::timestamptz, $1::timestamptz
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) made`,
  },
  password_link: {
    rows: 3,
    insert: `INSERT INTO password_link (id, admin_id, token_hash, expires_at)
      SELECT id, $3::uuid, sha256(id::text::bytea), $1::timestamptz
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) made`,
  },
  known_device: {
    rows: 3,
    insert: `INSERT INTO known_device (id, admin_id, token_hash, used_at, expires_at)
      SELECT id, $3::uuid, sha256(id::text::bytea), $1::timestamptz, $1::timestamptz + interval '180 days'
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int)) made`,
  },
  second_factor: {
    rows: 1,
    insert: `INSERT INTO second_factor (id, admin_id, kind, expires_at)
      SELECT gen_random_uuid(), $3::uuid, 'APP', $1::timestamptz FROM generate_series(1, $2::int)`,
  },
  bot_check_solution: {
    rows: 120,
    insert: `INSERT INTO bot_check_solution (challenge_id, expires_at)
      SELECT gen_random_uuid()::text, $1::timestamptz FROM generate_series(1, $2::int), (SELECT $3::text) a`,
  },
  rate_limit: {
    rows: 200,
    insert: `INSERT INTO rate_limit (key, expire)
      SELECT gen_random_uuid()::text, (extract(epoch FROM $1::timestamptz) * 1000)::bigint FROM generate_series(1, $2::int), (SELECT $3::text) a`,
  },
  outbox_message: {
    rows: 120,
    insert: `INSERT INTO outbox_message (id, topic, dedupe_key, payload, state, next_at, delivered_at)
      SELECT id, 'EMAIL', id::text, '', 'DELIVERED', $1::timestamptz, $1::timestamptz
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int), (SELECT $3::text) a) made`,
  },
  import_file_part: {
    rows: 4,
    insert: `INSERT INTO import_file_part (file_id, sequence, sealed, created_at)
      SELECT gen_random_uuid(), 0, decode(repeat('00', 1000), 'hex'), $1::timestamptz FROM generate_series(1, $2::int), (SELECT $3::text) a`,
  },
  webhook_receipt: {
    rows: 50,
    insert: `INSERT INTO webhook_receipt (vendor, event_id, received_at)
      SELECT 'middesk', gen_random_uuid()::text, $1::timestamptz FROM generate_series(1, $2::int), (SELECT $3::text) a`,
  },
  policy_report: {
    rows: 1,
    insert: `INSERT INTO policy_report (id, directive, blocked, source, count, first_at, last_at)
      SELECT id, 'year', id::text, '', 1, $1::timestamptz, $1::timestamptz
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $2::int), (SELECT $3::text) a) made`,
  },
  chain_check: {
    rows: 1,
    insert: `INSERT INTO chain_check (day, checked_at, linked, findings, first)
      SELECT ($1::timestamptz)::date, $1::timestamptz, 0, 0, '' FROM generate_series(1, $2::int), (SELECT $3::text) a
      ON CONFLICT DO NOTHING`,
  },
};

export interface TableSize {
  table: string;
  rows: number;
  bytes: number;
}

/** Lives so many days of a busy desk, `share` of it, with the nightly job after each month, and returns the size of each table then. */
export async function liveDays(api: TestApi, days: number, share: number): Promise<TableSize[]> {
  const { id: adminId } = await api.admin("SUPERADMIN");
  for (let day = 1; day <= days; day++) {
    api.clock.advance({ minutes: DAY_MS / 60_000 });
    for (const { rows, insert } of Object.values(DAY))
      await api.database.pool.query(insert, [
        api.clock.now(),
        Math.max(1, Math.round(rows * share)),
        adminId,
      ]);
    if (day % 30 === 0 || day === days) while (Object.keys(await prune(api.services)).length > 0);
  }
  return readSizes(api);
}

/** Rows and bytes of every table, indexes included, the largest first. */
async function readSizes(api: TestApi): Promise<TableSize[]> {
  const { rows: names } = await api.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  const sizes: TableSize[] = [];
  for (const { name } of names) {
    const { rows } = await api.database.pool.query<{ rows: number; bytes: number }>(
      `SELECT count(*)::int AS rows, pg_total_relation_size('${name}')::float8 AS bytes FROM ${name}`,
    );
    sizes.push({ table: name, rows: rows[0]?.rows ?? 0, bytes: rows[0]?.bytes ?? 0 });
  }
  return sizes.toSorted((one, other) => other.bytes - one.bytes);
}

/** Tables that hold more after the later time than the longest that anything in them is kept allows, in sentences. */
export function growing(sizes: readonly TableSize[], share: number): string[] {
  return RETENTION.flatMap(({ table, keptDays }) => {
    const rows = sizes.find((size) => size.table === table)?.rows ?? 0;
    const aDay = Math.max(1, Math.round((DAY[table]?.rows ?? 0) * share));
    // Browsers are known for half a year before they are over, and the job comes once a month here.
    const most = aDay * (keptDays + 31 + (table === "known_device" ? 180 : 0));
    return rows > most ? [`${table} has ${rows} rows; ${keptDays} days are ${most}`] : [];
  });
}
