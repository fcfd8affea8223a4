import { auditTail } from "@countinghouse/api/chain/audit-chain";
import { reportOnChains } from "@countinghouse/api/chain/check";
import { findWrongKeys } from "@countinghouse/api/key-canaries";
import { connect } from "@countinghouse/db";
import type { Command } from "./shared/command.ts";
import { count } from "./shared/count.ts";
import { readDatabaseEnv, readStorage } from "./shared/database-env.ts";
import { startCommand } from "./shared/start-command.ts";

/** The exit code for wrong keys. */
const WRONG_KEYS = 3;
/** The number of findings that are printed one by one. */
const MOST_NAMED = 50;

export const command: Command = {
  usage: `Verifies that the audit and the ledger are unchanged, and compares them with the heads stored elsewhere.
Changes nothing.

  npm run audit:verify

Exits with 1 when something was changed, or when events have waited for more than a minute to be linked.
Exits with 3, and compares nothing, when the keys are not those of the database.`,
  database: "DATABASE_URL",
  run: async ({ env, out }) => {
    const { url, vault } = readDatabaseEnv(env);
    const storage = readStorage(env);
    const db = connect(url, { size: 2 });
    try {
      const wrong = await findWrongKeys({ db, vault });
      for (const line of wrong) out(line);
      if (wrong.length > 0) return WRONG_KEYS;
      const { findings, heads, passedOver } = await reportOnChains({
        db,
        vault,
        storage,
        now: () => new Date(),
      });
      const { waiting, late } = await auditTail(db.read);
      const [events, transactions] = [await db.read.auditLink.count(), await db.read.ledgerLink.count()];
      for (const finding of findings.slice(0, MOST_NAMED)) out(finding);
      if (findings.length > MOST_NAMED) out(`${count(findings.length - MOST_NAMED)} more findings.`);
      if (late > 0)
        out(`${count(late)} events have waited for more than a minute. Check that a worker runs.`);
      if (storage === null) out("Heads were not compared. Set FILES_DIR or the bucket of the files.");
      if (passedOver > 0) out(`${count(passedOver)} heads from before the last release were skipped.`);
      out(
        `${count(events)} events and ${count(transactions)} ledger transactions linked, ${count(waiting)} events waiting to be linked, ${count(heads)} heads compared, ${count(findings.length)} findings`,
      );
      return findings.length === 0 && late === 0 ? 0 : 1;
    } finally {
      await db.close();
    }
  },
};

if (import.meta.main) await startCommand(command);
