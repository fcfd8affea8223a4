import path from "node:path";
import { parseArgs } from "node:util";
import {
  isImportField,
  isTableKind,
  TABLE_KINDS,
  type TableChoice,
  USER_FIELDS,
} from "@countinghouse/api/import/fields";
import { type HeaderChoice, SAMPLE_ROWS } from "@countinghouse/api/import/reading/layout";
import type { Separator } from "@countinghouse/api/import/reading/separator";
import type { ImportOptions } from "@countinghouse/api/import/run-import";
import { UsageError } from "./command.ts";

/** The usage text of the command. */
export const IMPORT_USAGE = `Brings a lender's book from another system: customers, applications, payments and the rest, from .csv and other text files
and from .xlsx workbooks. docs/import.md has the sheets and their columns.

  npm run import -- FILE --dry-run
  npm run import -- customers.csv applications.csv payments.csv --email=sofia@example.com
  npm run import -- FILE --source=oldsystem --map "Cust Ref=externalId" --map "Region="

Each row is added, completes a customer who is there, or is refused with its reason; a second run changes nothing else.

  --dry-run       says what would happen and changes nothing
  --source=NAME   the system the file comes from: its ids are known under this name (csv)
  --email=ADDRESS the SUPERADMIN in whose name it is brought, where there is more than customers
  --documents=DIR the folder, or the zip, of the documents: as their sheet names them, else each in a folder named by the
                  id of its customer
  --update        changes what stands here otherwise than in the file, instead of listing it
  --strict        refuses a row for any cell that can not be read, instead of leaving the cell empty
  --sheet T=KIND  reads the table T as this kind, or leaves it out ("T="). T is the name of the file; of a sheet of a workbook
                  FILE#SHEET. Kinds: ${TABLE_KINDS.join(", ")}
  --map H=FIELD   takes the column with the header H for this field, or for none ("H="); kept for the source
  --map T#N=FIELD the same for column N of the table T, counted from 1: where two columns have one header, or two tables
  --hidden=WORD   read, or leave-out: the rows and columns that a workbook hides
  --encoding=E    instead of the encoding that is found: utf-8, utf-16le, windows-1252 …
  --separator=S   instead of the separator that is found: comma, semicolon, tab, pipe
  --dates=ORDER   what 4/7/20 is: mdy or dmy
  --numbers=FORM  what 1.234,50 is: us or eu
  --signs=WHICH   where type or column and sign of a payment say its direction, which decides: type or amount
  --paid-in=WHICH which of the columns Debit and Credit holds what customers paid: debit or credit
  --header-line=N the line, or row of a sheet, that holds the names of the columns, instead of the one that is found; 0 where
                  none does: then say each column by --map T#N=FIELD
  --header-line T=N the same for the table T alone
  --undo=ID       takes a whole import back, as far as nothing was done since with the customers it brought; its id is told
                  when it begins. With --dry-run it says what would go. Needs --email
  --templates=DIR writes an empty file for each sheet, its header alone
  --columns       prints the sheets and their columns
  --help          this

Refused rows go to FILE.refused.csv with their reasons, to be mended and imported again; cells that were left empty, mended
or stand otherwise here go to FILE.findings.csv. Fields: ${USER_FIELDS.join(", ")}.`;

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
    throw new UsageError("Name a file: npm run import -- FILE. With --help it says more.");
  const lines = values["header-line"] ?? [];
  const said = parseTables({ ...values, lines }, positionals);
  const line = lines.findLast((word) => !word.includes("="));
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
      ...(values.encoding ? { encoding: values.encoding } : {}),
      ...(values.separator
        ? { separator: parseChoice("separator", values.separator, SEPARATOR_BY_NAME) }
        : {}),
      ...(values.dates
        ? { dates: parseChoice("dates", values.dates, { mdy: "mdy", dmy: "dmy" } as const) }
        : {}),
      ...(values.numbers
        ? { numbers: parseChoice("numbers", values.numbers, { us: "us", eu: "eu" } as const) }
        : {}),
      ...(values.signs
        ? { signs: parseChoice("signs", values.signs, { type: "type", amount: "amount" } as const) }
        : {}),
      ...(values["paid-in"]
        ? { paidIn: parseChoice("paid-in", values["paid-in"], { debit: "debit", credit: "credit" } as const) }
        : {}),
      ...(line === undefined ? {} : { headerLine: parseHeaderLine(line) }),
      ...said,
      leaveOutHidden: parseChoice("hidden", values.hidden, { read: false, "leave-out": true }),
    },
  };
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
        hidden: { type: "string", default: "read" },
        encoding: { type: "string" },
        separator: { type: "string" },
        dates: { type: "string" },
        numbers: { type: "string" },
        signs: { type: "string" },
        "paid-in": { type: "string" },
        "header-line": { type: "string", multiple: true },
        columns: { type: "boolean", default: false },
        templates: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (error) {
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split(". ");
    throw new UsageError(`${reason.replace(/\.$/, "")}. With --help it says what there is.`);
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

function parseChoice<Value>(option: string, word: string, known: Readonly<Record<string, Value>>): Value {
  const value = known[word];
  if (value === undefined)
    throw new UsageError(
      `--${option} is one of ${Object.keys(known)
        .filter((name) => name.length > 1)
        .join(", ")}.`,
    );
  return value;
}

function parseHeaderLine(word: string): number {
  const line = Number(word);
  if (!/^\d+$/.test(word) || line > SAMPLE_ROWS)
    throw new UsageError(
      `--header-line is a line from 1 to ${SAMPLE_ROWS}, or 0 where no line names the columns.`,
    );
  return line;
}

function parseRunId(word: string): string {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word))
    throw new UsageError("--undo takes the id of an import, as it was told when it began.");
  return word.toLowerCase();
}

