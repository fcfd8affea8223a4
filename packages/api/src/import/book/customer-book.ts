import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { formatCents } from "@countinghouse/validators/money";
import type { StagedRow } from "./stage.ts";
import { whyNotRow } from "./why-not-row.ts";

/** All that a book says of one customer, sheet by sheet. */
export type CustomerBook = { [Sheet in SheetName]: BookRow[] };

/** A movement of what a customer owes, before the move. */
export interface Movement {
  /** Names it within the source. */
  id: string;
  application: string;
  day: string;
  /** Above zero raises what is owed. */
  owedCents: number;
  mode: string;
  description: string;
  outcome: "paid" | "failed" | "returned";
  returnedOn: string;
  returnCode: string;
  /** Which instalments it pays first. */
  appliesTo: "oldest" | "newest";
  isOpening: boolean;
}

/** What is to be written of a customer, or why a row of it can not be. */
export interface BookPlan {
  book: CustomerBook;
  movements: Movement[];
  refused: { row: StagedRow; reason: string }[];
}

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const cents = (row: BookRow, field: string): number => Number(row[field] ?? 0);

/** Sheets that a wrong balance keeps from being written: together they make it. */
const MONEY: readonly SheetName[] = ["applications", "offers", "schedules", "payments"];

/** Sheets that a balance is made of. */
const BALANCED: readonly SheetName[] = ["applications", "payments"];

/**
 * Puts together what a book says of a customer. Where it gives a balance, what was paid out and what was paid have to come to it:
 * else what is of money is refused with the difference. A book that gives a balance and no payments has a payment of its own,
 * the opening balance, for what was paid before; none where `isLacking`, since an advance or a payment was refused before and comes
 * once it is mended. `today` is the day of a balance that names none.
 */
export function planBook(rows: readonly StagedRow[], today: string, isLacking = false): BookPlan {
  const refused: BookPlan["refused"] = [];
  const refuse = (row: StagedRow, reason: string) => void refused.push({ row, reason });
  const applications = new Set(
    rows.filter(({ sheet }) => sheet === "applications").map(({ application }) => application),
  );
  const kept = rows.filter((staged) => {
    const reason = whyNotRow(staged, applications, today);
    if (reason !== null) refuse(staged, reason);
    return reason === null;
  });
  const refusedFirst = refused.map(({ row }) => row.sheet);
  const isNew = once();
  const single = kept.filter((staged) => {
    const isFirst = isNew(stagedKey(staged));
    if (!isFirst) refuse(staged, "the row stands in these files before.");
    return isFirst;
  });
  const book = toCustomerBook(single);
  const movements = book.payments.map(toMovement);
  const isLost = isLacking || refusedFirst.some((sheet) => BALANCED.includes(sheet));
  const difference = openingMovement(book, movements, today, isLost);
  if (typeof difference !== "string")
    return { book, movements: difference ? [...movements, difference] : movements, refused };
  for (const staged of single) {
    if (MONEY.includes(staged.sheet)) refuse(staged, difference);
  }
  const [customer] = single.filter(({ sheet }) => sheet === "users");
  if (customer) refuse(customer, difference);
  return {
    book: { ...book, applications: [], offers: [], schedules: [], payments: [] },
    movements: [],
    refused,
  };
}

function toCustomerBook(rows: readonly StagedRow[]): CustomerBook {
  const of = (sheet: SheetName) => rows.filter((row) => row.sheet === sheet).map(({ row }) => row);
  return {
    users: of("users"),
    applications: of("applications"),
    offers: of("offers"),
    schedules: of("schedules"),
    payments: of("payments"),
    accounts: of("accounts"),
    cards: of("cards"),
    notes: of("notes"),
    remarks: of("remarks"),
    documents: of("documents"),
  };
}

/** Whether something comes for the first time. */
function once(): (key: string) => boolean {
  const seen = new Set<string>();
  return (key) => seen.size < seen.add(key).size;
}

/** By what a row is told from others of its sheet. */
function stagedKey({ sheet, application, line, table, row }: StagedRow): string {
  const parts: Record<SheetName, string> = {
    users: "",
    applications: application,
    offers: `${application} ${text(row, "optimized") || "false"}`,
    schedules: `${application} ${text(row, "dueOn")}`,
    payments: text(row, "paymentId"),
    accounts: `${text(row, "routing")} ${text(row, "accountNumber")}`,
    cards: text(row, "token"),
    notes: text(row, "noteId"),
    remarks: `${table} ${line}`,
    documents: text(row, "documentId"),
  };
  return `${sheet} ${parts[sheet]}`;
}

function toMovement(row: BookRow): Movement {
  const amount = cents(row, "amount");
  const isCredit = (text(row, "direction") === "CREDIT") !== amount < 0;
  return {
    id: text(row, "paymentId"),
    application: text(row, "applicationId"),
    day: text(row, "paidOn"),
    owedCents: isCredit ? Math.abs(amount) : -Math.abs(amount),
    mode: text(row, "mode"),
    description: text(row, "description"),
    outcome: (text(row, "outcome") || "paid") as Movement["outcome"],
    returnedOn: text(row, "returnedOn") || text(row, "paidOn"),
    returnCode: text(row, "returnCode"),
    appliesTo: text(row, "appliesTo") === "newest" ? "newest" : "oldest",
    isOpening: false,
  };
}

/** The opening balance that is missing, nothing, or why the given one can not be. */
function openingMovement(
  { users, applications }: CustomerBook,
  movements: readonly Movement[],
  today: string,
  isLost: boolean,
): Movement | string | null {
  const [customer] = users;
  if (customer?.balance === undefined) return null;
  if (text(customer, "balanceDate") > today) return "balanceDate: this day is still to come.";
  const given = cents(customer, "balance");
  const paidOut = applications
    .filter((row) => text(row, "fundedOn") !== "")
    .reduce((sum, row) => sum + cents(row, "paybackAmount"), 0);
  const moved = movements
    .filter(({ outcome }) => outcome === "paid")
    .reduce((sum, { owedCents }) => sum + owedCents, 0);
  const difference = given - paidOut - moved;
  if (difference === 0) return null;
  if (movements.length > 0) {
    return `balance: ${formatCents(given)} is given, advances of ${formatCents(paidOut)} and payments of ${formatCents(-moved)} come to ${formatCents(paidOut + moved)}: a difference of ${formatCents(difference)}.`;
  }
  if (isLost)
    return "balance: an advance or a payment of this customer is refused, so that it can not be told what was paid before. Mend it, and bring it with the balance.";
  return {
    id: "opening",
    application: "",
    day: text(customer, "balanceDate") || today,
    owedCents: difference,
    mode: "",
    description: "",
    outcome: "paid",
    returnedOn: "",
    returnCode: "",
    appliesTo: "oldest",
    isOpening: true,
  };
}
