import pg from "pg";
import { lastingConnection } from "../connection-limits.ts";
import type { Vault } from "../vault.ts";
import { addAdmins } from "./admins.ts";
import { addApprovalRules } from "./approval-rules.ts";
import { copyRows } from "./copy-rows.ts";
import { FIRST_USER_ID, FIXTURE_PLANS, FIXTURES } from "./fixtures.ts";
import { addJourneys, addPartners } from "./journeys.ts";
import { addLedgerWriteFailures } from "./ledger-write-failures.ts";
import { moveIntents } from "./move-intents.ts";
import { addPasscodes, type SeedPasscodes } from "./passcodes.ts";
import { addPerson, countUsers, type Neighbour, type PersonPlan } from "./person.ts";
import { createRandom } from "./random.ts";
import { readPayments, recentPayments } from "./recent-payments.ts";
import { HOUSE_ACCOUNTS } from "./repayment.ts";
import { addReports, addReturns } from "./reports.ts";
import { emptyRows, SEEDED_TABLES } from "./rows.ts";
import { withoutSecondaryIndexes } from "./secondary-indexes.ts";
import type { SeedContext } from "./seed-context.ts";
import { SITUATION_SHARES } from "./situations.ts";

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
  /** Called about twice a second. */
  onProgress?: (done: number, total: number, what: string) => void;
}

/** Two seeds at once would both find the database empty. */
const SEED_LOCK = 4_817_203;

/** From here on, loading first and indexing afterwards is quicker. */
const LARGE_LOAD = 100_000;

/** The tables with a row or more for every user. */
const LARGE_TABLES = ["users", "application", "offer", "bank_link", "bank_account", "card"] as const;

/** In a large database this many users keep their notes and ledger; the others are only in the lists. */
const HISTORIES_IN_LARGE_LOAD = 20_000;

/**
 * Fills an empty database with staff and with users in every state the console knows, all in one transaction.
 * The same options make the same data, but for salts and nonces. Does nothing when there are users already.
 * Returns how many users and admins were added.
 */
export async function seedDatabase(options: SeedOptions): Promise<{ users: number; admins: number }> {
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

async function seed(client: pg.Client, options: SeedOptions): Promise<{ users: number; admins: number }> {
  const total = Math.max(options.users, Object.keys(FIXTURES).length);
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
    withFiles: total < LARGE_LOAD,
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
  const load = () => loadPeople(client, context, total, (done) => report(done, total, "users"));
  if (total < LARGE_LOAD) await load();
  else await withoutSecondaryIndexes(client, LARGE_TABLES, load, (done, all) => report(done, all, "indexes"));
  await moveIntents(client);
  // In a large database only the lists matter: twenty phases for each user would be most of it.
  if (total < LARGE_LOAD) await addJourneys(client, options.now);
  await alignSequences(client);
  if (total < LARGE_LOAD) {
    await addReturns(client, await readPayments(client, context.returned), options.now);
    const unreported = await addReports(client, await recentPayments(client, options.now), options.now);
    await addLedgerWriteFailures(client, options.vault, unreported);
  }
  await client.query("SELECT allocate_history()");
  await client.query("SELECT rebuild_user_standing()");
  return { users: total, admins: added };
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

/** People in a chunk: enough for COPY to run at full speed, few enough to hold in memory. */
const PEOPLE_IN_CHUNK = 2_000;

async function loadPeople(
  client: pg.Client,
  context: SeedContext,
  total: number,
  report: (done: number) => void,
): Promise<void> {
  let neighbour: Neighbour | null = null;
  let people = 0;
  for (const plan of plans(total)) {
    neighbour = addPerson(context, plan, neighbour);
    if (++people % PEOPLE_IN_CHUNK === 0) await flush(client, context);
    report(context.ids.users - FIRST_USER_ID + 1);
  }
  await flush(client, context);
}

/** The fixtures, then people drawn by the share of their situation until there are `total` users. */
function* plans(total: number): Generator<PersonPlan> {
  yield* FIXTURE_PLANS;
  const random = createRandom(total < LARGE_LOAD ? 1 : 2);
  const keepsHistory = total < LARGE_LOAD ? 1 : HISTORIES_IN_LARGE_LOAD / total;
  let left = total - Object.keys(FIXTURES).length;
  while (left > 0) {
    const drawn = random.weighted(SITUATION_SHARES);
    const withHistory = random.chance(keepsHistory);
    const plan: PersonPlan = { situation: drawn, withHistory };
    const fits = countUsers(plan) <= left ? plan : { ...plan, situation: "funded" as const };
    left -= countUsers(fits);
    yield fits;
  }
}

async function flush(client: pg.Client, context: SeedContext): Promise<void> {
  const { rows } = context;
  for (const table of SEEDED_TABLES) await copyRows(client, table, rows[table]);
  context.rows = emptyRows();
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

function twiceASecond(
  onProgress: SeedOptions["onProgress"],
): (done: number, total: number, what: string) => void {
  let last = 0;
  return (done, total, what) => {
    if (!onProgress || (performance.now() - last < 500 && done !== total)) return;
    last = performance.now();
    onProgress(done, total, what);
  };
}
