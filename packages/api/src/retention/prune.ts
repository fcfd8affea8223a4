import { formatNewYork } from "@countinghouse/validators/new-york";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import { RETENTION, type RetentionRule } from "./rules.ts";

const DELETED_AT_ONCE = 1_000;
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

/** Deletes what is over, in small steps that hold up nobody. */
export async function prune(services: PruneServices): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  for (const rule of RETENTION) {
    const rows = await pruneTable(services, rule);
    if (rows > 0) deleted[rule.table] = rows;
  }
  if (Object.keys(deleted).length > 0)
    services.log.info({ deleted }, "what nobody needs any more was deleted");
  return deleted;
}

async function pruneTable(
  { db, now }: PruneServices,
  { table, keptDays, isOver }: RetentionRule,
): Promise<number> {
  const before = new Date(now().getTime() - keptDays * DAY_MS);
  const statement = `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${isOver} LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
  let deleted = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = await coordinate({ db }, (tx) => tx.$executeRawUnsafe(statement, before));
    deleted += rows;
    if (rows < DELETED_AT_ONCE) break;
  }
  return deleted;
}
