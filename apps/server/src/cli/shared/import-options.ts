import path from "node:path";
import { parseArgs } from "node:util";
import {
  isImportField,
  isTableKind,
  READING_CHOICES,
  TABLE_KINDS,
  type TableChoice,
  USER_FIELDS,
} from "@countinghouse/api/import/fields";
import { type HeaderChoice, SAMPLE_ROWS } from "@countinghouse/api/import/reading/layout";
import type { Separator } from "@countinghouse/api/import/reading/separator";
import type { ImportOptions } from "@countinghouse/api/import/run-import";
import { UsageError } from "./command.ts";

/** The usage text of the command. */
export const IMPORT_USAGE = `Imports a lender's book from another system: customers, applications, payments and other rows.
Reads .csv and other text files, and .xlsx workbooks.
docs/import.md has the sheets and their columns.

  npm run import -- FILE --dry-run
  npm run import -- customers.csv applications.csv payments.csv --email=sofia@example.com
  npm run import -- FILE --source=oldsystem --map "Cust Ref=externalId" --map "Region="

Each row is added, completes an existing customer, or is refused with a reason.
A second run of the same files changes nothing.

  --dry-run       reports the outcome and changes nothing
  --source=NAME   the name of the other system, under which its ids are stored; default: csv
  --email=ADDRESS the SUPERADMIN in whose name the import runs; customers without balances need none
  --documents=DIR the folder or zip of the documents
                  Without a sheet of documents, each is in a folder named by its customer's id.
  --update        changes values that differ in the file; default: lists them
  --strict        refuses a row for any unreadable cell; default: leaves the cell empty
  --sheet T=KIND  the kind of the table T; "T=" leaves the table out
                  T is the name of the file, or FILE#SHEET for a sheet of a workbook.
                  Kinds: ${TABLE_KINDS.join(", ")}
  --map H=FIELD   the field of the column with the header H, stored for the source; "H=" leaves the column out
  --map T#N=FIELD the same for column N of the table T, counted from 1
                  Use it if two columns or two tables have the header.
  --hidden=WORD   read or leave-out: the rows and columns that a workbook hides; default: read
  --encoding=E    utf-8, utf-16le, windows-1252 …; default: detected
  --separator=S   comma, semicolon, tab or pipe; default: detected
  --dates=ORDER   mdy or dmy: the order of 4/7/20; default: detected
  --numbers=FORM  us or eu: 1,234.50 or 1.234,50; default: detected
  --signs=WHICH   type or amount: a payment's type or column, or the sign of its amount, gives the direction
  --paid-in=WHICH debit or credit: the column with the payments of customers
  --paid-in T=WHICH
                  the same for the table T alone
  --header-line=N the line, or the row of a sheet, with the column names; default: detected
                  0 means that no line names the columns: choose each column with --map T#N=FIELD.
  --header-line T=N
                  the same for the table T alone
  --undo=ID       undoes the import with this id, which the import prints at its start; needs --email
                  Customers with later activity stay.
                  With --dry-run it only counts.
  --templates=DIR writes an empty file for each sheet, with its header
  --columns       prints the sheets and their columns
  --help          prints this text

Refused rows go to FILE.refused.csv with their reasons.
Correct them there, and import that file.
FILE.findings.csv lists cells that were left empty or mended, and values that differ from the console.
Fields: ${USER_FIELDS.join(", ")}.`;

type Wanted =
  | { what: "columns" }
  | { what: "templates"; folder: string }
  | { what: "undo"; runId: string; email: string; dryRun: boolean }
  | ({ what: "import" } & Options);

type Options = { documentsFolder?: string } & Pick<
  ImportOptions,
  "files" | "source" | "email" | "dryRun" | "strict" | "update" | "reading"
>;

/** Returns the task on the command line. Throws UsageError. */
export function readImportOptions(args: readonly string[]): Wanted {
  const { values, positionals } = parsed(args);
  if (values.columns) return { what: "columns" };
  if (values.templates) return { what: "templates", folder: values.templates };
  if (values.undo)
    return {
      what: "undo",
      runId: parseRunId(values.undo),
      email: values.email ?? "",
      dryRun: values["dry-run"],
    };
  if (positionals.length === 0 && !values.documents)
    throw new UsageError("Name a file: npm run import -- FILE. See --help for details.");
  const { sheet, map } = values;
  const [line, lines] = splitWords(values["header-line"]);
  const [paidIn, paidIns] = splitWords(values["paid-in"]);
  return {
    what: "import",
    files: positionals,
    source: values.source,
    ...(values.documents ? { documentsFolder: values.documents } : {}),
    ...(values.email ? { email: values.email } : {}),
    dryRun: values["dry-run"],
    strict: values.strict,
    update: values.update,
    reading: {
      encoding: values.encoding || null,
      separator: parseChoice("separator", values.separator, SEPARATOR_BY_NAME),
      dates: parseWord("dates", values.dates, READING_CHOICES.dates),
      numbers: parseWord("numbers", values.numbers, READING_CHOICES.numbers),
      signs: parseWord("signs", values.signs, READING_CHOICES.signs),
      paidIn: parseWord("paid-in", paidIn, READING_CHOICES.paidIn),
      ...(line === undefined ? {} : { headerLine: parseHeaderLine(line) }),
      ...parseTables({ sheet, map, lines, paidIns }, positionals),
      leaveOutHidden: parseWord("hidden", values.hidden, ["read", "leave-out"]) === "leave-out",
    },
  };
}

