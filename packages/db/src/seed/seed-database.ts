import { availableParallelism } from "node:os";
import pg from "pg";
import { lastingConnection } from "../connection-limits.ts";
import type { Vault, VaultKeys } from "../vault.ts";
import { addAdmins } from "./admins.ts";
import { addApprovalRules } from "./approval-rules.ts";
import { intoBareTables } from "./bare-tables.ts";
import { FIRST_USER_ID, FIXTURES } from "./fixtures.ts";
import { addJourneys, addPartners } from "./journeys.ts";
import { addLedgerWriteFailures } from "./ledger-write-failures.ts";
import { LARGE_TABLES, loadManyPeople, loadPeople } from "./load/load-people.ts";
import { makeChunk } from "./load/people.ts";
import { type PeopleMaker, startThreads } from "./load/people-threads.ts";
import { moveIntents } from "./move-intents.ts";
import { addPasscodes, type SeedPasscodes } from "./passcodes.ts";
import { readPayments, recentPayments } from "./recent-payments.ts";
import { HOUSE_ACCOUNTS } from "./repayment.ts";
import { addReports, addReturns } from "./reports.ts";
import { emptyRows } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";

export interface SeedOptions {
  url: string;
  vault: Vault;
  /** How many users; never fewer than the fixtures. */
  users: number;
  /** All dates are relative to it. */
  now: Date;
  adminPassword: string;
  /** Without them no money can be paid out until a SUPERADMIN has set some. */
  passcodes?: SeedPasscodes;
  /** With the keys of the vault a large load is made by threads of its own, one a core where no number is given. */
  threads?: { keys: VaultKeys; count?: number };
  /** From so many users on, loading first and indexing afterwards is quicker, and only some have a history. */
  largeFrom?: number;
  /** Called about twice a second. */
  onProgress?: (done: number, total: number, what: string) => void;
}

/** Two seeds at once would both find the database empty. */
const SEED_LOCK = 4_817_203;

const LARGE_LOAD = 100_000;

/** The seconds of a large load: rows into tables without indexes, then those, then all that is reckoned from the rows. */
export interface LoadSeconds {
  rows: number;
  indexes: number;
  rest: number;
}

export interface Seeded {
  users: number;
  admins: number;
  /** Of a large load alone. */
  seconds?: LoadSeconds;
}

/**
 * Fills an empty database with staff and with users in every state the console knows, all in one transaction.
 * The same options make the same data, but for salts and nonces. Does nothing when there are users already.
 * Returns how many users and admins were added.
 */
export async function seedDatabase(options: SeedOptions): Promise<Seeded> {
  const client = new pg.Client(lastingConnection(options.url));
  await client.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT pg_advisory_xact_lock($1)", [SEED_LOCK]);
    if (await hasUsers(client)) return { users: 0, admins: 0 };
    const added = await seed(client, options);
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return added;
  } finally {
    await client.end(); // rolls back what was not committed
  }
}

async function seed(client: pg.Client, options: SeedOptions): Promise<Seeded> {
  const total = Math.max(options.users, Object.keys(FIXTURES).length);
  const isLarge = total >= (options.largeFrom ?? LARGE_LOAD);
  const report = twiceASecond(options.onProgress);
  // Row by row it would be reckoned anew with each table.
  await client.query("SET LOCAL countinghouse.loading = 'on'");
  const { added, staff } = await addAdmins(client, options.adminPassword);
  await addPartners(client);
  await addApprovalRules(client, options.now);
  if (options.passcodes) await addPasscodes(client, options.passcodes, options.now);
  const context: SeedContext = {
    now: options.now,
    vault: options.vault,
    staff,
    rows: emptyRows(),
    withFiles: !isLarge,
    returned: [],
    ids: {
      users: FIRST_USER_ID - 1,
      application: 0,
      bankLink: 0,
      bankAccount: 0,
      card: 0,
      balanceRecord: 0,
      assetReport: 0,
      account: 0,
      entry: 0,
      schedule: 0,
      remark: 0,
      decision: 0,
      recontract: 0,
    },
    houseAccounts: new Map(),
  };
  context.houseAccounts = await addHouseAccounts(client);
  context.ids.account = Math.max(...context.houseAccounts.values());
  if (isLarge) {
    const seconds = await seedMany(client, context, { options, total, report });
    return { users: total, admins: added, seconds };
  }
  await loadPeople(client, context, total, (done) => report(done, total, "users"));
  await moveIntents(client);
  await addJourneys(client, options.now);
  await alignSequences(client);
  await addReturns(client, await readPayments(client, context.returned), options.now);
  const unreported = await addReports(client, await recentPayments(client, options.now), options.now);
  await addLedgerWriteFailures(client, options.vault, unreported);
  await client.query("SELECT allocate_history()");
  await client.query("SELECT rebuild_user_standing()");
  return { users: total, admins: added };
}

