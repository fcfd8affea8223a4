import { randomUUID } from "node:crypto";
import type { Database, Tx } from "@countinghouse/db";
import { createTestVault } from "@countinghouse/db/testing/database";
import fc from "fast-check";
import { findDriftedBalances } from "../ledger/balances.ts";
import { clearing, type Posting, postLedgerTransaction, receivable } from "../ledger/post.ts";
import type { Tables } from "./harness.ts";
import { OPENING, type Operation, OWNERS, operationPostings, operations } from "./ledger-operations.ts";

const SEQUENCE = 200;
/** Operations of one customer that one transaction of the database makes. */
const AT_ONCE = 25;
const EFFECTIVE_ON = new Date("2026-11-20");
/** Nobody asks afterwards who signed. */
const VAULT = createTestVault();

export interface LedgerRun {
  operations: number;
  /** How many of them tried to change what was posted. */
  tamperings: number;
  /** What does not hold, with the shortest sequence that shows it; empty when all does. */
  broken: string[];
}

/**
 * Plays random sequences of operations on the ledger in a real database, `AT_ONCE` in a transaction and customers side
 * by side, and compares after each sequence: every transaction sums to zero, every account holds what was posted, each
 * cached balance is the sum of the entries, and what was posted is still there as it was, whatever was tried with it.
 */
export async function playLedger(
  tables: Tables,
  plan: { operations: number; seed: number; onProgress?: (done: number) => void },
): Promise<LedgerRun> {
  const run: LedgerRun = { operations: 0, tamperings: 0, broken: [] };
  await openAccounts(tables);
  const property = fc.asyncProperty(operations(SEQUENCE), async (sequence) => {
    const wrong = await playSequence(tables, sequence);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    run.operations += sequence.length;
    run.tamperings += sequence.filter((next) => next.do === "tamper").length;
    plan.onProgress?.(run.operations);
  });
  const numRuns = Math.ceil(plan.operations / SEQUENCE);
  const parameters = { numRuns, seed: plan.seed, endOnFailure: true };
  const { failed, errorInstance, counterexample } = await fc.check(property, parameters);
  if (failed) run.broken.push(`${String(errorInstance)}\n${JSON.stringify(counterexample)}`);
  for (const drifted of await findDriftedBalances(tables.database.read))
    run.broken.push(`the balance of a customer has drifted: ${JSON.stringify(drifted)}`);
  return run;
}

/** What was posted, as it has to stand in the database. */
interface Posted {
  id: string;
  postings: readonly Posting[];
  owedCents: number;
  /** Whether it was taken back, or takes another one back. */
  isFinal: boolean;
}

interface Owner {
  userId: number;
  /** What everything is posted for, each under a kind of its own. */
  intentId: string;
  posted: Posted[];
  wrong: string[];
}

async function playSequence(tables: Tables, sequence: readonly Operation[]): Promise<string[]> {
  const { database } = tables;
  const owners = await Promise.all(Array.from({ length: OWNERS }, () => makeOwner(tables)));
  await Promise.all(
    owners.map(async (owner, place) => {
      const own = sequence.filter((next) => next.owner === place);
      for (let first = 0; first < own.length; first += AT_ONCE)
        await playSome(database, owner, own.slice(first, first + AT_ONCE));
    }),
  );
  return [...owners.flatMap(({ wrong }) => wrong), ...(await compare(database, owners))];
}

/** Transactions of many operations, side by side, would open the accounts they share in different orders. */
async function openAccounts(tables: Tables): Promise<void> {
  const owner = await makeOwner(tables);
  for (const next of OPENING)
    await tables.database.unsafeTransaction((tx) =>
      post(tx, owner, operationPostings(next, owner.userId).postings),
    );
}

async function makeOwner(tables: Tables): Promise<Owner> {
  const { id: userId } = await tables.user();
  const { id: intentId } = await tables.database.unsafeTransaction((tx) =>
    tx.paymentIntent.create({
      data: { userId, kind: "MANUAL", paymentType: "CREDIT", businessKey: randomUUID(), amountCents: 1 },
      select: { id: true },
    }),
  );
  return { userId, intentId, posted: [], wrong: [] };
}

/** Attempts on what was posted come after the rest of their group, each in a transaction of its own. */
async function playSome(database: Database, owner: Owner, group: readonly Operation[]): Promise<void> {
  await database.unsafeTransaction(async (tx) => {
    for (const next of group) if (next.do !== "tamper") await play(tx, owner, next);
  });
  for (const next of group) if (next.do === "tamper") await tamper(database, owner, next);
}

async function play(tx: Tx, owner: Owner, next: Exclude<Operation, { do: "tamper" }>): Promise<void> {
  const { posted, userId } = owner;
  if (next.do !== "reverse") {
    const { postings, owedCents } = operationPostings(next, userId);
    posted.push({ id: await post(tx, owner, postings), postings, owedCents, isFinal: false });
    return;
  }
  const mistaken = posted[next.place % Math.max(1, posted.length)];
  if (mistaken === undefined || mistaken.isFinal) return;
  mistaken.isFinal = true;
  const postings = reversed(mistaken.postings);
  const id = await post(tx, owner, postings, mistaken.id);
  posted.push({ id, postings, owedCents: -mistaken.owedCents, isFinal: true });
}

const post = (tx: Tx, { intentId }: Owner, postings: readonly Posting[], reversesId?: string) =>
  postLedgerTransaction(
    { tx, vault: VAULT, now: EFFECTIVE_ON },
    { intentId, kind: randomUUID(), effectiveOn: EFFECTIVE_ON, ...(reversesId && { reversesId }) },
    postings,
    null,
  );

