import { preparedText, type ReadDb, type Statement, type Tx } from "@countinghouse/db";
import { newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { WORK_KIND_NAMES, type WorkKind } from "@countinghouse/validators/work/rules";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import { namedStatement } from "../named-statement.ts";
import { CAUSE_COLUMNS, derivedCauses } from "./facts.ts";

type KeptServices = Pick<Core, "db" | "now" | "log">;

/** Of these a change says whose items it may concern; of the others, that the whole kind has to be derived again. */
const OF_CUSTOMERS: readonly WorkKind[] = [
  "UNKNOWN_OUTCOME",
  "BOOKED_OTHERWISE",
  "CHARGEBACK",
  "FAILED_PAYMENT",
  "BROKEN_PROMISE",
  "REFUSED_CORRECTION",
  "MANUAL_REVIEW",
  "BANK_LINK_LOST",
  "BUSINESS",
  "LIEN",
  "OTHERS_LIEN",
  "DEADLINE",
];

/** Changes folded at once. Where so many wait, every kind is derived whole instead. */
export const MOST_CHANGES = 20_000;
/** A process whose clock is ahead by no more has begun the next day for all. */
const CLOCKS_APART_MS = 60_000;

/** $1 and $2 are the days that kinds may be kept for. */
const PENDING: Statement = {
  name: "work.pending",
  text: `SELECT EXISTS (SELECT FROM work_change) AS changed,
    ARRAY(SELECT k.kind FROM unnest($3::text[]) k (kind)
      WHERE NOT EXISTS (SELECT FROM work_kept w WHERE w.kind = k.kind AND w.day IN ($1::date, $2::date))) AS stale`,
};

/**
 * Brings the kept causes up to what was committed before it was called, for the day it is: derives again whose items may be others
 * by now, and all of a kind that is kept for another day. One process at a time does that, the others wait for it. Returns how many
 * changes were folded.
 */
export async function foldWork(services: KeptServices): Promise<number> {
  const { db, now } = services;
  const days = daysAt(now());
  let folded = 0;
  const [pending] = await readPending(db.read, days);
  if (pending?.changed)
    for (let taken = MOST_CHANGES; taken === MOST_CHANGES; folded += taken)
      taken = await foldChanges(services);
  const stale = folded === 0 ? pending : (await readPending(db.read, days))[0];
  for (const kind of stale?.stale ?? []) await turnTo(services, kind, days);
  return folded;
}

const readPending = (db: Pick<ReadDb, "sql">, days: readonly [string, string]) =>
  db.sql<{ changed: boolean; stale: WorkKind[] }>(PENDING, [...days, WORK_KIND_NAMES]);

/** The day in New York, and that of a clock that is ahead. */
const daysAt = (at: Date): [string, string] => [
  newYorkDate(at),
  newYorkDate(new Date(at.getTime() + CLOCKS_APART_MS)),
];

/**
 * Takes what changed and derives it, in one transaction: whatever it dies of, the changes are there still. What was taken is seen by
 * the statements after it, since each of them looks anew.
 */
const foldChanges = (services: KeptServices): Promise<number> =>
  coordinate(services, async (tx) => {
    await holdKept(tx);
    const taken = await tx.$queryRaw<{ userId: number | null; kind: WorkKind | null }[]>`
      DELETE FROM work_change WHERE id IN (SELECT id FROM work_change ORDER BY id LIMIT ${MOST_CHANGES})
      RETURNING customer_id AS "userId", kind`;
    if (taken.length === MOST_CHANGES) {
      await tx.workKept.updateMany({ data: { day: null } });
      return taken.length;
    }
    const users = [...new Set(taken.flatMap(({ userId }) => userId ?? []))];
    const kinds = new Set(taken.flatMap(({ kind }) => kind ?? []));
    const kept = await readDays(tx);
    const ofCustomers = OF_CUSTOMERS.flatMap((kind) => ({ kind, day: kept.get(kind) ?? "" }));
    if (users.length > 0)
      for (const [day, group] of Map.groupBy(ofCustomers, (each) => each.day))
        if (day !== "")
          await keepCustomers(
            tx,
            group.map(({ kind }) => kind),
            day,
            users,
          );
    for (const kind of kinds) {
      const day = kept.get(kind);
      if (day !== undefined) await keepKind(tx, kind, day);
    }
    return taken.length;
  });

/** Nobody else writes kept causes until the transaction ends. */
const holdKept = (tx: Tx) => tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('work-causes', 0))`;

/** The day in New York that each kind is kept for. */
async function readDays(tx: Tx): Promise<ReadonlyMap<WorkKind, string>> {
  const rows = await tx.$queryRaw<{ kind: WorkKind; day: string }[]>`
    SELECT kind, day::text AS day FROM work_kept WHERE day IS NOT NULL`;
  return new Map(rows.map(({ kind, day }) => [kind, day]));
}

const named = (kinds: readonly WorkKind[]): string => kinds.map((kind) => `'${kind}'`).join(", ");
const columnsOf = (row: string): string =>
  CAUSE_COLUMNS.split(", ")
    .map((column) => `${row}.${column}`)
    .join(", ");

/** Writes what of these causes is another one; `scope` is which kept rows they stand for. */
const keep = (causes: string, scope: string): string =>
  `WITH derived AS MATERIALIZED (${causes}),
    gone AS (DELETE FROM work_cause k WHERE ${scope} AND NOT EXISTS (SELECT FROM derived d WHERE d.kind = k.kind AND d.key = k.key))
  INSERT INTO work_cause AS k (${CAUSE_COLUMNS}) SELECT ${CAUSE_COLUMNS} FROM derived
  ON CONFLICT (kind, key) DO UPDATE SET (${CAUSE_COLUMNS}) = (${columnsOf("excluded")})
  WHERE (${columnsOf("k")}) IS DISTINCT FROM (${columnsOf("excluded")})`;

/** For so few, as nearly always, to plan it takes ten times as long as to run it; a plan for a few is none for thousands. */
const FEW_CUSTOMERS = 200;

async function keepCustomers(
  tx: Tx,
  kinds: readonly WorkKind[],
  day: string,
  users: readonly number[],
): Promise<void> {
  const scope = `k.kind IN (${named(kinds)}) AND k.customer_id = ANY ($2::int[])`;
  const { name, text } = namedStatement("work.keepCustomers", keep(derivedCauses(kinds, true), scope));
  if (users.length > FEW_CUSTOMERS) {
    await tx.$executeRawUnsafe(text, startOfDay(day), users);
    return;
  }
  await tx.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`;
  await tx.$executeRawUnsafe(preparedText(name, text), startOfDay(day), users);
  await tx.$executeRaw`SET LOCAL plan_cache_mode = auto`;
}

