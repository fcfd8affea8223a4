import type { Heading } from "@countinghouse/validators/import/headings";
import type { TableChoice } from "@countinghouse/validators/import/job-rules";
import {
  isOfCustomers,
  KIND_LABELS,
  kindFields,
  LOANS,
  missingColumns,
  type TableKind,
} from "@countinghouse/validators/import/kinds";
import { isMoneyColumn } from "@countinghouse/validators/import/money-columns";
import type { Header } from "./layout.ts";

/** A table whose kind is to be chosen: its header for each kind of which something is understood. */
export interface KindDraft {
  headers: readonly Header[];
  /** The cells of the line that names the columns where none of them is known. */
  names: readonly string[];
  choice: TableChoice | undefined;
  /** A sheet of a workbook: one of which nothing is understood is left out. */
  isTab: boolean;
}

/** The kind of a table: its header, or null with the question that the user has to answer, or null alone where it is left out. */
export interface ChosenKind {
  header: Header | null;
  asked: string | null;
  /** The kinds that fit. */
  fits: readonly TableKind[];
}

const fieldsOf = (headings: readonly Heading[]): ReadonlySet<string> =>
  new Set(headings.flatMap(({ field }) => field ?? []));

const isComplete = ({ kind, headings }: Header): boolean =>
  missingColumns(kind, fieldsOf(headings)).length === 0;

/** Two columns with a name, such as State and Name: a list that other sheets look something up in. */
const LOOK_UP_COLUMNS = 2;
const columnsOf = ({ headings }: Header): number =>
  headings.filter(({ header }) => header.trim() !== "").length;

const PAID = /\b(?:paid|posted|transaction|settled|returned)\b/i;
const PAYMENT_FIELDS: readonly string[] = ["direction", "mode", "outcome", "returnedOn", "returnCode"];
const NAMED_ID = /\b(?:transaction|txn|trans|payment|pmt|reference|ref)\b/i;

/** A transaction id, a type or a day of payment: the rows are payments that were made, and no instalments. */
const isOfPayments = ({ headings }: Header): boolean =>
  headings.some(
    ({ header, field }) =>
      (field !== null && (PAYMENT_FIELDS.includes(field) || isMoneyColumn(field))) ||
      (field === "paymentId" && NAMED_ID.test(header)) ||
      (field === "paidOn" && PAID.test(header)),
  );

/** "Payment Date" may be the day on which an instalment is due, or the day on which it was paid. */
const isDueByName = ({ headings }: Header): boolean =>
  headings.some(
    ({ header, field, how }) => field === "dueOn" && (how === "given" || /\bdue\b/i.test(header)),
  );

const RETURN_CODE = /\b(?:return|reason)\b.*\bcode\b|^(?:ret|addenda) ?code$/i;
const OF_A_BANK = /\b(?:account|acct|routing|trace|amount)\b/i;

/** A list of returned payments, as banks and processors write them. */
const isOfReturns = (names: readonly string[]): boolean =>
  names.some((name) => RETURN_CODE.test(name)) && names.some((name) => OF_A_BANK.test(name));

/** Chooses the kind of each table of an import: what the user says, else the kind of which most is understood. */
export function chooseKinds(drafts: readonly KindDraft[]): ChosenKind[] {
  const others = drafts.filter(({ choice }) => choice?.kind === undefined);
  const customers = others.flatMap((draft) => customersOf(draft, drafts.length === 1) ?? []);
  return drafts.map((draft) => chooseKind(draft, customers, drafts.length === 1));
}

function customersOf({ headers, choice }: KindDraft, isOnly: boolean): Header | null {
  if (choice?.kind !== undefined && choice.kind !== "users") return null;
  const best = bestOf(headers.filter((header) => header.kind !== LOANS && isFit(header, isOnly, headers)));
  return best.length === 1 && best[0]?.kind === "users" && !hasFit(headers, LOANS) ? best[0] : null;
}

const hasFit = (headers: readonly Header[], kind: TableKind): boolean =>
  headers.some((header) => header.kind === kind && isComplete(header));

