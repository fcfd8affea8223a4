import type pg from "pg";
import { copyLines } from "../copy-rows.ts";
import { FIRST_USER_ID, FIXTURE_PLANS, FIXTURES } from "../fixtures.ts";
import { countUsers, type Neighbour, type PersonPlan } from "../person.ts";
import { createRandom } from "../random.ts";
import { SEEDED_TABLES, type SeedRows } from "../rows.ts";
import type { SeedContext } from "../seed-context.ts";
import { SITUATION_SHARES } from "../situations.ts";
import { addLines, type Chunk, makePeople, reserve, type TableLines } from "./people.ts";
import type { PeopleMaker } from "./people-threads.ts";

/** The tables with a row or more for every user. */
export const LARGE_TABLES = ["users", "application", "offer", "bank_link", "bank_account", "card"] as const;

/** In a large database this many users keep their notes and ledger; the others are only in the lists. */
const HISTORIES_IN_LARGE_LOAD = 20_000;

/** People in a chunk: enough for COPY to run at full speed, few enough to hold in memory. */
const PEOPLE_IN_CHUNK = 2_000;

type Report = (done: number) => void;

/** Loads people with all that hangs on them, until there are `total` users. */
export async function loadPeople(
  client: pg.ClientBase,
  context: SeedContext,
  total: number,
  report: Report,
): Promise<void> {
  let neighbour: Neighbour | null = null;
  for (const people of inChunks(plans(total, { seed: 1, keepsHistory: 1 }))) {
    const { lines, last } = makePeople(context, people, neighbour);
    neighbour = last;
    for (const table of SEEDED_TABLES) await flush(client, lines, table);
    report(context.ids.users - FIRST_USER_ID + 1);
  }
}

/**
 * The same into bare tables (`intoBareTables`), of people that `maker` makes while others are loaded: the same people however many
 * it makes at once. Only some have a history.
 */
export async function loadManyPeople(
  client: pg.ClientBase,
  context: SeedContext,
  total: number,
  { maker, report }: { maker: PeopleMaker; report: Report },
): Promise<void> {
  const rest: TableLines = new Map();
  const ahead: { chunk: Chunk; made: Promise<TableLines> }[] = [];
  const loadNext = async () => {
    const next = ahead.shift();
    if (!next) return;
    const lines = await next.made;
    for (const table of LARGE_TABLES) await flush(client, lines, table, { frozen: true });
    for (const [table, more] of lines) addLines(rest, table, more);
    if (bytes(rest) > MOST_WAITING) await flushRest();
    report(next.chunk.until.users - FIRST_USER_ID + 1);
  };
  // What refers to nothing but the large tables and to one another, in the order of that.
  const flushRest = async () => {
    for (const table of SEEDED_TABLES) await flush(client, rest, table);
  };
  const keepsHistory = HISTORIES_IN_LARGE_LOAD / total;
  for (const people of inChunks(plans(total, { seed: 2, keepsHistory }))) {
    const chunk = reserve(context.ids, people);
    context.ids = chunk.until;
    const made = maker.make(chunk);
    // Heard of when its turn comes.
    made.catch(() => {});
    ahead.push({ chunk, made });
    if (ahead.length > maker.atOnce) await loadNext();
  }
  while (ahead.length > 0) await loadNext();
  await flushRest();
}

/** Of tables with few rows: a COPY for each chunk would cost more than they do. */
const MOST_WAITING = 16 * 1024 ** 2;

function bytes(lines: TableLines): number {
  let sum = 0;
  for (const { blocks } of lines.values()) for (const { length } of blocks) sum += length;
  return sum;
}

/** Loads the lines of a table and forgets them. */
async function flush(
  client: pg.ClientBase,
  lines: TableLines,
  table: keyof SeedRows,
  options: { frozen?: boolean } = {},
): Promise<void> {
  const own = lines.get(table);
  if (own) await copyLines(client, table, own, options);
  lines.delete(table);
}

function* inChunks(all: Iterable<PersonPlan>): Generator<PersonPlan[]> {
  let chunk: PersonPlan[] = [];
  for (const plan of all) {
    chunk.push(plan);
    if (chunk.length < PEOPLE_IN_CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The fixtures, then people drawn by the share of their situation until there are `total` users. */
function* plans(
  total: number,
  { seed, keepsHistory }: { seed: number; keepsHistory: number },
): Generator<PersonPlan> {
  yield* FIXTURE_PLANS;
  const random = createRandom(seed);
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