type Reporter = (done: number, total: number, what: string) => void;

/** In a large database only the lists matter: twenty phases for each user would be most of it. */
async function seedMany(
  client: pg.Client,
  context: SeedContext,
  { options, total, report }: { options: SeedOptions; total: number; report: Reporter },
): Promise<LoadSeconds> {
  const maker = startMaker(options.threads, context);
  const began = performance.now();
  let loaded = began;
  const load = async () => {
    await loadManyPeople(client, context, total, { maker, report: (done) => report(done, total, "users") });
    loaded = performance.now();
  };
  try {
    await intoBareTables(client, LARGE_TABLES, load, {
      // While a key of the blind indexes changes, a trigger says which of two is kept.
      withTriggers: options.vault.indexProofs.length > 1,
      onRebuild: (done, all) => report(done, all, "indexes"),
    });
  } finally {
    await maker.close();
  }
  const indexed = performance.now();
  await client.query("UPDATE row_counter SET rows = (SELECT count(*) FROM users) WHERE table_name = 'users'");
  await moveIntents(client);
  await alignSequences(client);
  await client.query("SELECT allocate_history()");
  await client.query("SELECT rebuild_user_standing()");
  await forgetWork(client);
  return {
    rows: (loaded - began) / 1_000,
    indexes: (indexed - loaded) / 1_000,
    rest: (performance.now() - indexed) / 1_000,
  };
}

/** Threads where there are keys for them, else one chunk after the other here. */
function startMaker(threads: SeedOptions["threads"], context: SeedContext): PeopleMaker {
  if (threads === undefined)
    return { atOnce: 1, make: async (chunk) => makeChunk(context, chunk), close: async () => {} };
  const { now, staff, withFiles, returned, houseAccounts } = context;
  const count = threads.count ?? Math.min(availableParallelism(), MOST_THREADS);
  return startThreads(count, { now, staff, withFiles, returned, houseAccounts, keys: threads.keys });
}

/** The database takes no more than so many can make. */
const MOST_THREADS = 8;

/** What waits for a person is derived whole at the next look: very many changes say less than that. */
async function forgetWork(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended('work-causes', 0))");
  await client.query("DELETE FROM work_change");
  await client.query("UPDATE work_kept SET day = NULL");
}

/** How quickly a large load went, in a line. */
export function sayRate(users: number, { rows, indexes, rest }: LoadSeconds): string {
  const rate = Math.round(users / rows).toLocaleString("en-US");
  return `${rate} users a second into the tables without indexes (${rows.toFixed(1)} s); then ${indexes.toFixed(1)} s for indexes, keys and references, ${rest.toFixed(1)} s for what is reckoned from the rows`;
}

async function hasUsers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("SELECT EXISTS (SELECT FROM users) AS found");
  return rows[0]?.found ?? false;
}

async function addHouseAccounts(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ code: string; id: number }>(
    `INSERT INTO ledger_account (code, type)
     SELECT * FROM unnest($1::text[], $2::"LedgerAccountType"[])
     ON CONFLICT (code) DO UPDATE SET type = excluded.type RETURNING code, id`,
    [HOUSE_ACCOUNTS.map(({ code }) => code), HOUSE_ACCOUNTS.map(({ type }) => type)],
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

const COUNTED_TABLES = [
  "users",
  "application",
  "offer",
  "bank_link",
  "bank_account",
  "card",
  "balance_record",
  "asset_report",
  "ledger_account",
  "derogatory_remark",
  "decision",
  "ledger_entry",
  "payment_schedule",
  "recontract",
] as const;

/** Lets every table go on counting where the loaded ids end. */
async function alignSequences(client: pg.Client): Promise<void> {
  for (const table of COUNTED_TABLES) {
    await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), max(id)) FROM ${table}`, [table]);
  }
}

function twiceASecond(onProgress: SeedOptions["onProgress"]): Reporter {
  let last = 0;
  return (done, total, what) => {
    if (!onProgress || (performance.now() - last < 500 && done !== total)) return;
    last = performance.now();
    onProgress(done, total, what);
  };
}
