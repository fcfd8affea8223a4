import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";

const SCHEMA_DIR = fileURLToPath(new URL("../prisma/schema", import.meta.url));

/** What the migrations add that the schema language cannot say. */
const ONLY_IN_MIGRATIONS = [
  "check account_correction.account_correction_says_why",
  "check second_factor.second_factor_confirmed",
  "check audit_event.audit_event_hashed",
  "check approval.approval_of_two",
  "check approval.approval_was_decided",
  "check approval.approval_was_in_time",
  "check automation_item.automation_item_first_differs",
  "check automation_item.automation_item_rails_differ",
  "check bulk_batch.bulk_batch_counts_within_total",
  "check bulk_batch.bulk_batch_version_known",
  "check bulk_item.bulk_item_amount_positive",
  "check automation_timer.automation_timer_is_a_time",
  "check automation_timer.automation_timer_is_one",
  "check bank_account.bank_account_replaced_is_over",
  "check business.business_status_known",
  "check business_lien.business_lien_status_known",
  "check chain_head_count.chain_head_count_is_one",
  "check debit_cure.debit_cure_of_one",
  "check environment.environment_is_one",
  "check outbox_message.outbox_message_deleted_failed",
  "check payment_intent.payment_intent_amount_positive",
  "check payment_intent.payment_intent_moved_part",
  "check ledger_entry.ledger_entry_not_zero",
  "check payment_allocation.payment_allocation_not_zero",
  "check payout_hold.payout_hold_is_one",
  "check payout_hold.payout_hold_is_short",
  "check payout_hold.payout_hold_of_runs_is_short",
  "check past_terms.past_terms_are_of_one",
  "check payment_intent.payment_intent_gives_one_back",
  "check payment_schedule.payment_schedule_paid_once",
  "check payment_schedule.payment_schedule_status_says_paid",
  "check timed_run.timed_run_has_its_batch",
  "check unmatched_lien.unmatched_lien_settled_somehow",
  "check unmatched_lien.unmatched_lien_status_known",
  "check derogatory_remark.derogatory_remark_end_says_why",
  "check work_change.work_change_is_of_one",
  "check work_item.work_item_done_says_why",
  "check work_item.work_item_held_until_is_told",
  "check work_target.work_target_days_in_range",
  "check drift.drift_what_known",
  "check payment_promise.payment_promise_amount_positive",
  "check reconciliation_break.reconciliation_break_resolution_known",
  "check write_probe.write_probe_only_row",
  "index application.application_declined_at",
  "index application.application_manual_review",
  "index audit_event.audit_event_user_ids_idx",
  "index application.application_offered",
  "index application.application_paid_out",
  "index bank_account.bank_account_manual_once",
  "index bank_account.bank_account_one_primary",
  "index bank_link.bank_link_inactive",
  "index bank_link.bank_link_one_manual",
  "index bulk_batch.bulk_batch_one_live",
  "index bulk_item.bulk_item_claimed_by_process",
  "index bulk_item.bulk_item_following",
  "index bulk_item.bulk_item_open",
  "index business.business_search",
  "index business_lien.business_lien_one_live",
  "index card.card_one_primary",
  "index command_request.command_request_hash_kept",
  "index note.note_follow_up",
  "index drift.drift_one_open",
  "index outbox_message.outbox_message_delivered",
  "index reconciliation_break.reconciliation_break_open",
  "index outbox_message.outbox_message_failed",
  "index outbox_message.outbox_message_leased_by_process",
  "index payment_attempt.payment_attempt_leased_by_process",
  "index payment_attempt.payment_attempt_one_open",
  "index payment_attempt.payment_attempt_sent",
  "index payment_exception.payment_exception_open",
  "index derogatory_remark.derogatory_remark_stopping",
  "index payment_intent.payment_intent_debit",
  "index payment_intent.payment_intent_due",
  "index payment_intent.payment_intent_ended_out",
  "index payment_intent.payment_intent_ended_payout",
  "index payment_intent.payment_intent_failed",
  "index payment_intent.payment_intent_one_open_for_schedule",
  "index payment_intent.payment_intent_one_live_funding",
  "index payment_intent.payment_intent_taken_by_process",
  "index payment_schedule.payment_schedule_paid",
  "index payment_schedule.payment_schedule_paid_on",
  "index payment_schedule.payment_schedule_unpaid_by_day",
  "index payment_schedule.payment_schedule_unpaid_of_user",
  "index processor_event.processor_event_processed",
  "index processor_event.processor_event_return",
  "index processor_event.processor_event_unprocessed",
  "index saved_view.saved_view_name",
  "index user_balance.user_balance_owed",
  "index user_standing.user_standing_bank_lost",
  "index user_standing.user_standing_do_not_fund",
  "index user_standing.user_standing_due",
  "index user_standing.user_standing_external",
  "index user_standing.user_standing_funded",
  "index user_standing.user_standing_last_payment",
  "index user_standing.user_standing_review",
  "index users.users_address_look_up",
  "index users.users_address_search",
  "index users.users_business_name_prefix",
  "index users.users_company_look_up",
  "index users.users_email_unique",
  "index users.users_firstname_prefix",
  "index users.users_lastname_prefix",
  "index users.users_names",
  "index users.users_search",
];

