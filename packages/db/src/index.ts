import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { WRITE_LIMITS, type WriteLimits } from "./connection-limits.ts";
import { copyCsv } from "./copy-csv.ts";
import { Prisma, PrismaClient } from "./generated/prisma/client.ts";
import { HeldUpError, isHeldUp } from "./held-up.ts";
import { type ObserveStatement, observedClient } from "./observed-client.ts";
import { type Addresses, createPools, type Sizes } from "./pools.ts";
import { preparedName } from "./prepared.ts";
import { type ReadDb, readingClient, sqlBy } from "./reading.ts";
import { connectReplica, type Replica } from "./replica.ts";

export { WRITE_LIMITS } from "./connection-limits.ts";
export * from "./generated/prisma/enums.ts";
export { HeldUpError } from "./held-up.ts";
export type { ObserveStatement } from "./observed-client.ts";
export type { Addresses, Sizes } from "./pools.ts";
export { preparedText } from "./prepared.ts";
export type { ReadDb, Statement } from "./reading.ts";
export type { Replica } from "./replica.ts";
export { Prisma };

/** The writing client: handed out by `command` alone, inside its transaction. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  read: ReadDb;
  /** A copy that follows it, where there is one. */
  replica: Replica | null;
  /**
   * Runs `work` in one transaction; rolls back when it throws. Throws HeldUpError when the limits of the connection ended
   * it before it was told to commit. What else it throws at the end, `work` done, leaves open whether it was written.
   */
  unsafeTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Connections for libraries that bring their own SQL (rate limits, jobs). */
  pool: pg.Pool;
  /** A few connections to the database itself, for what needs one for longer than a transaction: its locks, its own tables. */
  session: pg.Pool;
  /** How many connections there are of each kind, how many there may be, how many are idle, how many callers wait for one. */
  connections(): { name: string; most: number; total: number; idle: number; waiting: number }[];
  url: string;
  /** The address of the database itself, for what listens and what registers: `url` where no pooler stands before it. */
  directUrl: string;
  close(): Promise<void>;
}

/**
 * Connects to PostgreSQL: one pool that writes through Prisma, one whose connections are read-only, and a few that go to the
 * database itself: for exports, which may last as long as the browser takes to read them, and for what needs a session.
 * `size` is the number of connections of each of the first two, where `sizes` does not say it; `limits` are those of whoever
 * writes. With `directUrl` what stands at `url` is a pooler that shares connections between transactions. `observe` is told of
 * each statement of the first two.
 */
export function connect(
  url: string,
  {
    size = 10,
    sizes = { write: size, read: size },
    limits = WRITE_LIMITS,
    replicaUrl,
    replicaWithinMs,
    observe,
    ...addresses
  }: Omit<Addresses, "url"> & {
    size?: number;
    sizes?: Sizes;
    limits?: WriteLimits;
    replicaUrl?: string | undefined;
    /** How long a reader waits for a connection to the replica, in ms; 1,000 where it is not said. */
    replicaWithinMs?: number;
    observe?: ObserveStatement | undefined;
  } = {},
): Database {
  const {
    write: pool,
    read: readPool,
    export: exportPool,
    session,
  } = createPools({ url, ...addresses }, sizes, limits, observe && observedClient(observe));
  const replica =
    replicaUrl === undefined ? null : connectReplica(replicaUrl, sizes.read, clientOver, replicaWithinMs);
  const pools = { write: pool, read: readPool, export: exportPool, session, ...replica?.pools };
  const prisma = clientOver(pool);
  return {
    read: readingClient(prisma, {
      sql: sqlBy(readPool),
      csv: (select, target) => copyCsv(exportPool, select, target),
    }),
    unsafeTransaction: async (work) => {
      let isDone = false;
      const workOnce = async (tx: Tx) => {
        const result = await work(tx);
        isDone = true;
        return result;
      };
      try {
        return await prisma.$transaction(workOnce, {
          maxWait: limits.connectionMs,
          timeout: limits.transactionMs,
        });
      } catch (error) {
        throw !isDone && isHeldUp(error) ? new HeldUpError(error) : error;
      }
    },
    replica,
    pool,
    session,
    connections: () =>
      Object.entries(pools).map(([name, each]) => ({
        name,
        most: each.options.max,
        total: each.totalCount,
        idle: each.idleCount,
        waiting: each.waitingCount,
      })),
    url,
    directUrl: addresses.directUrl ?? url,
    close: async () => {
      await prisma.$disconnect();
      await replica?.close();
      for (const each of Object.values(pools)) if (!each.ended) await each.end();
    },
  };
}

const clientOver = (pool: pg.Pool): PrismaClient =>
  new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: preparedName }) });
