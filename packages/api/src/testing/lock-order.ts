import type pg from "pg";
import type { Tables } from "./harness.ts";

/** The order of locks: a transaction locks rows of a table before rows of a table with a higher rank. */
const RANKS = { users: 0, application: 1, user_balance: 2, payment_schedule: 3 } as const;
type Ranked = keyof typeof RANKS;

const TABLE = `(?:"public"\\.)?"?(${Object.keys(RANKS).join("|")})"?\\s`;
const LOCKS: readonly RegExp[] = [
  new RegExp(
    `^SELECT\\b(?:(?!\\bFROM\\b).)*\\bFROM ${TABLE}.*\\bFOR (?:NO KEY UPDATE|UPDATE|SHARE)\\b(?! OF)`,
    "s",
  ),
  new RegExp(`^(?:UPDATE|DELETE FROM) ${TABLE}`),
  new RegExp(`^INSERT INTO ${TABLE}.*\\bDO UPDATE\\b`, "s"),
];
const INSERTS = new RegExp(`^INSERT INTO ${TABLE}`);

/** The number of characters of a statement that a problem shows. */
const SHOWN = 120;

interface Transaction {
  /** The tables in the order of their first locks. */
  locked: Ranked[];
  /** The tables with new rows. No other transaction can lock a new row. */
  inserted: Ranked[];
}

/** Creates a reader of the statements of one connection. For a lock that is out of order the reader returns a sentence, else null. */
export function createLockReader(onEnd: (locked: readonly string[]) => void = () => {}) {
  let open: Transaction | null = null;
  return (statement: string): string | null => {
    const text = statement.trim();
    if (/^BEGIN\b/.test(text)) open = { locked: [], inserted: [] };
    if (open === null) return null;
    if (/^(?:COMMIT|ROLLBACK)$/.test(text)) {
      onEnd(open.locked);
      open = null;
      return null;
    }
    const { locked, inserted } = open;
    const table = LOCKS.map((lock) => tableOf(lock, text)).find((found) => found !== null);
    if (table === undefined) {
      const made = tableOf(INSERTS, text);
      if (made !== null) inserted.push(made);
      return null;
    }
    if (locked.includes(table) || inserted.includes(table)) return null;
    const later = locked.find((other) => RANKS[other] > RANKS[table]);
    locked.push(table);
    return later === undefined ? null : `${table} after ${later}: ${text.slice(0, SHOWN)}`;
  };
}

const tableOf = (pattern: RegExp, text: string): Ranked | null =>
  (pattern.exec(text)?.[1] as Ranked | undefined) ?? null;

export interface WatchedLocks {
  /** The statements that locked a row out of order. */
  outOfOrder: string[];
  /** The orders of locks that transactions have used, such as `users, application`. */
  orders: Set<string>;
}

/** Watches the locks of every transaction from now on. */
export function watchLocks({ database }: Pick<Tables, "database">): WatchedLocks {
  const outOfOrder: string[] = [];
  const orders = new Set<string>();
  const watched = new WeakSet<pg.ClientBase>();
  database.pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const read = createLockReader((locked) => orders.add(locked.join(", ")));
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
    client.query = ((asked: unknown, ...rest: unknown[]) => {
      const problem = read(textOf(asked));
      if (problem !== null) outOfOrder.push(problem);
      return query(asked, ...rest);
    }) as typeof client.query;
  });
  return { outOfOrder, orders };
}

const textOf = (asked: unknown): string =>
  typeof asked === "string" ? asked : ((asked as { text?: string } | null)?.text ?? "");
