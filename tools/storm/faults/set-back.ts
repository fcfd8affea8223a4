import { connect } from "../../../packages/db/src/index.ts";

/** A database that can be copied, and set back to the copy. */
export interface SetBack {
  /** Copies it as it is now; whoever is connected is thrown out for as long. */
  copy(): Promise<void>;
  /** Puts the copy in its place. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Takes the place of whoever keeps the backups of the database at this address. */
export function createSetBack(url: string): SetBack {
  const address = new URL(url);
  const database = address.pathname.slice(1);
  const copy = `${database}_copy`;
  address.pathname = "/postgres";
  const server = connect(address.href, { size: 1 });
  const run = (statement: string) => server.pool.query(statement);
  /** Nobody is connected while `work` goes on. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    await run(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    await server.pool.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
      [database],
    );
    await work();
    await run(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
  };
  return {
    copy: () =>
      alone(async () => {
        await run(`DROP DATABASE IF EXISTS ${copy}`);
        await run(`CREATE DATABASE ${copy} TEMPLATE ${database}`);
      }),
    restore: () =>
      alone(async () => {
        await run(`DROP DATABASE ${database} WITH (FORCE)`);
        await run(`ALTER DATABASE ${copy} RENAME TO ${database}`);
      }),
    close: () => server.close(),
  };
}
