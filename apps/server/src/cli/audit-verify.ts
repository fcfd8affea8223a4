import { AUDIT_FINDINGS, auditTail, verifyAuditChain } from "@countinghouse/api/audit-chain";
import { connect } from "@countinghouse/db";
import { readDatabaseUrl } from "./database-env.ts";

/** So many are named one by one. */
const MOST_NAMED = 50;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Holds every audit event against what was written and says what it found. It only reads. */
async function main(): Promise<number> {
  const db = connect(readDatabaseUrl(process.env), { size: 2 });
  try {
    const findings = await verifyAuditChain(db.read);
    const { waiting, late } = await auditTail(db.read);
    const linked = await db.read.auditLink.count();
    for (const { eventId, what } of findings.slice(0, MOST_NAMED))
      console.log(`Event ${eventId} ${AUDIT_FINDINGS[what]}.`);
    if (findings.length > MOST_NAMED) console.log(`And ${count(findings.length - MOST_NAMED)} more.`);
    if (late > 0) console.log(`${count(late)} have waited for more than a minute: does no worker run?`);
    console.log(
      `${count(linked)} events linked, ${count(waiting)} waiting to be linked, ${count(findings.length)} findings`,
    );
    return findings.length === 0 && late === 0 ? 0 : 1;
  } finally {
    await db.close();
  }
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