/** Every column, constraint, index and enum of the schema, one line each with all that defines it. */
const DESCRIBE = `
  SELECT 'column ' || c.relname || '.' || a.attname AS name,
         format_type(a.atttypid, a.atttypmod) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
           || coalesce(' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid), '') AS definition
  FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
  UNION ALL
  SELECT CASE contype WHEN 'c' THEN 'check ' WHEN 'f' THEN 'foreign key ' ELSE 'key ' END
           || c.relname || '.' || conname, pg_get_constraintdef(k.oid)
  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE k.connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p', 'u')
  UNION ALL
  SELECT 'index ' || tablename || '.' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL
  SELECT 'enum ' || typname, string_agg(enumlabel, ', ' ORDER BY enumsortorder)
  FROM pg_type t JOIN pg_enum e ON e.enumtypid = t.oid GROUP BY typname`;

let migrated: TestDatabase;
let fromSchema: pg.Pool;
let databaseName: string;

beforeAll(async () => {
  migrated = await createTestDatabase({ size: 2 });
  databaseName = `schema_${randomBytes(6).toString("hex")}`;
  await migrated.asOwner(`CREATE DATABASE "${databaseName}"`);
  const url = new URL(migrated.ownerUrl);
  url.pathname = `/${databaseName}`;
  fromSchema = new pg.Pool({ connectionString: url.href, max: 1 });
  await fromSchema.query(await sqlOfSchema(migrated.ownerUrl));
});
afterAll(async () => {
  await fromSchema.end();
  await migrated.asOwner(`DROP DATABASE "${databaseName}"`);
  await migrated.drop();
});

async function definitions(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ name: string; definition: string }>(DESCRIBE);
  const ours = rows.filter((row) => !/ _prisma_migrations\./.test(row.name));
  return new Map(ours.map((row) => [row.name, row.definition]));
}

/** The names that the two databases define differently, or that only one of them has. */
async function differences(): Promise<string[]> {
  const [schema, migrations] = [await definitions(fromSchema), await definitions(migrated.database.pool)];
  const names = new Set([...schema.keys(), ...migrations.keys()]);
  return [...names].filter((each) => schema.get(each) !== migrations.get(each)).sort();
}

describe("schema and migrations", () => {
  it("make the same database, but for what the schema language cannot say", async () => {
    expect((await definitions(fromSchema)).size).toBeGreaterThan(200);
    expect(await differences()).toEqual([...ONLY_IN_MIGRATIONS].sort());
  });

  it.each([
    ["a column more", "ALTER TABLE note ADD COLUMN extra text", "column note.extra"],
    ["a column less", "ALTER TABLE users DROP COLUMN zoho_id", "column users.zoho_id"],
    ["another type", "ALTER TABLE user_file ALTER COLUMN name TYPE varchar", "column user_file.name"],
    ["another default", "ALTER TABLE users ALTER COLUMN platform SET DEFAULT 'web'", "column users.platform"],
    ["a value that may be missing", "ALTER TABLE note ALTER COLUMN note DROP NOT NULL", "column note.note"],
    [
      "a unique index less",
      "DROP INDEX outbox_message_dedupe_key_key",
      "index outbox_message.outbox_message_dedupe_key_key",
    ],
    [
      "a reference less",
      "ALTER TABLE note DROP CONSTRAINT note_user_id_fkey",
      "foreign key note.note_user_id_fkey",
    ],
    ["an enum value more", `ALTER TYPE "Role" ADD VALUE 'TRAINEE'`, "enum Role"],
    ["a table more", "CREATE TABLE stray (id int)", "column stray.id"],
  ])("that differ by %s are told apart", async (_what, change, difference) => {
    expect(await differences()).not.toContain(difference);
    await migrated.asOwner(change);
    expect(await differences()).toContain(difference);
  });
});

/**
 * The SQL that makes an empty database into what the Prisma schema says, by Prisma's own schema engine. `url` is
 * any database of the server; it is not changed.
 */
async function sqlOfSchema(url: string): Promise<string> {
  await load();
  const adapter = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const schemaEngine = await engine.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
  const { stdout } = await schemaEngine.diff({
    from: { tag: "empty" },
    to: { tag: "schemaDatamodel", files: schemaFiles() },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout ?? "";
}

const schemaFiles = () =>
  readdirSync(SCHEMA_DIR).map((fileName) => {
    const file = path.join(SCHEMA_DIR, fileName);
    return { path: file, content: readFileSync(file, "utf8") };
  });

/** Node has it; the type library of a server without a browser does not say so. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ instance: { exports: Record<string, () => void> } }>;
};

/** The package's own entry imports the .wasm file, which Node does only behind a flag. */
async function load(): Promise<void> {
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bytes = readFileSync(path.join(path.dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": { ...engine } });
  const { __wbg_set_wasm: bind } = engine;
  const { __wbindgen_start: start } = instance.exports;
  bind(instance.exports);
  start?.();
}
