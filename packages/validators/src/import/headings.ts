import { type SheetName, sheetColumns } from "./columns.ts";
import { COMPOUND_COLUMNS } from "./user-columns.ts";

/** What a column of a file is taken for, and why. */
export interface Heading {
  header: string;
  /** The field of ours, or null where it is not understood or not wanted. */
  field: string | null;
  /**
   * Its name says it; it is guessed from its name; the user has said it; an earlier column says it already; nothing says it.
   */
  how: "named" | "guessed" | "given" | "repeated" | "unknown";
}

/** Words written short, as they stand in headers. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
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
};

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
    .map((word) => WRITTEN_OUT[word] ?? word);

const joined = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, "");

interface Names {
  exact: Map<string, string>;
  loose: Map<string, string>;
}

const namesBySheet = new Map<SheetName, Names>();

function columnNames(sheet: SheetName): Names {
  const known = namesBySheet.get(sheet);
  if (known) return known;
  const names: Names = { exact: new Map(), loose: new Map() };
  const columns = Object.entries(sheetColumns(sheet));
  if (sheet === "users") columns.push(...Object.entries(COMPOUND_COLUMNS));
  for (const [field, { title, synonyms }] of columns) {
    for (const name of [field, title, ...synonyms]) {
      for (const spelled of [joined(name), headerWords(name).join("")])
        if (!names.exact.has(spelled)) names.exact.set(spelled, field);
      const loose = joinLoosely(headerWords(name));
      if (loose && !NEVER_GUESSED.has(loose) && !names.loose.has(loose)) names.loose.set(loose, field);
    }
  }
  namesBySheet.set(sheet, names);
  return names;
}

/** What is left of words without fillers, in one order. */
const joinLoosely = (words: readonly string[]): string =>
  words
    .filter((word) => !FILLERS.has(word))
    .sort()
    .join(" ");

/** "Principal Amount" is a part of an amount, where "Principal Phone" is the owner's. */
const isPartOfAmount = (sheet: SheetName, field: string | undefined, words: readonly string[]): boolean =>
  field !== undefined && sheetColumns(sheet)[field]?.kind === "money" && words.includes("principal");

/**
 * What each header of a file is taken for on a sheet. `given` says it for some headers: a field, or null for a column that is
 * not wanted. Of two columns of the same the first counts, one that is named before one that is guessed.
 */
export function readHeadings(
  sheet: SheetName,
  headers: readonly string[],
  given: Readonly<Record<string, string | null>> = {},
): Heading[] {
  const { exact, loose } = columnNames(sheet);
  const said = new Map(Object.entries(given).map(([header, field]) => [header.trim(), field]));
  const candidates = headers.map((header): Heading => {
    const field = said.get(header.trim());
    if (field !== undefined) return { header, field, how: "given" };
    const words = headerWords(header);
    // "Borrower #" is a number, where "Borrower" is a name.
    const plain = header.includes("#") ? undefined : exact.get(joined(header));
    const named = plain ?? exact.get(words.join(""));
    if (named !== undefined) return { header, field: named, how: "named" };
    const guessed = loose.get(joinLoosely(words));
    return guessed === undefined || isPartOfAmount(sheet, guessed, words)
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
      : { ...heading, field: null, how: "repeated" },
  );
}
