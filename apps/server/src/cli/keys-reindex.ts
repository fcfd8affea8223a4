import { setTimeout as pause } from "node:timers/promises";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { forgetMapping, mapIndexes, recordReindex } from "@countinghouse/api/keys/reindex";
import { connect } from "@countinghouse/db";
import { switchIndexes } from "@countinghouse/db/index-key";
import { readDatabaseEnv } from "./database-env.ts";

const USAGE = `Puts every look-up over sealed fields under the first of two index keys, while servers run.

  npm run keys:reindex

INDEX_KEY holds both, the new one first; every server and worker runs with both. Connects as DATABASE_OWNER_URL for the switch.`;

/** No transaction of a server is older: what it read before the switch is written by then. */
const OLDEST_TRANSACTION_MS = 60_000;

try {
  if (process.argv.includes("--help")) console.log(USAGE);
  else process.exitCode = await main(Number(process.env.REINDEX_WAIT_MS ?? OLDEST_TRANSACTION_MS));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function main(waitMs: number): Promise<number> {
  const { url, ownerUrl, vault } = readDatabaseEnv(process.env);
  const now = () => new Date();
  const db = connect(url, { size: 2 });
  try {
    await checkKeys({ db, vault, now });
    const [current, former] = vault.indexProofs;
    if (current === undefined || former === undefined)
      throw new Error("INDEX_KEY holds one key: put the new one in front of it, separated by a comma.");
    const map = () => mapIndexes({ db, vault, now });
    await mapIndexes({ db, vault, now }, (column, done) => console.log(`${column}: ${count(done)} made`));
    const proofs = { former, current };
    const changed = await switchIndexes(ownerUrl ?? url, proofs, map);
    if (changed === null) {
      console.log(
        "Some indexes are made of something else than what is sealed beside them. Nothing was changed.",
      );
      return 1;
    }
    const total = sum(changed);
    if (total > 0) await recordReindex({ db, vault, now }, changed);
    console.log(`${count(total)} are under the new key.`);
    // What was read before and written after is put right as well, and then there is nothing of the former key.
    await pause(waitMs);
    const late = (await switchIndexes(ownerUrl ?? url, proofs, map)) ?? {};
    if (sum(late) > 0) console.log(`${count(sum(late))} more that were on their way.`);
    await forgetMapping({ db });
    console.log("Take the former key out of INDEX_KEY and start every server and worker anew.");
    return 0;
  } finally {
    await db.close();
  }
}

function sum(changed: Record<string, number>): number {
  return Object.values(changed).reduce((total, each) => total + each, 0);
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