const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ account, amountCents }) => ({ account, amountCents: -amountCents }));

/** What the guards of the database say, and its rights of the role that the server has. */
const REFUSED = /permission denied for table|is out of balance|Unique constraint failed/;

/** Tries what must not be possible, as whoever writes to the database could. */
async function tamper(
  database: Database,
  owner: Owner,
  { how, place }: Extract<Operation, { do: "tamper" }>,
): Promise<void> {
  const victim = owner.posted[place % Math.max(1, owner.posted.length)];
  if (victim === undefined) return;
  const change = (tx: Tx): Promise<unknown> => {
    switch (how) {
      case "changes an entry":
        return tx.$executeRaw`UPDATE ledger_entry SET amount_cents = amount_cents + 1
          WHERE transaction_id = ${victim.id}::uuid`;
      case "moves an entry to another account":
        return tx.$executeRaw`UPDATE ledger_entry SET account_id = (SELECT max(id) FROM ledger_account)
          WHERE transaction_id = ${victim.id}::uuid`;
      case "removes an entry":
        return tx.$executeRaw`DELETE FROM ledger_entry WHERE transaction_id = ${victim.id}::uuid`;
      case "adds an entry":
        return tx.$executeRaw`INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
          SELECT ${victim.id}::uuid, id, 1 FROM ledger_account
          WHERE id NOT IN (SELECT account_id FROM ledger_entry WHERE transaction_id = ${victim.id}::uuid) LIMIT 1`;
      case "changes a transaction":
        return tx.$executeRaw`UPDATE ledger_transaction SET kind = 'payment' WHERE id = ${victim.id}::uuid`;
      case "removes a transaction":
        return tx.$executeRaw`DELETE FROM ledger_transaction WHERE id = ${victim.id}::uuid`;
      case "empties the entries":
        return tx.$executeRaw`TRUNCATE ledger_entry`;
      case "posts out of balance":
        return post(tx, owner, [
          { account: receivable(owner.userId), amountCents: 100 },
          { account: clearing("ACH"), amountCents: -99 },
        ]);
      case "reverses twice":
        return reverseTwice(tx, owner, victim);
      default:
        return never(how);
    }
  };
  const answer = await database.unsafeTransaction(change).then(() => "done", String);
  if (!REFUSED.test(answer)) owner.wrong.push(`somebody who ${how} is not refused: ${answer}`);
}

async function reverseTwice(tx: Tx, owner: Owner, { id, postings }: Posted): Promise<void> {
  for (let times = 0; times < 2; times++) await post(tx, owner, reversed(postings), id);
}

const never = (how: never): never => {
  throw new Error(`Nobody knows how somebody ${String(how)}.`);
};

interface Line {
  userId: number;
  code: string;
  cents: string;
  transactions: number;
  [column: string]: unknown;
}

const HELD = {
  name: "ledger-properties.held",
  text: `SELECT i.user_id AS "userId", a.code, sum(e.amount_cents)::text AS cents, count(*)::int AS transactions
         FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
         JOIN payment_intent i ON i.id = t.intent_id JOIN ledger_account a ON a.id = e.account_id
         WHERE t.intent_id = ANY ($1::uuid[]) GROUP BY 1, 2`,
};
const UNBALANCED = {
  name: "ledger-properties.unbalanced",
  text: `SELECT t.id FROM ledger_entry e JOIN ledger_transaction t ON t.id = e.transaction_id
         WHERE t.intent_id = ANY ($1::uuid[]) GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
};

/** Holds what stands in the database against what was posted, customer by customer and account by account. */
async function compare(database: Database, owners: readonly Owner[]): Promise<string[]> {
  const intentIds = owners.map(({ intentId }) => intentId);
  const held = await database.read.sql<Line>(HELD, [intentIds]);
  const unbalanced = await database.read.sql<{ id: string }>(UNBALANCED, [intentIds]);
  const cached = await database.read.userBalance.findMany({
    where: { userId: { in: owners.map(({ userId }) => userId) } },
    select: { userId: true, balanceCents: true },
  });
  return [
    ...unbalanced.map(({ id }) => `transaction ${id} does not sum to zero`),
    ...owners.flatMap((owner) => {
      const own = held.filter(({ userId }) => userId === owner.userId);
      const balance = cached.find(({ userId }) => userId === owner.userId);
      return compareOwner(owner, own, Number(balance?.balanceCents ?? 0));
    }),
  ];
}

function compareOwner({ userId, posted }: Owner, held: readonly Line[], cachedCents: number): string[] {
  const entries = posted.flatMap(({ postings }) => postings);
  const meant = Map.groupBy(entries, ({ account }) => account.code);
  const owedCents = posted.reduce((sum, each) => sum + each.owedCents, 0);
  const isSame = (code: string, line: Line | undefined) =>
    Number(line?.cents ?? 0) === sumPostings(meant.get(code) ?? []) &&
    (line?.transactions ?? 0) === (meant.get(code) ?? []).length;
  const codes = new Set([...meant.keys(), ...held.map(({ code }) => code)]);
  return [
    ...[...codes]
      .filter(
        (code) =>
          !isSame(
            code,
            held.find((line) => line.code === code),
          ),
      )
      .map((code) => `account ${code} does not hold what was posted for customer ${userId}`),
    ...(sumPostings(entries) === 0 ? [] : [`what was posted for customer ${userId} does not sum to zero`]),
    ...(cachedCents === owedCents
      ? []
      : [`the balance of customer ${userId} is ${cachedCents} instead of ${owedCents} cents`]),
  ];
}

const sumPostings = (postings: readonly Posting[]): number =>
  postings.reduce((sum, { amountCents }) => sum + amountCents, 0);