/** Separates the last word for all tables from the words for one table, which have an equals sign. */
function splitWords(words: readonly string[] = []): [forAll: string | undefined, forOne: string[]] {
  return [words.findLast((word) => !word.includes("=")), words.filter((word) => word.includes("="))];
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args,
      options: {
        "dry-run": { type: "boolean", default: false },
        source: { type: "string", default: "csv" },
        email: { type: "string" },
        documents: { type: "string" },
        undo: { type: "string" },
        update: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        map: { type: "string", multiple: true },
        sheet: { type: "string", multiple: true },
        hidden: { type: "string" },
        encoding: { type: "string" },
        separator: { type: "string" },
        dates: { type: "string" },
        numbers: { type: "string" },
        signs: { type: "string" },
        "paid-in": { type: "string", multiple: true },
        "header-line": { type: "string", multiple: true },
        columns: { type: "boolean", default: false },
        templates: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new UsageError(`${reason.replace(/\.$/, "")}. See --help for the options.`);
  }
}

const SEPARATOR_BY_NAME: Readonly<Record<string, Separator>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  ",": ",",
  ";": ";",
  "|": "|",
};

/** Returns the value of a word, or null without a word. */
function parseChoice<Value>(
  option: string,
  word: string | undefined,
  known: Readonly<Record<string, Value>>,
): Value | null {
  if (!word) return null;
  const value = Object.hasOwn(known, word) ? known[word] : undefined;
  if (value !== undefined) return value;
  const names = Object.keys(known).filter((name) => name.length > 1);
  throw new UsageError(`--${option} takes one of ${names.join(", ")}.`);
}

const parseWord = <Word extends string>(option: string, word: string | undefined, known: readonly Word[]) =>
  parseChoice(option, word, Object.fromEntries(known.map((one) => [one, one] as const)));

function parseHeaderLine(word: string): number {
  const line = Number(word);
  if (!/^\d+$/.test(word) || line > SAMPLE_ROWS)
    throw new UsageError(
      `--header-line takes a line from 1 to ${SAMPLE_ROWS}, or 0 if no line names the columns.`,
    );
  return line;
}

function parseRunId(word: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word))
    throw new UsageError("--undo takes the id that an import prints at its start.");
  return word.toLowerCase();
}

/** Returns the two sides of the last equals sign. A header can contain one, but a field and a kind cannot. */
function parsePair(option: string, form: string, word: string): [string, string] {
  const at = word.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--${option} takes "${form}".`);
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

interface TableWords {
  sheet: string[] | undefined;
  map: string[] | undefined;
  lines: string[];
  paidIns: string[];
}

/** Returns the choices for tables, for their columns by number, and for columns by header. */
function parseTables(
  { sheet = [], map = [], lines, paidIns }: TableWords,
  files: readonly string[],
): { tables: TableChoice[]; mapping: HeaderChoice[] } {
  const byPlace = new Map<string, TableChoice>();
  const ofPlace = (place: string): TableChoice => {
    const choice = byPlace.get(place) ?? { place, columns: [] };
    byPlace.set(place, choice);
    return choice;
  };
  const names = files.map((file) => path.basename(file));
  const isPlace = (word: string) => names.some((name) => word === name || word.startsWith(`${name}#`));
  /** Returns the choice for the table before the equals sign, and the text after it. */
  const readWord = (option: string, form: string, word: string): [TableChoice, string] => {
    const [place, text] = parsePair(option, form, word);
    if (!isPlace(place)) throw new UsageError(`--${option}: there is no file for ${place}. ${PLACES}`);
    return [ofPlace(place), text];
  };
  for (const word of sheet) {
    const [choice, kind] = readWord("sheet", "FILE=KIND", word);
    if (kind === "") choice.kind = null;
    else if (isTableKind(kind)) choice.kind = kind;
    else throw new UsageError(`--sheet: the kinds are ${TABLE_KINDS.join(", ")}.`);
  }
  for (const word of lines) {
    const [choice, line] = readWord("header-line", "FILE=N", word);
    choice.headerLine = parseHeaderLine(line);
  }
  for (const word of paidIns) {
    const [choice, column] = readWord("paid-in", "FILE=WHICH", word);
    choice.paidIn = parseWord("paid-in", column, READING_CHOICES.paidIn) ?? undefined;
  }
  const mapping: HeaderChoice[] = [];
  for (const word of map) {
    const [column, field] = parsePair("map", "Header=field", word);
    if (field !== "" && !isImportField(field))
      throw new UsageError(`--map: there is no field ${field}. See --help for the fields.`);
    const [, place = "", position = ""] = /^(.+)#(\d+)$/.exec(column) ?? [];
    if (isPlace(place)) ofPlace(place).columns.push({ position: Number(position), field: field || null });
    else mapping.push([column, field || null]);
  }
  return { tables: [...byPlace.values()], mapping };
}

const PLACES = "Name a file, or FILE#SHEET for a sheet of a workbook.";
