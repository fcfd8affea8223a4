import { randomUUID } from "node:crypto";
import type { Database, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import type { UndoCounts } from "@countinghouse/validators/import/undo";
import type { AuditAction } from "../../audit-actions.ts";
import { writeAsJob } from "../../job-writes.ts";
import { lockUsersToRemove } from "../../locks.ts";
import { changedSince, undoChanges } from "../book/changes.ts";
import { secretsOfBefore } from "./former-secrets.ts";
import { bansThatWouldEnd } from "./kept-bans.ts";
import { restoreOpenings } from "./restore-openings.ts";
import { takeBack } from "./take-back.ts";

export { undoSentence } from "@countinghouse/validators/import/undo";

export interface UndoContext {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** The import that is undone. */
  runId: string;
  /** Who takes it back from the command line, by e-mail address, for the audit. */
  by?: string;
  /** Says what would go and changes nothing. */
  dryRun: boolean;
  /** Stops it between two batches; what was undone stays so, and a further run goes on. */
  signal?: AbortSignal;
  /** Called in each transaction, before its end, with what it undoes, or would; what it throws undoes nothing. */
  onBatch?: (tx: Tx, counts: UndoCounts) => Promise<void>;
  /** Deletes the bytes of documents that are gone. */
  deleteObjects?: (keys: readonly string[]) => Promise<void>;
}

const CUSTOMERS_AT_ONCE = 100;
/** A transaction has to end before the database loses its patience, also on a busy machine. */
const PAYMENTS_IN_TRANSACTION = 2_000;

/** What only reads, or tells what was read, is no reason to keep an import. */
const LOOKS: readonly AuditAction[] = [
  "users.importBook",
  "users.undoImport",
  "users.read",
  "users.readList",
  "users.reveal",
  "users.revealSsn",
  "users.searchSsn",
  "files.link",
  "files.zip",
  "loans.exportSheet",
  "loans.exportStatement",
  "collections.list",
  "collections.export",
  "collections.zip",
  "packets.create",
];

export const NO_COUNTS: UndoCounts = {
  customers: 0,
  completed: 0,
  applications: 0,
  payments: 0,
  accounts: 0,
  cards: 0,
  notes: 0,
  remarks: 0,
  documents: 0,
  kept: 0,
};

/**
 * Undoes an import customer by customer, some in one transaction: what it posted is taken back in the ledger, what it made goes, what
 * it completed becomes what it was. A customer with whom something else was done since is kept as a whole, with the reason.
 */
export async function undoImport(context: UndoContext): Promise<UndoCounts> {
  const counts = { ...NO_COUNTS };
  for (let last = 0; ; ) {
    context.signal?.throwIfAborted();
    const batch = await nextCustomers(context, last);
    if (batch.length === 0) return counts;
    last = batch.at(-1)?.userId ?? last;
    for (const some of inTransactions(batch)) await undoSome(context, some, counts);
  }
}

interface Customer {
  userId: number;
  isMade: boolean;
  payments: number;
}

const NEXT = {
  name: "import.undo.next",
  text: `SELECT c.user_id AS "userId", c.is_made AS "isMade",
      (SELECT count(*)::int FROM payment_intent i WHERE i.user_id = c.user_id AND i.import_run_id = c.run_id) AS payments
    FROM import_customer c WHERE c.run_id = $1::uuid AND c.undone_at IS NULL AND c.user_id > $2::int
    ORDER BY c.user_id LIMIT $3::int`,
};

const nextCustomers = ({ db, runId }: UndoContext, last: number): Promise<Customer[]> =>
  db.read.sql<Customer & Record<string, unknown>>(NEXT, [runId, last, CUSTOMERS_AT_ONCE]);

function inTransactions(customers: readonly Customer[]): Customer[][] {
  const groups: Customer[][] = [];
  let payments = 0;
  for (const customer of customers) {
    payments += customer.payments;
    const group = groups.at(-1);
    if (group && payments <= PAYMENTS_IN_TRANSACTION) group.push(customer);
    else {
      groups.push([customer]);
      payments = customer.payments;
    }
  }
  return groups;
}

/** Where the database refuses some together, each is tried by itself: the one that it is about is kept. */
async function undoSome(context: UndoContext, some: readonly Customer[], counts: UndoCounts): Promise<void> {
  try {
    const { counts: more, objectKeys } = await undoTogether(context, some);
    if (!context.dryRun) await context.deleteObjects?.(objectKeys);
    for (const count of Object.keys(NO_COUNTS) as (keyof UndoCounts)[]) counts[count] += more[count];
  } catch (error) {
    const [only, another] = some;
    if (!isRefusal(error) || only === undefined) throw error;
    if (another !== undefined) {
      for (const one of some) await undoSome(context, [one], counts);
      return;
    }
    await keepRefused(context, only.userId);
    counts.kept += 1;
  }
}

/** A constraint or a trigger of the database. */
const isRefusal = (error: unknown): boolean =>
  /\b(23\d{3}|P2002|P2003)\b/.test(error instanceof Error ? `${error.message} ${JSON.stringify(error)}` : "");

const undoTogether = (context: UndoContext, some: readonly Customer[]) =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    const { runId, vault, dryRun } = context;
    const ids = some.map(({ userId }) => userId);
    if (!dryRun) await lockUsersToRemove(tx, ids);
    const reasons = await readReasons(tx, context, ids);
    await keep(tx, runId, reasons);
    const going = some.filter(({ userId }) => !reasons.has(userId));
    const goingIds = going.map(({ userId }) => userId);
    const result = await readOutcome(tx, runId, going, reasons.size);
    await context.onBatch?.(tx, result.counts);
    if (dryRun || going.length === 0) return { result, audit: null };
    await takeBack({ tx, vault, now }, runId, goingIds);
    for (const [userId, columns] of (await secretsOfBefore(tx, vault, runId, goingIds)).open)
      await tx.$executeRaw`UPDATE import_customer SET before = before || ${JSON.stringify(columns)}::jsonb
        WHERE run_id = ${runId}::uuid AND user_id = ${userId}`;
    await tx.$executeRaw`SELECT remove_import(${runId}::uuid, ${goingIds}::int[])`;
    await undoChanges(tx, runId, goingIds);
    await restoreOpenings({ tx, vault, now }, runId, goingIds);
    await tx.importCustomer.updateMany({
      where: { runId, userId: { in: goingIds } },
      data: { undoneAt: now, reason: "" },
    });
    const events = going.map(({ userId, isMade }) => ({
      subject: { type: "user", id: userId },
      after: {
        import: runId,
        became: isMade ? "withdrawn" : "as it was before",
        ...(context.by ? { by: context.by } : {}),
      },
    }));
    return { result, audit: { action: "users.undoImport", requestId: randomUUID(), events } };
  });

