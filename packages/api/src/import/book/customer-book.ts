import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { changeableFields, type RowChange, toChange } from "./changes.ts";
import type { Compared, CustomerHere } from "./here.ts";
import { findMoved } from "./moved-days.ts";
import { type MoneyGiven, type MoneyHere, planOpening, type StandingOpening } from "./opening.ts";
import { divideRepeated } from "./repeated.ts";
import type { StagedRow } from "./stage.ts";
import { whyNotRow } from "./why-not-row.ts";
import { momentOfText } from "./write-intents.ts";

/** All that a book says of one customer, sheet by sheet. */
export type CustomerBook = { [Sheet in SheetName]: BookRow[] };

/** No row of any sheet. */
export const NOTHING_MORE: CustomerBook = {
  users: [],
  applications: [],
  offers: [],
  schedules: [],
  payments: [],
  accounts: [],
  cards: [],
  notes: [],
  remarks: [],
  documents: [],
};

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
  /** Which opening balance of its customer it is, counted from 1; null where it is none. */
  opening: number | null;
}

/** What is to be written of a customer, what is here already, and why a row can not be written. */
export interface BookPlan {
  /** The new rows. */
  book: CustomerBook;
  movements: Movement[];
  /** The opening balance that the new rows, or another balance, take the place of. */
  replaces: StandingOpening | null;
  /** The money that the plan of a balance was made with, as of the day of that balance; null where it was made without. */
  basis: { money: MoneyHere; day: string } | null;
  refused: Refusal[];
  /** Rows that are here, with what they say otherwise. */
  there: RowThere[];
  /** What `--update` changes of them. */
  changes: RowChange[];
  repeated: StagedRow[];
}

/** A row that is here, what it says otherwise, and of which fields the file is taken. */
export interface RowThere extends Compared {
  row: StagedRow;
  changed: string[];
}

/** Why a row is refused; `kind` is the reason without what differs from row to row. */
export interface Refusal {
  row: StagedRow;
  reason: string;
  kind?: string;
}

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const cents = (row: BookRow, field: string): number => Number(row[field] ?? 0);

/** Sheets that a wrong balance keeps from being written: together they make it. */
const MONEY: readonly SheetName[] = ["applications", "offers", "schedules", "payments"];

/** Sheets that a balance is made of. */
const BALANCED: readonly SheetName[] = ["applications", "payments"];

/** What a plan needs to know beside the rows. */
export interface PlanOptions {
  here: CustomerHere;
  /** The day in New York: that of a balance that names none. */
  today: string;
  /** The customer's day of birth, as YYYY-MM-DD; empty where it is not known. */
  born: string;
  /** A row of the customer was refused before. */
  isLacking: boolean;
  update: boolean;
}

/**
 * Puts together what a book says of a customer: what is new, what is here already, and what is refused. Money is refused as a whole
 * where a given balance is another one than the ledger will have (`planOpening`).
 */
