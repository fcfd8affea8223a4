import { randomBytes } from "node:crypto";
import { Prisma, type Tx } from "@countinghouse/db";

/** Tables into which many rows are written at once. */
interface Rows {
  application: Prisma.ApplicationCreateManyInput;
  offer: Prisma.OfferCreateManyInput;
  payment_schedule: Prisma.PaymentScheduleCreateManyInput;
  payment_intent: Prisma.PaymentIntentCreateManyInput;
  payment_attempt: Prisma.PaymentAttemptCreateManyInput;
  manual_payment: Prisma.ManualPaymentCreateManyInput;
  ledger_account: Prisma.LedgerAccountCreateManyInput;
  ledger_transaction: Prisma.LedgerTransactionCreateManyInput;
  ledger_entry: Prisma.LedgerEntryCreateManyInput;
  bank_account: Prisma.BankAccountCreateManyInput;
  card: Prisma.CardCreateManyInput;
}

/**
 * Writes rows as `createMany` does, in one statement that is the same for any number of them: of thousands of rows that takes a
 * tenth of the time. All have the same columns. Returns how many were written; one that is there is left where `skipDuplicates`.
 */
export async function insertRows<Table extends keyof Rows>(
  tx: Tx,
  table: Table,
  rows: readonly Rows[Table][],
  { skipDuplicates = false }: { skipDuplicates?: boolean } = {},
): Promise<number> {
  const [first] = rows;
  if (first === undefined) return 0;
  const fields = Object.keys(first).map((field) => ({ field, column: columnName(field) }));
  const isSame = (field: string) =>
    rows.every((row) => Reflect.get(row, field) === Reflect.get(first, field));
  const [common, own] = partition(fields, ({ field }) => isSame(field));
  const names = (of: readonly Field[], from = "") =>
    of.map(({ column }) => (from === "" ? column : `${from}.${column}`));
  const into = Prisma.raw(table);
  const columns = Prisma.raw(names([...own, ...common]).join(", "));
  const values = Prisma.raw([...names(own, "r"), ...names(common, "c")].join(", "));
  return tx.$executeRaw`
    INSERT INTO ${into} (${columns}) SELECT ${values}
    FROM json_populate_recordset(NULL::${into}, convert_from(${toJson(rows, own)}, 'UTF8')::json) r
    CROSS JOIN json_populate_record(NULL::${into}, convert_from(${toJson([first], common)}, 'UTF8')::json -> 0) c
    ${skipDuplicates ? Prisma.raw("ON CONFLICT DO NOTHING") : Prisma.empty}`;
}

interface Field {
  field: string;
  column: string;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** The columns are named after the fields, everywhere. */
const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Bytes as PostgreSQL writes them. The names stand once for all rows, and the texts are put together by hand: rows are many. They
 * go to the database as bytes, since Prisma writes each text as JSON once more and reads it again.
 */
function toJson(rows: readonly object[], fields: readonly Field[]): Buffer<ArrayBuffer> {
  const names = fields.map(({ field, column }) => ({ field, name: `"${column}":` }));
  const texts = rows.map(
    (row) => `{${names.map(({ field, name }) => name + toText(Reflect.get(row, field))).join(",")}}`,
  );
  return Buffer.from(`[${texts.join(",")}]`);
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return JSON.stringify(value);
}

/** Takes ids of a table before its rows are written, as a secret needs that is sealed to the id of its row. */
export async function reserveIds(
  tx: Tx,
  table: "users" | "application" | "bank_account" | "card",
  count: number,
): Promise<number[]> {
  if (count === 0) return [];
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence(${table}, 'id'))::int AS id FROM generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

/** Of each call of the system for so many ids. */
const RANDOM = { ids: 1024, bytes: 8 };
let drawn = Buffer.alloc(0);

function nextRandom(): Buffer {
  if (drawn.length === 0) drawn = randomBytes(RANDOM.ids * RANDOM.bytes);
  const next = drawn.subarray(0, RANDOM.bytes);
  drawn = drawn.subarray(RANDOM.bytes);
  return next;
}

let last = { ms: 0, nth: 0 };
const MOST_OF_A_MS = 0x1000;

/** An id of version 7 (RFC 9562, section 5.7), as `@default(uuid(7))` makes it, after all that were made in this process before. */
export function newId(now: Date): string {
  const ms = now.getTime();
  last = ms > last.ms ? { ms, nth: 0 } : { ms: last.ms, nth: last.nth + 1 };
  if (last.nth === MOST_OF_A_MS) last = { ms: last.ms + 1, nth: 0 };
  const time = last.ms.toString(16).padStart(12, "0");
  const nth = last.nth.toString(16).padStart(3, "0");
  const random = nextRandom();
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const hex = random.toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${nth}-${hex.slice(0, 4)}-${hex.slice(4)}`;
}