/** Whether a table is of this kind, as far as its header tells. */
function isFit(header: Header, isOnly: boolean, headers: readonly Header[]): boolean {
  const { kind, headings } = header;
  const isPaid = headers.some((other) => other.kind === "payments" && isOfPayments(other));
  // The import says of each row what it lacks where the file is alone.
  if (kind === "users" && isOnly) return true;
  if (kind === "users" || kind === LOANS) return isComplete(header) && isOfCustomers(fieldsOf(headings));
  return isComplete(header) && (kind !== "schedules" || (!isPaid && isDueByName(header)));
}

const bestOf = (headers: readonly Header[]): Header[] => {
  const score = Math.max(0, ...headers.map((header) => header.score));
  return headers.filter((header) => header.score === score && score > 0);
};

function chooseKind(
  { headers, names, choice, isTab }: KindDraft,
  customers: readonly Header[],
  isOnly: boolean,
): ChosenKind {
  if (choice?.kind === null) return { header: null, asked: null, fits: [] };
  if (choice?.kind !== undefined) {
    const [header = null] = headers.filter(({ kind }) => kind === choice.kind);
    return { header, asked: header && lacking(header), fits: [] };
  }
  const isOther = !customers.some((header) => headers.includes(header));
  const fitting = headers
    .filter((header) => isFit(header, isOnly, headers))
    .filter(({ kind }) => kind !== "users" || !isOfReturns(names))
    .filter((header) => !isLookUp(header, customers, isOther));
  // Where customers have a table of their own, the rows with loans are applications alone.
  const best = bestOf(
    customers.length > 0 && isOther && fitting.some(({ kind }) => kind === "applications")
      ? fitting.filter(({ kind }) => kind !== LOANS && kind !== "users")
      : fitting,
  );
  const fits = best.map(({ kind }) => kind);
  const [header = null] = best;
  if (header !== null && best.length === 1) return { header, asked: null, fits };
  if (best.length > 1) return { header: null, asked: `It may be ${orList(fits)}.`, fits };
  if (isOfReturns(names))
    return {
      header: null,
      asked:
        "It is a list of returned payments. Those of the processor are on the page Chargebacks: Unprocessed; leave this list out.",
      fits: [],
    };
  const likely = likelyKinds(headers);
  return isTab && likely.length === 0
    ? { header: null, asked: null, fits: [] }
    : {
        header: null,
        asked: likely.length > 0 ? `It may be ${orList(likely)}.` : NOTHING_KNOWN,
        fits: likely,
      };
}

/** Says that no kind fits, and no column is known. */
export const NOTHING_KNOWN = "No column says what this table is.";

/** A list of two columns beside a table of customers. */
const isLookUp = (header: Header, customers: readonly Header[], isOther: boolean): boolean =>
  header.kind === "users" && isOther && customers.length > 0 && columnsOf(header) <= LOOK_UP_COLUMNS;

const hasAmount = ({ headings }: Header): boolean =>
  headings.some(({ field }) => field === "amount" || isMoneyColumn(field));

/** Kinds that nearly fit: instalments or payments without an id, and customers of whom the file says little. */
function likelyKinds(headers: readonly Header[]): TableKind[] {
  const of = (wanted: TableKind) => headers.find(({ kind }) => kind === wanted);
  const [schedules, payments, users] = [of("schedules"), of("payments"), of("users")];
  if (schedules && isComplete(schedules)) return ["payments", "schedules"];
  if (payments && isOfPayments(payments) && hasAmount(payments)) return ["payments"];
  return users && isComplete(users) && columnsOf(users) > LOOK_UP_COLUMNS ? ["users"] : [];
}

/** The columns that a table of a kind that was said does not have, or null. */
function lacking({ kind, headings }: Header): string | null {
  const missing = missingColumns(kind, fieldsOf(headings));
  if (missing.length === 0) return null;
  const titles = missing.map((wanted) =>
    orList(wanted.map((field) => kindFields(kind).get(field)?.title ?? field)),
  );
  return `${KIND_LABELS[kind]} need the column ${titles.join(", and ")}. Say which column it is.`;
}

const orList = (words: readonly string[]): string => {
  const labels = words.map((word) => (word in KIND_LABELS ? KIND_LABELS[word as TableKind] : word));
  return labels.length < 2 ? labels.join("") : `${labels.slice(0, -1).join(", ")} or ${labels.at(-1)}`;
};
