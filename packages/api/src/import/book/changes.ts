import { Prisma, type Tx } from "@countinghouse/db";
import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { lockApplication } from "../../locks.ts";
import type { Difference, Facts } from "./differences.ts";
import { momentOfText } from "./write-intents.ts";

const TABLES = {
  applications: "application",
  offers: "offer",
  schedules: "payment_schedule",
  accounts: "bank_account",
  cards: "card",
} as const;
type ChangedSheet = keyof typeof TABLES;

/** A row of the database that an import changes: the columns as they are to be. */
export interface RowChange {
  table: (typeof TABLES)[ChangedSheet];
  id: number;
  after: Record<string, string | number | boolean>;
}

/** Columns that `--update` may always change, by field. */
const DESCRIPTIVE: Readonly<Partial<Record<SheetName, Record<string, string>>>> = {
  applications: { workflowUsed: "workflow_used", dealId: "deal_id" },
  accounts: { bank: "name" },
  cards: { cardName: "card_name", issuer: "issuer", expiry: "expiry" },
};

/** Columns that it may change while nothing was paid out, or paid, of the row, and its terms are not decided here. */
const UNMOVED: Readonly<Partial<Record<SheetName, Record<string, string>>>> = {
  applications: {
    expiresOn: "expires_at",
    approvedAmount: "approved_amount_cents",
    paybackAmount: "payback_amount_cents",
    paymentAmount: "payment_amount_cents",
    discountAmount: "discount_amount_cents",
    disbursementAmount: "disbursement_amount_cents",
    disbursementFee: "disbursement_fee_cents",
    ofeeRate: "ofee_rate",
    firstPaymentDate: "first_payment_date",
    lastPaymentDate: "last_payment_date",
    discountDate: "discount_date",
  },
  offers: {
    approvedAmount: "approved_amount_cents",
    paybackMultiplier: "payback_multiplier",
    selected: "selected",
  },
  schedules: { amount: "amount_cents", dueOn: "payment_date" },
};

const MOMENTS: readonly string[] = ["expires_at"];

/** Tables whose rows count their changes: a form that was opened before is refused. */
const VERSIONED: readonly string[] = [TABLES.applications, TABLES.schedules];

/** Whether money has moved of what is here: it was paid out, or an instalment of it was paid. */
const hasMoved = (facts: Facts): boolean => Boolean(facts.fundedOn) || Number(facts.paidCents ?? 0) > 0;

/** An instalment of which a payment is under way stays, and so does one whose new day is before today. */
const isHeld = (facts: Facts): boolean => facts.isUnderWay === true || facts.isBeforeToday === true;

const columnOf = (sheet: SheetName, field: string, facts: Facts): string | undefined =>
  DESCRIPTIVE[sheet]?.[field] ??
  (hasMoved(facts) || isHeld(facts) || facts.isDecided === true ? undefined : UNMOVED[sheet]?.[field]);

/** The fields of which `--update` may take what the file says. */
export const changeableFields = (
  sheet: SheetName,
  differing: readonly Difference[],
  facts: Facts,
): string[] =>
  differing.map(({ field }) => field).filter((field) => columnOf(sheet, field, facts) !== undefined);

/** Says why a field is left as it is. */
export function whyLeft(sheet: SheetName, field: string, facts: Facts): string {
  if (sheet === "payments" || hasMoved(facts)) return "Money that has moved is not changed by an import.";
  if (facts.isUnderWay === true) return "A payment of the instalment is under way.";
  if (facts.isBeforeToday === true) return "An instalment is not moved to a day before today.";
  if (field === "stage") return STAGE_LEFT;
  return facts.isDecided === true && UNMOVED[sheet]?.[field] !== undefined
    ? "The console works with these terms: change them there."
    : "An import does not change this field.";
}

const STAGE_LEFT =
  "An import does not change the stage of an application that is here: approval, contract and payout are steps of the console.";

/** The change of a row by some of its fields. */
export function toChange(sheet: SheetName, row: BookRow, facts: Facts, fields: readonly string[]): RowChange {
  const after = fields.flatMap((field) => {
    const column = columnOf(sheet, field, facts);
    const value = row[field];
    if (column === undefined || value === undefined) return [];
    return [[column, MOMENTS.includes(column) ? momentOfText(String(value)).toISOString() : value] as const];
  });
  return { table: TABLES[sheet as ChangedSheet], id: Number(facts.id), after: Object.fromEntries(after) };
}

/** A change as it was made, so that it can be undone. */
export interface MadeChange extends Omit<RowChange, "after"> {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Makes changes; returns each with the columns before and after, as the database has them. */
export async function writeChanges(tx: Tx, changes: readonly RowChange[]): Promise<MadeChange[]> {
  const made: MadeChange[] = [];
  for (const { table, id, after } of changes) {
    const before = await setColumns(tx, table, id, after);
    if (before !== null) made.push({ table, id, ...before });
  }
  return made;
}

/** Sets columns of a row; returns what they were and are, or null where the row is gone. */
async function setColumns(tx: Tx, table: RowChange["table"], id: number, columns: Record<string, unknown>) {
  const names = Object.keys(columns);
  const name = Prisma.raw(table);
  const read = async () => {
    const [found] = await tx.$queryRaw<{ row: Record<string, unknown> }[]>`
      SELECT to_jsonb(x) AS row FROM ${name} x WHERE id = ${id}`;
    return found && Object.fromEntries(names.map((column) => [column, found.row[column]]));
  };
  if (table === "application") await lockApplication(tx, id);
  else await tx.$executeRaw`SELECT 1 FROM ${name} WHERE id = ${id} FOR UPDATE`;
  const before = await read();
  if (before === undefined || names.length === 0) return null;
  const own = Prisma.raw(names.join(", "));
  const from = Prisma.raw(names.map((column) => `r.${column}`).join(", "));
  const version = Prisma.raw(VERSIONED.includes(table) ? ", version = x.version + 1" : "");
  await tx.$executeRaw`UPDATE ${name} x SET (${own}) = (
    SELECT ${from} FROM jsonb_populate_record(x, ${JSON.stringify(columns)}::jsonb) r)${version} WHERE x.id = ${id}`;
  return { before, after: (await read()) ?? {} };
}

interface Changed {
  userId: number;
  changed: MadeChange[];
}

const readChanged = (tx: Tx, runId: string, userIds: readonly number[]) => tx.$queryRaw<Changed[]>`
  SELECT user_id AS "userId", changed FROM import_customer
  WHERE run_id = ${runId}::uuid AND user_id = ANY(${[...userIds]}::int[]) AND changed IS NOT NULL ORDER BY user_id`;

/** The customers of whom something that an import changed was changed once more since. */
export async function changedSince(tx: Tx, runId: string, userIds: readonly number[]): Promise<number[]> {
  const since: number[] = [];
  for (const { userId, changed } of await readChanged(tx, runId, userIds))
    for (const { table, id, after } of changed) {
      const [found] = await tx.$queryRaw<{ same: boolean }[]>`
        SELECT to_jsonb(x) @> ${JSON.stringify(after)}::jsonb AS same FROM ${Prisma.raw(table)} x WHERE id = ${id}`;
      if (found?.same !== true) since.push(userId);
    }
  return since;
}

/** Sets back what an import changed of customers. */
export async function undoChanges(tx: Tx, runId: string, userIds: readonly number[]): Promise<void> {
  for (const { changed } of await readChanged(tx, runId, userIds))
    for (const { table, id, before } of changed.toReversed()) await setColumns(tx, table, id, before);
}
