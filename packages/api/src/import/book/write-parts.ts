import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Tx } from "@countinghouse/db";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { DomainError } from "../../errors.ts";
import { writeAsJob } from "../../job-writes.ts";
import { lockUsers } from "../../locks.ts";
import { externalKey } from "../candidate.ts";
import { inHalves } from "../in-halves.ts";
import { noteCustomers } from "../undo/note-customers.ts";
import { type MadeChange, type RowChange, writeChanges } from "./changes.ts";
import { type BookPlan, NOTHING_MORE } from "./customer-book.ts";
import { type StoredDocument, storeDocuments, writeDocuments } from "./documents.ts";
import { readMoney } from "./here.ts";
import type { BookContext } from "./import-book.ts";
import { writeApplications } from "./write-applications.ts";
import { writeFacts } from "./write-facts.ts";
import type { Part, Target } from "./write-intents.ts";
import { writeMovements } from "./write-movements.ts";

/** What of a customer is to be written. */
export interface PlannedCustomer {
  userId: number;
  customer: string;
  plan: Pick<BookPlan, "book" | "movements" | "replaces" | "basis" | "changes">;
}

/** A transaction has to end before the database loses its patience, also on a busy machine. */
const ROWS_IN_TRANSACTION = 4_000;
const MOVEMENTS_IN_PART = 500;

/**
 * Writes what is planned of customers, many in one transaction: a customer who has more than fits into one is written in
 * several, payments the oldest first. Each leaves an audit event of the customer. What is there already stays.
 */
export async function writeCustomers(
  context: BookContext,
  customers: readonly PlannedCustomer[],
  admins: ReadonlyMap<string, string>,
): Promise<void> {
  const files = new Map<number, StoredDocument[]>();
  for (const { userId, plan } of customers) {
    const { documents, run } = context;
    if (documents === null || plan.book.documents.length === 0) continue;
    const unknown = await unknownDocuments(context, plan.book.documents);
    files.set(userId, await storeDocuments(documents, { userId, source: run.source }, unknown));
  }
  for (const group of groupParts(customers.flatMap(customerParts)))
    await inHalves(group, (parts) => writeGroup(context, parts, files, admins));
}

interface WeighedPart extends Part {
  basis: BookPlan["basis"];
  changes: readonly RowChange[];
  rows: number;
  isFirst: boolean;
}

function customerParts({ userId, customer, plan }: PlannedCustomer): WeighedPart[] {
  const { book, movements, replaces, basis, changes } = plan;
  const inOrder = movements.toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  );
  const first = inOrder.slice(0, MOVEMENTS_IN_PART);
  const rows = Object.values(book).reduce((sum, of) => sum + of.length, first.length - book.payments.length);
  const parts: WeighedPart[] = [
    { userId, customer, book, movements: first, replaces, basis, changes, rows, isFirst: true },
  ];
  for (let from = MOVEMENTS_IN_PART; from < inOrder.length; from += MOVEMENTS_IN_PART) {
    const some = inOrder.slice(from, from + MOVEMENTS_IN_PART);
    parts.push({
      userId,
      customer,
      book,
      movements: some,
      replaces: null,
      basis: null,
      changes: [],
      rows: some.length,
      isFirst: false,
    });
  }
  return parts;
}

/** As many parts in one transaction as fit; those of one customer follow each other. */
function groupParts(parts: readonly WeighedPart[]): WeighedPart[][] {
  const groups: WeighedPart[][] = [];
  let rows = 0;
  for (const part of parts) {
    rows += part.rows;
    const group = groups.at(-1);
    if (group && part.isFirst && rows <= ROWS_IN_TRANSACTION) group.push(part);
    else {
      groups.push([part]);
      rows = part.rows;
    }
  }
  return groups;
}

