import type pg from "pg";
import type { Settings } from "./connection-limits.ts";

type Asked = string | pg.QueryConfig;
type Ask = (asked: Asked, ...rest: unknown[]) => Promise<pg.QueryResult>;

/** How a transaction begins that keeps to these settings by itself: they end with it, whoever has the connection next. */
export const beginWith = (settings: Settings, mode: "" | " READ ONLY" = ""): string =>
  [`BEGIN${mode}`, ...Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = '${value}'`)].join(
    "; ",
  );

/**
 * Makes a pool fit for a pooler that gives a connection to somebody else after each transaction. Nothing that was set before
 * lasts there, so every transaction says what it keeps to as it begins, in one message, and a statement by itself is made one.
 */
export function beginEachWith(pool: pg.Pool, begin: string): void {
  pool.on("connect", (client) =>
    changeWhatIsAsked(client, (asked) => (statementText(asked) === "BEGIN" ? begin : asked)),
  );
  const askInTransaction: Ask = async (...asked) => {
    const client = await pool.connect();
    let isClean = false;
    try {
      await client.query("BEGIN");
      const result = await (client.query as Ask)(...asked);
      await client.query("COMMIT");
      isClean = true;
      return result;
    } catch (error) {
      isClean = await client.query("ROLLBACK").then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.release(!isClean);
    }
  };
  pool.query = askInTransaction as typeof pool.query;
}

/** Sends every statement without its name: a pooler that knows no prepared statements would not find it again. */
export function prepareNothing(pool: pg.Pool): void {
  pool.on("connect", (client) =>
    changeWhatIsAsked(client, (asked) => (typeof asked === "string" ? asked : { ...asked, name: "" })),
  );
}

function changeWhatIsAsked(client: pg.ClientBase, change: (asked: Asked) => Asked): void {
  const ask = client.query.bind(client) as (asked: unknown, ...rest: unknown[]) => unknown;
  // What sends itself (a COPY) is no statement of ours to change.
  client.query = ((asked: unknown, ...rest: unknown[]) =>
    ask(isStatement(asked) ? change(asked) : asked, ...rest)) as typeof client.query;
}

const isStatement = (asked: unknown): asked is Asked =>
  typeof asked === "string" || (typeof asked === "object" && asked !== null && !("submit" in asked));

const statementText = (asked: Asked): string => (typeof asked === "string" ? asked : asked.text);
