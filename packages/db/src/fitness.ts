import pg from "pg";
import { whyNotClock } from "./clocks.ts";
import { lastingConnection } from "./connection-limits.ts";
import type { Addresses } from "./pools.ts";

/** How often the connection is asked whether it is still the same: a pooler may hand out the same one by chance. */
const ROUNDS = 5;

/**
 * Throws in a sentence when we can not work on this database: its text is not UTF-8, it tells capitals only of plain letters
 * (the locales C and POSIX), or a pooler stands before it that shares connections between transactions.
 */
export async function assertFits(url: string): Promise<void> {
  const [client, other] = [new pg.Client(lastingConnection(url)), new pg.Client(lastingConnection(url))];
  try {
    await client.connect();
    await assertLocale(client);
    await other.connect();
    await assertSession(client, other);
  } finally {
    await Promise.all([client.end(), other.end()].map((ended) => ended.catch(() => {})));
  }
}

/** Throws in a sentence where the clock of this machine differs from the database's by more than it may. */
export async function assertClock(url: string): Promise<void> {
  const client = new pg.Client(lastingConnection(url));
  try {
    await client.connect();
    const whyNot = await whyNotClock(async () => {
      const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
      return rows[0]?.at;
    });
    if (whyNot !== null) throw new Error(whyNot);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Throws in a sentence where the pooler at `url` leads elsewhere than `directUrl`, or, with statements prepared, forgets them.
 * Does nothing where there is no pooler.
 */
export async function assertPoolerFits({
  url,
  directUrl = url,
  isPrepared = true,
}: Addresses): Promise<void> {
  if (directUrl === url) return;
  const [pooled, other, direct] = [url, url, directUrl].map(
    (each) => new pg.Client(lastingConnection(each)),
  ) as [pg.Client, pg.Client, pg.Client];
  try {
    await Promise.all([pooled.connect(), other.connect(), direct.connect()]);
    if ((await whoAndWhere(pooled)) !== (await whoAndWhere(direct)))
      throw new Error(
        "DATABASE_URL and DATABASE_DIRECT_URL lead to two databases, or connect as two roles. They have to name the same one, with and without the pooler.",
      );
    if (isPrepared) await assertPrepared(pooled, other);
  } finally {
    await Promise.all([pooled, other, direct].map((each) => each.end().catch(() => {})));
  }
}

async function whoAndWhere(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(
    "SELECT concat_ws(' ', current_user, current_database(), pg_postmaster_start_time()) AS place",
  );
  return rows[0]?.place;
}

/** While somebody else has the connection that the statement was prepared on, it is asked for again. */
async function assertPrepared(client: pg.Client, other: pg.Client): Promise<void> {
  const statement = { name: "countinghouse.fits", text: "SELECT $1::int", values: [1] };
  try {
    await client.query(statement);
    await other.query("BEGIN");
    await other.query("SELECT 1");
    await client.query(statement);
  } catch (error) {
    throw new Error(
      "The pooler before the database forgets prepared statements. Set DATABASE_PREPARED=off, or take PgBouncer 1.21 or newer with max_prepared_statements.",
      { cause: error },
    );
  }
  await other.query("ROLLBACK");
}

const NEW_DATABASE =
  "Make it with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und', or in a language's locale.";

async function assertLocale(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "SELECT current_setting('server_encoding') AS encoding",
  );
  const [{ encoding } = { encoding: "" }] = rows;
  if (encoding !== "UTF8")
    throw new Error(`The database keeps its text as ${encoding}, which has to be UTF8. ${NEW_DATABASE}`);
  const { rows: words } = await client.query<{ lowers: boolean }>(
    "SELECT lower(U&'\\00C9') = U&'\\00E9' AS lowers",
  );
  if (words[0]?.lowers) return;
  throw new Error(
    `The database has the locale C, or one like it, which knows capitals of plain letters only: names with accents would not be found. ${NEW_DATABASE}`,
  );
}

/** Between transactions a pooler would give the connection of one to another: whatever is set on it, prepared or locked. */
async function assertSession(client: pg.Client, other: pg.Client): Promise<void> {
  const readBackendId = async (asked: pg.Client): Promise<number | undefined> =>
    (await asked.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
  const first = await readBackendId(client);
  for (let round = 0; round < ROUNDS; round++) {
    await other.query("BEGIN");
    const others = await readBackendId(other);
    const now = await readBackendId(client);
    await other.query("ROLLBACK");
    if (others !== first && now === first) continue;
    throw new Error(
      "A pooler before the database shares its connections between transactions. Say in DATABASE_DIRECT_URL where the database itself is, or give the pooler pool_mode = session.",
    );
  }
}
