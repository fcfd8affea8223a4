import { kindFields, type TableKind } from "./kinds.ts";
import { isMoneyColumn } from "./money-columns.ts";
import { readMoney } from "./values.ts";

/** What a column of a file is taken for, and why. */
export interface Heading {
  header: string;
  /** The field of ours, or null where it is not understood or not wanted. */
  field: string | null;
  /**
   * Its name says it; it is guessed from its name; the user has said it; an earlier column says it already; nothing says it.
   */
  how: "named" | "guessed" | "given" | "repeated" | "unknown";
  /** The field that an earlier column says already. */
  repeats?: string;
}

/** Words written short, as they stand in headers. */
const WRITTEN_OUT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    no: "number",
    nr: "number",
    num: "number",
    nbr: "number",
    cust: "customer",
    clt: "client",
    soc: "social",
    sec: "security",
    addr: "address",
    adr: "address",
    tel: "telephone",
    ph: "phone",
    mob: "mobile",
    acct: "account",
    acc: "account",
    biz: "business",
    bus: "business",
    app: "application",
    appl: "application",
    appr: "approved",
    amt: "amount",
    pmt: "payment",
    pymt: "payment",
    pay: "payment",
    dt: "date",
    bal: "balance",
    sched: "schedule",
    fed: "federal",
    addl: "additional",
    fname: "firstname",
    lname: "lastname",
    desc: "description",
    trans: "transaction",
    txn: "transaction",
    exp: "expiration",
    orig: "origination",
  }),
);

/** Words that say nothing of what is in a column, once another one does. */
const FILLERS = new Set(
  "the of a mailing billing physical home primary main current full customer client borrower applicant owner business company legal us usa usd number code id no value text field name cust contact info principal place registered".split(
    " ",
  ),
);

/** Names that are too weak to be guessed by: they have to stand there alone. */
const NEVER_GUESSED = new Set(["id", "name", "date", "type", "status", "customer", "business", "company"]);

const headerWords = (header: string): string[] =>
  header
    .replace(/\([^)]*\)|\[[^\]]*\]/g, " ")
    .replace(/#/g, " number ")
    .replace(/\be[- ]?mail/gi, "email")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => WRITTEN_OUT.get(word) ?? word);

const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, "");

interface Names {
  exact: Map<string, string>;
  loose: Map<string, string>;
}

const namesByKind = new Map<TableKind, Names>();

function columnNames(kind: TableKind): Names {
  const known = namesByKind.get(kind);
  if (known) return known;
  const names: Names = { exact: new Map(), loose: new Map() };
  for (const [field, { title, synonyms, not = "" }] of kindFields(kind)) {
    for (const name of [field, title, ...synonyms].filter((word) => joined(word) !== joined(not))) {
      for (const spelled of [joined(name), headerWords(name).join("")])
        if (!names.exact.has(spelled)) names.exact.set(spelled, field);
      const loose = joinLoosely(headerWords(name));
      if (loose && !NEVER_GUESSED.has(loose) && !names.loose.has(loose)) names.loose.set(loose, field);
    }
  }
  namesByKind.set(kind, names);
  return names;
}

/** What is left of words without fillers, in one order. */
const joinLoosely = (words: readonly string[]): string =>
  words
    .filter((word) => !FILLERS.has(word))
    .sort()
    .join(" ");

/** "Principal Amount" is a part of an amount, where "Principal Phone" is the owner's. */
const isPartOfAmount = (kind: TableKind, field: string | undefined, words: readonly string[]): boolean =>
  field !== undefined && kindFields(kind).get(field)?.kind === "money" && words.includes("principal");

/** The first cells of a column, by its place among the headers. */
type Samples = (index: number) => readonly string[];

const MASKED = /[*•]{2,}|^x{3,}[ -]?\d/i;
const NAME = /^\P{N}*\p{L}\P{N}*$/u;

const isAmount = (cell: string): boolean => (readMoney(cell) ?? readMoney(cell, "eu")) !== null;

/** A masked number is no id, days are no money that was received, and "Customer" above names is a name by which the program knows a customer. */
function namedField(
  kind: TableKind,
  field: string | undefined,
  header: string,
  samples: () => readonly string[],
): string | undefined {
  const isMoney = field !== undefined && isMoneyColumn(field);
  if (field === undefined || (!isMoney && kindFields(kind).get(field)?.kind !== "id")) return field;
  const cells = samples()
    .map((cell) => cell.trim())
    .filter(Boolean);
  if (isMoney) return cells.length === 0 || cells.some(isAmount) ? field : undefined;
  if (cells.some((cell) => MASKED.test(cell))) return undefined;
  const isName =
    field === "externalId" && joined(header) === "customer" && cells.some((cell) => NAME.test(cell));
  return isName ? "customerName" : field;
}

/**
 * Returns the field that each header of a table stands for. `given` names the field of a column by its place, or null for a column
 * that is not wanted. Of two columns with the same field the first counts, one that is named before one that is guessed.
 */
export function readHeadings(
  kind: TableKind,
  headers: readonly string[],
  given: readonly (string | null | undefined)[] = [],
  samples: Samples = () => [],
): Heading[] {
  const { exact, loose } = columnNames(kind);
  const candidates = headers.map((header, index): Heading => {
    const said = given[index];
    if (said !== undefined) return { header, field: said, how: "given" };
    const words = headerWords(header);
    // "Borrower #" is a number, where "Borrower" is a name.
    const plain = header.includes("#") ? undefined : exact.get(joined(header));
    const named = namedField(kind, plain ?? exact.get(words.join("")), header, () => samples(index));
    if (named !== undefined) return { header, field: named, how: "named" };
    const guessed = namedField(kind, loose.get(joinLoosely(words)), header, () => samples(index));
    return guessed === undefined || isPartOfAmount(kind, guessed, words)
      ? { header, field: null, how: "unknown" }
      : { header, field: guessed, how: "guessed" };
  });
  const taken = new Map<string, Heading>();
  for (const how of ["given", "named", "guessed"] as const) {
    for (const heading of candidates) {
      if (heading.how === how && heading.field !== null && !taken.has(heading.field))
        taken.set(heading.field, heading);
    }
  }
  return candidates.map((heading) =>
    heading.field === null || taken.get(heading.field) === heading
      ? heading
      : { header: heading.header, field: null, how: "repeated", repeats: heading.field },
  );
}