/** Returns the two sides of the last equals sign. A header can contain one, but a field and a kind cannot. */
function parsePair(option: string, form: string, word: string): [string, string] {
  const at = word.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--${option} takes "${form}".`);
  return [word.slice(0, at).trim(), word.slice(at + 1).trim()];
}

/** Returns the choices for tables, for their columns by number, and for columns by header. */
function parseTables(
  { sheet: sheets = [], map: maps = [], lines }: { sheet?: string[]; map?: string[]; lines: string[] },
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
  for (const word of sheets) {
    const [place, kind] = parsePair("sheet", "FILE=KIND", word);
    if (!isPlace(place)) throw new UsageError(`--sheet: ${place} is none of the files. ${PLACES}`);
    if (kind === "") ofPlace(place).kind = null;
    else if (isTableKind(kind)) ofPlace(place).kind = kind;
    else throw new UsageError(`--sheet: the kinds are ${TABLE_KINDS.join(", ")}.`);
  }
  for (const word of lines.filter((one) => one.includes("="))) {
    const [place, line] = parsePair("header-line", "FILE=N", word);
    if (!isPlace(place)) throw new UsageError(`--header-line: ${place} is none of the files. ${PLACES}`);
    ofPlace(place).headerLine = parseHeaderLine(line);
  }
  const mapping: HeaderChoice[] = [];
  for (const word of maps) {
    const [column, field] = parsePair("map", "Header=field", word);
    if (field !== "" && !isImportField(field))
      throw new UsageError(`--map: there is no field ${field}. With --help it says which.`);
    const [, place = "", position = ""] = /^(.+)#(\d+)$/.exec(column) ?? [];
    if (isPlace(place)) ofPlace(place).columns.push({ position: Number(position), field: field || null });
    else mapping.push([column, field || null]);
  }
  return { tables: [...byPlace.values()], mapping };
}

const PLACES = "Name a file, or FILE#SHEET for a sheet of a workbook.";
