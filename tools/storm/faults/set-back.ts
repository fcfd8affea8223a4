import { connect } from "../../../packages/db/src/index.ts";
import { databaseUrl } from "../../stack/database.ts";
import type { Settings } from "../../stack/settings.ts";

const DATABASE = "countinghouse";
const COPY = "countinghouse_copy";

/** A database that can be copied, and set back to the copy. */
export interface SetBack {
  /** Copies it as it is now; whoever is connected is thrown out for as long. */
  copy(): Promise<void>;
  /** Puts the copy in its place. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Takes the place of whoever keeps the backups of this server. */
export function createSetBack(settings: Settings): SetBack {
  const server = connect(databaseUrl(settings, "postgres"), { size: 1 });
  const run = (statement: string) => server.pool.query(statement);
  /** Nobody is connected while `work` goes on. */
  const alone = async (work: () => Promise<void>): Promise<void> => {
    await run(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS false`);
    await server.pool.query(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1",
      [DATABASE],
    );
    await work();
    await run(`ALTER DATABASE ${DATABASE} ALLOW_CONNECTIONS true`);
  };
  return {
    copy: () =>
      alone(async () => {
        await run(`DROP DATABASE IF EXISTS ${COPY}`);
        await run(`CREATE DATABASE ${COPY} TEMPLATE ${DATABASE}`);
      }),
    restore: () =>
      alone(async () => {
        await run(`DROP DATABASE ${DATABASE} WITH (FORCE)`);
        await run(`ALTER DATABASE ${COPY} RENAME TO ${DATABASE}`);
      }),
    close: () => server.close(),
  };
}