const writeGroup = (
  context: BookContext,
  group: readonly WeighedPart[],
  files: ReadonlyMap<number, StoredDocument[]>,
  admins: ReadonlyMap<string, string>,
): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    const { vault, run, adminId } = context;
    const target: Target = {
      source: run.source,
      runId: run.id,
      adminId,
      now,
      isAtWork: context.isAtWork,
      vault,
    };
    const userIds = group.map(({ userId }) => userId);
    await lockUsers(tx, userIds);
    await refuseMovedMoney(tx, group);
    await followLater(tx);
    const facts = group.map((part) => (part.isFirst ? part : { ...part, book: NOTHING_MORE }));
    const documents = facts.flatMap(({ userId, isFirst }) => (isFirst ? (files.get(userId) ?? []) : []));
    const applications = await writeApplications(tx, target, group);
    const changed = new Map<number, MadeChange[]>();
    for (const { userId, changes } of group)
      if (changes.length > 0) changed.set(userId, await writeChanges(tx, changes));
    const others = await writeFacts(tx, vault, target, facts, admins);
    const payments = await writeMovements(tx, target, group, applications.ids);
    const filed = await writeDocuments(tx, target, documents, applications.ids);
    await follow(tx, userIds);
    const replaced = new Map(
      group.flatMap(({ userId, replaces }) =>
        replaces === null ? [] : [[userId, replaces.intentId] as const],
      ),
    );
    const events = [...new Set(userIds)].flatMap((id) => {
      const written = {
        applications: applications.written.get(id) ?? 0,
        ...others.get(id),
        payments: payments.get(id) ?? 0,
        changed: changed.get(id)?.length ?? 0,
        replacedOpenings: replaced.has(id) ? 1 : 0,
        documents: filed.filter((userId) => userId === id).length,
      };
      const isNothing = Object.values(written).every((count) => count === 0);
      const after = { import: run.id, source: run.source, ...written };
      return isNothing ? [] : [{ subject: { type: "user", id }, after }];
    });
    const keys = new Map(group.map(({ userId, customer }) => [userId, externalKey(run.source, customer)]));
    await noteCustomers(
      tx,
      run.id,
      events.map(({ subject: { id } }) => ({
        userId: id,
        importKey: keys.get(id) ?? "",
        isMade: false,
        ...(replaced.has(id) ? { replacedOpeningId: replaced.get(id) } : {}),
        changed: changed.get(id),
      })),
    );
    return {
      result: undefined,
      audit: events.length === 0 ? null : { action: "users.importBook", requestId: randomUUID(), events },
    };
  });

/**
 * Refuses to write where the money of a customer is another one than the plan was made with: staff or a processor moved it before the
 * customer was locked. Throws CONFLICT.
 */
async function refuseMovedMoney(tx: Tx, group: readonly WeighedPart[]): Promise<void> {
  const planned = group.flatMap(({ userId, basis }) => (basis === null ? [] : [{ id: userId, ...basis }]));
  const found = await readMoney(
    (statement, values) => tx.$queryRawUnsafe(statement.text, ...values),
    planned,
  );
  const moved = planned.find(({ id, money }) => !isDeepStrictEqual(found.get(id), money));
  if (moved !== undefined)
    throw new DomainError(
      "CONFLICT",
      `The money of customer ${moved.id} was changed while this import ran. The import ended there. Start it again: what it wrote stays.`,
    );
}

/** From here on what lists show of users is not set right for each row. */
const followLater = (tx: Tx) => tx.$executeRaw`SELECT set_config('countinghouse.loading', 'on', true)`;

/** Sets right what lists show of these users, for all at once. */
async function follow(tx: Tx, userIds: readonly number[]): Promise<void> {
  await tx.$executeRaw`SELECT set_config('countinghouse.loading', 'off', true)`;
  await tx.$executeRaw`SELECT refresh_user_standing(${[...userIds]}::int[])`;
}

/** The documents that are not here yet: those that are need not be stored once more. */
async function unknownDocuments({ db, run }: BookContext, documents: readonly BookRow[]): Promise<BookRow[]> {
  const documentKey = (row: BookRow) => externalKey(run.source, String(row.documentId));
  const known = await db.read.userFile.findMany({
    where: { importKey: { in: documents.map(documentKey) } },
    select: { importKey: true },
  });
  const there = new Set(known.map(({ importKey }) => importKey));
  return documents.filter((row) => !there.has(documentKey(row)));
}
