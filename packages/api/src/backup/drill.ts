import { connect, type Database } from "@countinghouse/db";
import type { Envelope } from "@countinghouse/db/backup/envelope";
import type { Vault } from "@countinghouse/db/vault";
import { reportOnChains } from "../chain/check.ts";
import type { Manifest } from "./manifest.ts";
import type { BackupPlace } from "./parts.ts";
import { restoreBackup } from "./restore.ts";

interface DrillServices {
  place: BackupPlace;
  envelope: Envelope;
  vault: Vault;
  /** The running database, to tell what a restore would lose. */
  running: Database;
  /** An empty database. */
  url: string;
  now: () => Date;
}

export interface DrillReport {
  rows: number;
  restoredInMs: number;
  /** Since the backup was taken. */
  lossMs: number;
  /** What the running database has and the backup has not. */
  lostEvents: number;
  lostTransactions: number;
  /** What is wrong with what was restored, a sentence each. */
  findings: string[];
}

/**
 * Restores a backup into an empty database and verifies it: as many rows in each table as were backed up, both chains, every
 * ledger transaction and the ledger as a whole in balance, and each customer's balance what their entries come to.
 */
export async function drillRestore(services: DrillServices, manifest: Manifest): Promise<DrillReport> {
  const { place, envelope, vault, running, url, now } = services;
  const began = performance.now();
  const { rows } = await restoreBackup({ place, envelope, files: null, url }, manifest);
  const restoredInMs = Math.round(performance.now() - began);
  const restored = connect(url, { size: 2 });
  try {
    const { findings } = await reportOnChains({ db: restored, vault, storage: null, now });
    const books = await readFaults(restored);
    const [here, there] = [await readCounts(running), await readCounts(restored)];
    return {
      rows,
      restoredInMs,
      lossMs: Math.max(0, now().getTime() - manifest.takenAt.getTime()),
      lostEvents: here.events - there.events,
      lostTransactions: here.transactions - there.transactions,
      findings: [...findings, ...books],
    };
  } finally {
    await restored.close();
  }
}

async function readFaults({ read }: Database): Promise<string[]> {
  const [found] = await read.sql<{ unbalanced: number; total: string; balances: number }>(
    { name: "backup.books", text: BOOKS },
    [],
  );
  const { unbalanced = 0, total = "0", balances = 0 } = found ?? {};
  return [
    ...(unbalanced > 0 ? [`${unbalanced} ledger transactions do not sum to zero.`] : []),
    ...(total === "0" ? [] : [`The ledger sums to ${total} cents, not to zero.`]),
    ...(balances > 0 ? [`${balances} customers' balances are not what their ledger entries come to.`] : []),
  ];
}

const BOOKS = `
  WITH owed AS (
    SELECT a.user_id, sum(e.amount_cents) AS cents
    FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE a.user_id IS NOT NULL GROUP BY 1)
  SELECT
    (SELECT count(*)::int FROM (
      SELECT 1 FROM ledger_entry GROUP BY transaction_id HAVING sum(amount_cents) <> 0) t) AS unbalanced,
    (SELECT coalesce(sum(amount_cents), 0)::text FROM ledger_entry) AS total,
    (SELECT count(*)::int FROM owed FULL JOIN user_balance b ON b.user_id = owed.user_id
      WHERE coalesce(owed.cents, 0) <> coalesce(b.balance_cents, 0)) AS balances`;

async function readCounts({ read }: Database): Promise<{ events: number; transactions: number }> {
  return { events: await read.auditEvent.count(), transactions: await read.ledgerTransaction.count() };
}
