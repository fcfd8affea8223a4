import pg from "pg";
import { keepTo, lastingConnection, READ_SETTINGS, waitedFor } from "./connection-limits.ts";
import { copyCsv } from "./copy-csv.ts";
import type { PrismaClient } from "./generated/prisma/client.ts";
import { EXPORTS_AT_ONCE, outlastLoss } from "./pools.ts";
import { type ReadDb, readingClient, sqlBy } from "./reading.ts";

/** A copy of the database that follows it: what is read there is as of a moment ago. */
export interface Replica {
  read: ReadDb;
  /** Whatever was committed until then is there. Rejects where it does not answer soon. */
  readAsOf(): Promise<Date>;
  /** Its connections, by kind. */
  pools: Record<"replica" | "replicaExport", pg.Pool>;
  close(): Promise<void>;
}

/** Whoever waits for an answer asks the database itself then. */
const CONNECT_WITHIN_MS = 1_000;

/**
 * Every process that runs beats in the database every two seconds, by the database's clock, so that the newest beat that has
 * arrived says until when nothing is missing: what was committed before it comes before it.
 */
const AS_OF = {
  name: "replica.asOf",
  text: `SELECT max(heartbeat_at) AS "asOf" FROM process WHERE ended_at IS NULL`,
};

/** Connects to a copy that follows the database; nobody writes there. `over` makes a client over connections. */
export function connectReplica(
  url: string,
  size: number,
  over: (pool: pg.Pool) => PrismaClient,
  withinMs = CONNECT_WITHIN_MS,
): Replica {
  const pools = {
    replica: new pg.Pool({
      ...lastingConnection(url),
      max: size,
      connectionTimeoutMillis: withinMs,
      onConnect: waitedFor((client) => keepTo(client, READ_SETTINGS)),
    }),
    replicaExport: new pg.Pool({
      ...lastingConnection(url),
      max: EXPORTS_AT_ONCE,
      connectionTimeoutMillis: withinMs,
    }),
  };
  for (const each of Object.values(pools)) outlastLoss(each);
  const prisma = over(pools.replica);
  const sql = sqlBy(pools.replica);
  return {
    read: readingClient(prisma, {
      sql,
      csv: (select, target) => copyCsv(pools.replicaExport, select, target),
    }),
    readAsOf: async () => {
      const [row] = await sql<{ asOf: Date | null }>(AS_OF, []);
      if (!row?.asOf) throw new Error("No process is known to the copy.");
      return row.asOf;
    },
    pools,
    close: async () => {
      await prisma.$disconnect();
      for (const each of Object.values(pools)) if (!each.ended) await each.end();
    },
  };
}