const keepKind = (tx: Tx, kind: WorkKind, day: string) =>
  tx.$executeRawUnsafe(keep(derivedCauses([kind]), `k.kind = '${kind}'`), startOfDay(day));

/** A new day: what was kept until now is compared with its facts, and then all of it derived for the day. */
async function turnTo(services: KeptServices, kind: WorkKind, days: readonly [string, string]) {
  await compareKind(services, kind, days);
  await coordinate(services, async (tx) => {
    await holdKept(tx);
    const [day, next] = days;
    const held = (await readDays(tx)).get(kind);
    if (held === day || held === next) return;
    await keepKind(tx, kind, day);
    const facts = { day: new Date(day), derivedAt: services.now() };
    await tx.workKept.upsert({ where: { kind }, create: { kind, ...facts }, update: facts });
  });
}

/** A kept cause that its facts do not say, or the other way around. */
export type WorkDifference = { kind: WorkKind; key: string; kept: string | null; derived: string | null };

/** How many are named. */
const NAMED = 5;

/** What is kept otherwise than its facts are, but for what a change that was not folded yet concerns. $1 as for `derivedCauses`. */
const differences = (kind: WorkKind): string =>
  `SELECT '${kind}' AS kind, coalesce(d.key, k.key) AS key, to_json(k)::text AS kept, to_json(d)::text AS derived,
    count(*) OVER ()::int AS total
  FROM (${derivedCauses([kind])}) d FULL JOIN (SELECT * FROM work_cause WHERE kind = '${kind}') k ON k.key = d.key
  WHERE (${columnsOf("k")}) IS DISTINCT FROM (${columnsOf("d")})
    AND NOT EXISTS (SELECT FROM work_change w WHERE w.kind = '${kind}' OR w.customer_id IN (k.customer_id, d.customer_id))
  ORDER BY key LIMIT ${NAMED}`;

/** Compares each kind with its facts, and puts right what differs. Returns some of what differed. */
export async function compareWork(services: KeptServices): Promise<WorkDifference[]> {
  const found: WorkDifference[] = [];
  for (const kind of WORK_KIND_NAMES) found.push(...(await compareKind(services, kind)));
  return found;
}

/**
 * Compares what is kept of a kind, unless it is for one of `but`, with its facts, and puts it right. A difference is a fault of
 * ours: what forgot to say that it changed. It stands in the log and on the System page.
 */
async function compareKind(services: KeptServices, kind: WorkKind, but: readonly string[] = []) {
  const found = await coordinate(services, async (tx) => {
    await holdKept(tx);
    const day = (await readDays(tx)).get(kind);
    if (day === undefined || but.includes(day)) return [];
    const rows = await tx.$queryRawUnsafe<(WorkDifference & { total: number })[]>(
      differences(kind),
      startOfDay(day),
    );
    const [first] = rows;
    if (first) await keepKind(tx, kind, day);
    await tx.workKept.update({
      where: { kind },
      data: {
        comparedAt: services.now(),
        differed: first?.total ?? 0,
        difference: first ? `${kind} ${first.key}` : "",
      },
    });
    return rows;
  });
  const [first] = found;
  if (first)
    services.log.error(
      { kind, differed: first.total, first: first.key },
      "what is kept of what waits for people was not what its facts say",
    );
  return found.map(({ key, kept, derived }): WorkDifference => ({ kind, key, kept, derived }));
}
