import { setTimeout as pause } from "node:timers/promises";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { forgetMapping, mapIndexes, recordReindex } from "@countinghouse/api/keys/reindex";
import { connect } from "@countinghouse/db";
import { switchIndexes } from "@countinghouse/db/index-key";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

/** The longest transaction of a server. It writes by then what it read before the switch. */
const OLDEST_TRANSACTION_MS = 60_000;

export const command: Command = {
  usage: `Moves all indexes over sealed fields to the first of two index keys, while servers run.

  npm run keys:reindex

Start every server and worker with both keys in INDEX_KEY, the new key first.
The switch connects with DATABASE_OWNER_URL.`,
  database: "DATABASE_OWNER_URL",
  run: async ({ env, out }) => {
    const { url, ownerUrl, vault } = readDatabaseEnv(env);
    const now = () => new Date();
    const db = connect(url, { size: 2 });
    try {
      await checkKeys({ db, vault, now });
      const [current, former] = vault.indexProofs;
      if (current === undefined || former === undefined)
        throw new Error("INDEX_KEY has only one key. Put the new key in front, separated by a comma.");
      const map = () => mapIndexes({ db, vault, now });
      await mapIndexes({ db, vault, now }, (column, done) => out(`${column}: ${count(done)} created`));
      const proofs = { former, current };
      const changed = await switchIndexes(ownerUrl ?? url, proofs, map);
      if (changed === null) {
        out("Some indexes do not match their sealed values. No index was changed.");
        return 1;
      }
      const total = sum(changed);
      if (total > 0) await recordReindex({ db, vault, now }, changed);
      out(`${count(total)} indexes use the new key.`);
      // A second switch corrects values that were read before the first switch and written after it.
      await pause(Number(env.REINDEX_WAIT_MS ?? OLDEST_TRANSACTION_MS));
      const late = (await switchIndexes(ownerUrl ?? url, proofs, map)) ?? {};
      if (sum(late) > 0) out(`${count(sum(late))} more indexes, written during the switch, use the new key.`);
      await forgetMapping({ db });
      out("Remove the former key from INDEX_KEY, and restart every server and worker.");
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
