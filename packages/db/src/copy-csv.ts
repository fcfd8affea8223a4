import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";

export interface CsvTarget {
  /** Takes the rows, and is left open after them. */
  sink: Writable;
  /** Awaited once the database has been reached, before it is asked; what it throws ends the export. */
  onStart: () => void | Promise<void>;
}

/**
 * Writes the rows of a SELECT into `sink` as CSV (UTF-8, a line feed after each row, no head), as fast as the sink
 * takes them and without keeping them. Returns how many rows there were. Rejects when the database or the sink
 * gives up on the way; the query is then ended and its connection let go of.
 */
export async function copyCsv(pool: pg.Pool, select: string, { sink, onStart }: CsvTarget): Promise<number> {
  const client = await pool.connect();
  // What cuts the connection fails the query, which tells; unheard, the client's own word of it would end the process.
  client.on("error", unheard);
  let isWhole = false;
  try {
    await client.query("BEGIN READ ONLY");
    await onStart();
    const rows = client.query(copyTo(`COPY (${select}) TO STDOUT (FORMAT csv)`));
    // A connection that is cut after the sink is gone reports it to the rows, where nobody listens any more.
    rows.on("error", unheard);
    await pipeline(rows, sink, { end: false });
    // The number of rows comes after the last of them: it is there once the next statement is answered.
    await client.query("COMMIT");
    isWhole = true;
    return rows.rowCount;
  } finally {
    if (isWhole) client.off("error", unheard);
    client.release(!isWhole);
  }
}

const unheard = (): void => {};
