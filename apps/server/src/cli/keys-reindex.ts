import { setTimeout as pause } from "node:timers/promises";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { forgetMapping, mapIndexes, recordReindex } from "@countinghouse/api/keys/reindex";
import { connect } from "@countinghouse/db";
import { switchIndexes } from "@countinghouse/db/index-key";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

/** No transaction of a server is older: what it read before the switch is written by then. */
const OLDEST_TRANSACTION_MS = 60_000;

export const command: Command = {
  usage: `Puts every look-up over sealed fields under the first of two index keys, while servers run.

  npm run keys:reindex

INDEX_KEY holds both, the new one first; every server and worker runs with both. Connects as DATABASE_OWNER_URL for the switch.`,
  database: "DATABASE_OWNER_URL",
  run: async ({ env, out }) => {
    const { url, ownerUrl, vault } = readDatabaseEnv(env);
    const now = () => new Date();
    const db = connect(url, { size: 2 });
    try {
      await checkKeys({ db, vault, now });
      const [current, former] = vault.indexProofs;
      if (current === undefined || former === undefined)
        throw new Error("INDEX_KEY holds one key: put the new one in front of it, separated by a comma.");
      const map = () => mapIndexes({ db, vault, now });
      await mapIndexes({ db, vault, now }, (column, done) => out(`${column}: ${count(done)} made`));
      const proofs = { former, current };
      const changed = await switchIndexes(ownerUrl ?? url, proofs, map);
      if (changed === null) {
        out("Some indexes are made of something else than what is sealed beside them. Nothing was changed.");
        return 1;
      }
      const total = sum(changed);
      if (total > 0) await recordReindex({ db, vault, now }, changed);
      out(`${count(total)} are under the new key.`);
      // What was read before and written after is put right as well, and then there is nothing of the former key.
      await pause(Number(env.REINDEX_WAIT_MS ?? OLDEST_TRANSACTION_MS));
      const late = (await switchIndexes(ownerUrl ?? url, proofs, map)) ?? {};
      if (sum(late) > 0) out(`${count(sum(late))} more that were on their way.`);
      await forgetMapping({ db });
      out("Take the former key out of INDEX_KEY and start every server and worker anew.");
      return 0;
    } finally {
      await db.close();
    }
  },
};

function sum(changed: Record<string, number>): number {
  return Object.values(changed).reduce((total, each) => total + each, 0);
}

if (import.meta.main) await startCommand(command);