export function planBook(rows: readonly StagedRow[], options: PlanOptions): BookPlan {
  const { here, today } = options;
  const refused: Refusal[] = [];
  const applications = new Set(
    rows
      .filter((row) => row.sheet === "applications" && whyNotRow(row, () => true, options) === null)
      .map(({ application }) => application),
  );
  const hasApplication = (id: string) => applications.has(id) || here.hasApplication(id);
  const kept = rows.filter((row) => {
    const reason = whyNotRow(row, hasApplication, options);
    if (reason !== null) refused.push({ row, reason });
    return reason === null;
  });
  const isLacking = options.isLacking || refused.some(({ row }) => BALANCED.includes(row.sheet));
  const { single, repeated, conflicts } = divideRepeated(kept);
  refused.push(...conflicts);
  const compared = single.flatMap((row) => {
    const found = here.compare(row);
    return found === null ? [] : [{ row, ...found }];
  });
  const schedules = Map.groupBy(
    single.filter(({ sheet }) => sheet === "schedules"),
    ({ application }) => application,
  );
  const moved = [...schedules].flatMap(([id, own]) => findMoved(own, here.instalments(id), today));
  const there = [...compared, ...moved].map((one) => ({
    ...one,
    changed: options.update ? changeableFields(one.row.sheet, one.differing, one.facts) : [],
  }));
  const isThere = new Set(there.map(({ row }) => row));
  const fresh = single.filter((row) => !isThere.has(row));
  const late = fresh.filter(
    ({ sheet, application }) => OF_NEW.includes(sheet) && here.hasApplication(application),
  );
  for (const row of late)
    refused.push({ row, reason: row.sheet === "schedules" ? `${LATE} ${LATE_DAY}` : LATE });
  const book = toCustomerBook(fresh.filter((row) => !late.includes(row)));
  const movements = book.payments.map(toMovement);
  const given = toGiven(book, movements, today, isLacking);
  const opening =
    typeof given === "string"
      ? { refused: given, kind: given }
      : planOpening(here.money, given, options.update);
  if (!("refused" in opening)) {
    const { write, replaces } = opening;
    const added = write === null ? [] : [toOpening(write, here.money.openings + 1)];
    const balance = typeof given === "string" ? null : given.balance;
    return {
      book,
      movements: [...movements, ...added],
      replaces,
      basis: balance === null && replaces === null ? null : { money: here.money, day: balance?.day ?? today },
      refused,
      there,
      changes: toChanges(there),
      repeated,
    };
  }
  const isMoney = ({ sheet }: StagedRow) => MONEY.includes(sheet) || sheet === "users";
  const others = there.filter(({ row }) => !isMoney(row));
  for (const row of single.filter((one) => isMoney(one) && !late.includes(one)))
    refused.push({ row, reason: opening.refused, kind: opening.kind });
  return {
    book: { ...book, applications: [], offers: [], schedules: [], payments: [] },
    movements: [],
    replaces: null,
    basis: null,
    refused,
    there: others,
    changes: toChanges(others),
    repeated,
  };
}

const toChanges = (there: readonly RowThere[]): RowChange[] =>
  there.flatMap(({ row, facts, changed }) =>
    changed.length === 0 ? [] : [toChange(row.sheet, row.row, facts, changed)],
  );

/** Sheets whose rows come in with their application. */
const OF_NEW: readonly SheetName[] = ["offers", "schedules"];

const LATE =
  "applicationId: the application is here already, without this row. Offers and instalments come in with their application.";

const LATE_DAY = "A day is compared where the files list as many instalments as are here.";

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
    opening: null,
  };
}

/** When an advance was paid out, as YYYY-MM-DD in New York; empty where it was not. */
const fundedDay = (row: BookRow): string =>
  row.fundedOn === undefined ? "" : newYorkDate(momentOfText(text(row, "fundedOn")));

/** What the new rows of a customer and its balance say of money, or why the balance can not be. */
function toGiven(
  { users, applications }: CustomerBook,
  movements: readonly Movement[],
  today: string,
  isLacking: boolean,
): MoneyGiven | string {
  const [customer] = users;
  if (customer !== undefined && text(customer, "balanceDate") > today)
    return "balanceDate: this day is still to come.";
  const advances = applications.filter((row) => row.fundedOn !== undefined);
  const paid = movements.filter(({ outcome }) => outcome !== "failed");
  const hasPaymentsUntil = (day: string) => paid.some((movement) => movement.day <= day);
  return {
    balance:
      customer === undefined
        ? null
        : { cents: cents(customer, "balance"), day: text(customer, "balanceDate") || today },
    movedUntil: (day) =>
      sum(advances.filter((row) => fundedDay(row) <= day).map((row) => cents(row, "paybackAmount"))) +
      sum(paid.map((movement) => movedUntil(movement, day))),
    hasRowsUntil: (day) => hasPaymentsUntil(day) || advances.some((row) => fundedDay(row) <= day),
    hasPaymentsUntil,
    isLacking,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

function movedUntil({ day, outcome, returnedOn, owedCents }: Movement, until: string): number {
  const isBack = outcome === "returned" && returnedOn <= until;
  return day <= until && !isBack ? owedCents : 0;
}

/** An opening balance as a movement, the nth of its customer. */
export const toOpening = (
  { cents: owedCents, day }: { cents: number; day: string },
  nth: number,
): Movement => ({
  id: "",
  application: "",
  day,
  owedCents,
  mode: "",
  description: "",
  outcome: "paid",
  returnedOn: "",
  returnCode: "",
  appliesTo: "oldest",
  opening: nth,
});
