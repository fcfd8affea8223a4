import { type CopyLines, linesOf } from "../copy-rows.ts";
import { addPerson, countUsers, type Neighbour, type PersonPlan } from "../person.ts";
import { emptyRows, SEEDED_TABLES, type SeedRows } from "../rows.ts";
import type { SeedContext, SeedIds } from "../seed-context.ts";

/** What was made of some people, by table. */
export type TableLines = Map<keyof SeedRows, CopyLines>;

/** Rows of so many people become lines at once: few enough to be thrown away while they are new. */
const PEOPLE_AT_ONCE = 50;

/** Makes people one after the other, the first of them after `neighbour`. Returns their lines, and who came last. */
export function makePeople(
  context: SeedContext,
  plans: readonly PersonPlan[],
  neighbour: Neighbour | null,
): { lines: TableLines; last: Neighbour | null } {
  const lines: TableLines = new Map();
  let last = neighbour;
  for (let start = 0; start < plans.length; start += PEOPLE_AT_ONCE) {
    for (const plan of plans.slice(start, start + PEOPLE_AT_ONCE)) last = addPerson(context, plan, last);
    for (const table of SEEDED_TABLES) addLines(lines, table, linesOf(context.rows[table]));
    context.rows = emptyRows();
  }
  return { lines, last };
}

/** Adds lines to those of a table. Throws where they name its columns in another order. */
export function addLines(lines: TableLines, table: keyof SeedRows, more: CopyLines | null): void {
  if (more === null) return;
  const before = lines.get(table);
  if (before === undefined) lines.set(table, more);
  else if (before.columns === more.columns) before.blocks.push(...more.blocks);
  else throw new TypeError(`Rows of ${table} name their columns in another order.`);
}

/** People with the ids their rows begin behind: they can be made without knowing who was made before. */
export interface Chunk {
  plans: PersonPlan[];
  before: SeedIds;
  /** The last ids that they may have. */
  until: SeedIds;
}

/** The most rows of one user, where no history is made. */
const MOST_ROWS: Partial<SeedIds> = { application: 2, bankLink: 2, bankAccount: 4, card: 2 };
/** The most rows that a history adds to any table. */
const MOST_OF_A_HISTORY = 1_000;

/** Sets people apart from those before them. Ids that are not needed are left out. */
export function reserve(before: SeedIds, plans: PersonPlan[]): Chunk {
  const users = plans.reduce((sum, plan) => sum + countUsers(plan), 0);
  const histories = plans.reduce((sum, plan) => sum + (plan.withHistory ? countUsers(plan) : 0), 0);
  const until = { ...before };
  for (const table of Object.keys(before) as (keyof SeedIds)[])
    until[table] += users * (MOST_ROWS[table] ?? 0) + histories * MOST_OF_A_HISTORY;
  until.users = before.users + users;
  return { plans, before, until };
}

/** Makes the people of one chunk. Throws where they took ids of the next. */
export function makeChunk(
  context: Omit<SeedContext, "rows" | "ids">,
  { plans, before, until }: Chunk,
): TableLines {
  const ids = { ...before };
  const { lines } = makePeople({ ...context, ids, rows: emptyRows() }, plans, null);
  for (const table of Object.keys(ids) as (keyof SeedIds)[])
    if (ids[table] > until[table]) throw new RangeError(`There were more rows than ids (${table}).`);
  return lines;
}
