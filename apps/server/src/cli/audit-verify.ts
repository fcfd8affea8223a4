import { auditTail } from "@countinghouse/api/chain/audit-chain";
import { reportOnChains } from "@countinghouse/api/chain/check";
import { connect } from "@countinghouse/db";
import { readDatabaseEnv, readStorage } from "./database-env.ts";

/** So many are named one by one. */
const MOST_NAMED = 50;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Holds audit and ledger against what was written and against the heads kept elsewhere, and says what it found. It only reads. */
async function main(): Promise<number> {
  const { url, vault } = readDatabaseEnv(process.env);
  const storage = readStorage(process.env);
  const db = connect(url, { size: 2 });
  try {
    const { findings, heads, passedOver } = await reportOnChains({ db, vault, storage });
    const { waiting, late } = await auditTail(db.read);
    const [events, transactions] = [await db.read.auditLink.count(), await db.read.ledgerLink.count()];
    for (const finding of findings.slice(0, MOST_NAMED)) console.log(finding);
    if (findings.length > MOST_NAMED) console.log(`And ${count(findings.length - MOST_NAMED)} more.`);
    if (late > 0) console.log(`${count(late)} have waited for more than a minute: does no worker run?`);
    if (storage === null) console.log("Heads were not compared: no setting says where files are kept.");
    if (passedOver > 0)
      console.log(`${count(passedOver)} heads of before the last release were passed over.`);
    console.log(
      `${count(events)} events and ${count(transactions)} ledger transactions linked, ${count(waiting)} events waiting to be linked, ${count(heads)} heads compared, ${count(findings.length)} findings`,
    );
    return findings.length === 0 && late === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
