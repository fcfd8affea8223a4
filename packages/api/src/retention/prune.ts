import { formatNewYork } from "@countinghouse/validators/new-york";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import { PRESS_COMPARED_DAYS, RETENTION, type RetentionRule } from "./rules.ts";

const ROWS_AT_ONCE = 1_000;
/** So many rounds of a table in one go: what is left goes the next time. */
const MOST_ROUNDS = 200;
const DAY_MS = 86_400_000;
/** In these hours in New York few work. */
const HOURS = { from: 1, to: 5 };

type PruneServices = Pick<Core, "db" | "now" | "log">;

/** Deletes what is over at night, table by table. Any number of workers may do it at once. Returns how many rows went, by table. */
export async function pruneAtNight(services: PruneServices): Promise<Record<string, number>> {
  const hour = Number(formatNewYork(services.now(), "dateTime").slice(11, 13));
  return hour < HOURS.from || hour >= HOURS.to ? {} : prune(services);
}

/** Deletes what is over and forgets what old presses asked for, in small steps that hold up nobody. */
export async function prune(services: PruneServices): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const rule of RETENTION) {
    const rows = await pruneTable(services, rule);
    if (rows > 0) deleted[rule.table] = rows;
  }
  const forgotten = await forgetHashes(services);
  if (forgotten > 0) services.log.info({ forgotten }, "what old presses asked for was forgotten");
  if (Object.keys(deleted).length > 0)
    services.log.info({ deleted }, "what nobody needs any more was deleted");
  return deleted;
}

const pruneTable = (services: PruneServices, { table, keptDays, isOver }: RetentionRule): Promise<number> =>
  inSteps(services, keptDays, `DELETE FROM ${table} WHERE ${someOf(table, isOver)}`);

/** What was asked for is not kept as long as the answer: a hash from before they were keyed tells an SSN to whoever tries them all. */
const forgetHashes = (services: PruneServices): Promise<number> =>
  inSteps(
    services,
    PRESS_COMPARED_DAYS,
    `UPDATE command_request SET input_hash = ''
     WHERE ${someOf("command_request", "input_hash <> ''::bytea AND created_at < $1")}`,
  );

const someOf = (table: string, which: string): string => `ctid = ANY(ARRAY(
  SELECT ctid FROM ${table} WHERE ${which} LIMIT ${ROWS_AT_ONCE} FOR UPDATE SKIP LOCKED))`;

/** Repeats a statement about what was so many days ago, until it finds less than it takes at once. */
async function inSteps({ db, now }: PruneServices, days: number, statement: string): Promise<number> {
  const before = new Date(now().getTime() - days * DAY_MS);
  let done = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = await coordinate({ db }, (tx) => tx.$executeRawUnsafe(statement, before));
    done += rows;
    if (rows < ROWS_AT_ONCE) break;
  }
  return done;
}