/** Why some customers have to be kept. */
async function readReasons(
  tx: Tx,
  { runId, vault }: UndoContext,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await tx.$queryRaw<{ userId: number; reason: string }[]>`
    SELECT DISTINCT ON (user_id) user_id AS "userId", reason
    FROM import_undo_reasons(${runId}::uuid, ${[...ids]}::int[], ${[...LOOKS]}::text[])
      WITH ORDINALITY AS found (user_id, reason, nth)
    ORDER BY user_id, nth`;
  const reasons = new Map(rows.map(({ userId, reason }) => [userId, reason]));
  const { open, closed } = await secretsOfBefore(tx, vault, runId, ids);
  for (const [userId, reason] of closed) if (!reasons.has(userId)) reasons.set(userId, reason);
  for (const userId of await changedSince(tx, runId, ids))
    if (!reasons.has(userId)) reasons.set(userId, "changed since");
  const going = ids.filter((id) => !reasons.has(id));
  for (const userId of await bansThatWouldEnd(tx, runId, going, open))
    reasons.set(userId, DO_NOT_FUND_MESSAGES.undoEndsBan);
  return reasons;
}

interface Counted {
  applications: number;
  payments: number;
  accounts: number;
  cards: number;
  notes: number;
  remarks: number;
  objectKeys: string[];
}

async function readOutcome(tx: Tx, runId: string, going: readonly Customer[], kept: number) {
  const ids = going.map(({ userId }) => userId);
  const [row] = await tx.$queryRaw<Counted[]>`
    WITH asked AS (SELECT ${runId}::uuid AS run, ${ids}::int[] AS ids)
    SELECT
      (SELECT count(*)::int FROM application x WHERE x.user_id = ANY (ids) AND x.import_run_id = run) AS applications,
      (SELECT count(*)::int FROM payment_intent x
        WHERE x.user_id = ANY (ids) AND x.import_run_id = run AND x.kind = 'MANUAL') AS payments,
      (SELECT count(*)::int FROM bank_account x WHERE x.user_id = ANY (ids) AND x.import_run_id = run) AS accounts,
      (SELECT count(*)::int FROM card x WHERE x.user_id = ANY (ids) AND x.import_run_id = run) AS cards,
      (SELECT count(*)::int FROM note x WHERE x.user_id = ANY (ids) AND x.import_run_id = run) AS notes,
      (SELECT count(*)::int FROM derogatory_remark x WHERE x.user_id = ANY (ids) AND x.import_run_id = run) AS remarks,
      coalesce((SELECT array_agg(x.object_key) FROM user_file x
        WHERE x.user_id = ANY (ids) AND x.import_run_id = run), '{}') AS "objectKeys"
    FROM asked`;
  const { objectKeys = [], ...counted } = row ?? {};
  const customers = going.filter(({ isMade }) => isMade).length;
  const documents = objectKeys.length;
  const counts = {
    ...NO_COUNTS,
    ...counted,
    customers,
    completed: going.length - customers,
    documents,
    kept,
  };
  return { counts, objectKeys };
}

/** Writes down why customers are kept. */
async function keep(tx: Tx, runId: string, reasons: ReadonlyMap<number, string>): Promise<void> {
  const rows = Array.from(reasons, ([user_id, reason]) => ({ user_id, reason }));
  await tx.$executeRaw`
    UPDATE import_customer c SET reason = r.reason
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r (user_id int, reason text)
    WHERE c.run_id = ${runId}::uuid AND c.user_id = r.user_id`;
}

const keepRefused = (context: UndoContext, userId: number): Promise<void> =>
  writeAsJob(context, "import", async ({ tx }) => {
    await keep(tx, context.runId, new Map([[userId, "the database refused it"]]));
    return { result: undefined, audit: null };
  });
