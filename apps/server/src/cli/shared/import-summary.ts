import { hiddenWords, secondTableWords } from "@countinghouse/api/import/fields";
import type { ImportProgress } from "@countinghouse/api/import/import-users";
import { askWords, dateWords } from "@countinghouse/api/import/reading/layout";
import { type FoundTable, placeOf, type TablesUnclear } from "@countinghouse/api/import/reading/open-table";
import { SEPARATOR_NAMES } from "@countinghouse/api/import/reading/separator";
import { type ImportSummary, sheetLabel, sheetWords } from "@countinghouse/api/import/run-import";
import { count } from "./count.ts";

/** Returns the progress in one line. */
export function progressLine(progress: ImportProgress, ms: number): string {
  const { rows, loaded, alreadyThere, refused } = progress;
  const speed = Math.round(rows / (ms / 1000));
  const more = [
    [progress.completed, "completed"],
    [progress.updated, "changed"],
    [progress.repeated, "repeated in the file"],
  ] as const;
  const extra = more.flatMap(([number, word]) => (number > 0 ? `${count(number)} ${word}, ` : [])).join("");
  return `${count(rows)} rows read, ${count(loaded)} loaded, ${extra}${count(alreadyThere)} already there, ${count(refused)} refused, ${count(speed)} rows/s`;
}

/** Returns the outcome of an import, table by table. */
export function summaryText(
  summary: ImportSummary,
  dryRun: boolean,
  { ms, bookMs }: { ms: number; bookMs: number },
): string {
  const { tables, passedOver, read } = summary;
  const lines = read.flatMap((found) => (found.kind === null ? [] : foundLines(found)));
  lines.push(...tables.flatMap((table) => tableLines(table, tables.length > 1, ms)));
  lines.push(...bookLines(summary.book, bookMs));
  if (dryRun) lines.unshift("This was a dry run. No data was changed.");
  for (const { place, layout } of read)
    for (const words of askWords(layout.asks)) lines.push(`${place}: ${words}`);
  if (passedOver.length > 0) lines.push(`Sheets left out: ${passedOver.join(", ")}`);
  return lines.join("\n");
}

const REPORT_MS = 1000;

/** Reports the progress of the other sheets about once a second. The time begins at the first report, once the files are in order. */
export function startBookProgress(say: (line: string) => void) {
  let startedAt: number | null = null;
  let saidAt = 0;
  const ms = () => (startedAt === null ? 0 : performance.now() - startedAt);
  return {
    ms,
    report: (customers: number) => {
      startedAt ??= performance.now();
      if (customers > 0 && ms() - saidAt < REPORT_MS) return;
      saidAt = ms();
      say(bookProgressLine(customers, ms()));
    },
  };
}

/** Returns a line with the peak memory of the process, from kilobytes. */
export const memoryLine = (kilobytes: number): string =>
  `Peak memory: ${count(Math.round(kilobytes / 1024))} MB`;

/** Returns the progress of the sheets other than customers in one line. */
const bookProgressLine = (customers: number, ms: number): string =>
  `Other sheets: ${count(customers)} customers done, ${count(Math.round(customers / Math.max(ms / 1000, 0.001)))} customers/s`;

function bookLines(book: ImportSummary["book"], ms: number): string[] {
  if (book === null) return [];
  const { sheets, customers, reasons, refusedFiles, findingsFiles } = book;
  return [
    bookProgressLine(customers, ms),
    ...sheets.map((sheet) => `${sheetLabel(sheet)}: ${sheetWords(sheet)}`),
    ...reasons.map(({ reason, rows }) => `${count(rows)} rows refused: ${reason}`),
    ...refusedFiles.map((file) => `Refused rows, each with its reason: ${file}`),
    ...findingsFiles.map((file) => `Findings in other rows: ${file}`),
  ];
}

function tableLines(
  { file, ...table }: ImportSummary["tables"][number],
  isOneOfMany: boolean,
  ms: number,
): string[] {
  const { layout, leftEmpty, mended, conflicts, reasons } = table;
  const lines = [...(isOneOfMany ? [`${placeOf(file, layout.tab)}:`] : []), progressLine(table, ms)];
  const cells = [
    [leftEmpty, "Cells left empty"],
    [mended, "Cells mended"],
    [conflicts, "Cells that differ from the console and change nothing"],
  ] as const;
  for (const [number, words] of cells) if (number > 0) lines.push(`${words}: ${count(number)}`);
  for (const { reason, rows } of reasons) lines.push(`${count(rows)} rows refused: ${reason}`);
  if (table.refusedFile) lines.push(`Refused rows, each with its reason: ${table.refusedFile}`);
  if (table.findingsFile) lines.push(`Findings in other rows: ${table.findingsFile}`);
  return lines;
}

/** Returns how one table was read: its kind, its detected format and its columns. */
function foundLines(found: FoundTable): string[] {
  const { place, kind, layout, hidden } = found;
  const { disagree } = dateWords(layout.spelling);
  const second = found.second();
  return [
    `${place} is read as ${kind}: ${readAs(found)}`,
    ...(disagree === null ? [] : [`${disagree} Choose with --dates.`]),
    ...headingLines(found),
    ...(hidden === null ? [] : [`${hiddenWords(hidden)} --hidden=leave-out leaves them out.`]),
    ...(second === null ? [] : [secondTableWords(second)]),
  ];
}

function readAs({ layout, tables }: FoundTable): string {
  const { encoding, separator, tab, titleLines, headerLine, spelling } = layout;
  const footers = tables[0]?.footers().length ?? 0;
  return [
    tab === null ? encoding : `sheet "${tab}"`,
    separator && `separator ${SEPARATOR_NAMES[separator]}`,
    titleLines > 0 && `${titleLines} title lines`,
    headerLine !== null && headerLine > 1 && `column names in line ${headerLine}`,
    headerLine === 0 && "no line of column names",
    footers > 0 && `${footers} lines below the rows left out`,
    `dates ${dateWords(spelling).order}`,
    spelling.daysFrom1904 && "days counted from 1904",
    `amounts like ${spelling.numbers === "eu" ? "1.234,50" : "1,234.50"}`,
    spelling.ssnLostZeros && "SSNs that lost their zeros",
  ]
    .filter(Boolean)
    .join(", ");
}

function headingLines({ layout: { headings }, differing }: FoundTable): string[] {
  const list = (words: string, hows: readonly string[]) => {
    const columns = headings.filter(({ field, how }) => field !== null && hows.includes(how));
    return columns.length > 0
      ? [`${words}: ${columns.map(({ header, field }) => `${header} is ${field}`).join(", ")}`]
      : [];
  };
  const ignored = headings.filter(({ header, field }) => field === null && header.trim() !== "");
  return [
    ...list("Columns read", ["named", "given"]),
    ...list("Columns guessed", ["guessed"]),
    ...(ignored.length > 0 ? [`Columns ignored: ${ignored.map(({ header }) => header).join(", ")}`] : []),
    ...[...differing()].map(
      ([index, rows]) =>
        `Column ${index + 1}, ${headings[index]?.header}, was ignored. It differs from another column of ${headings[index]?.repeats} in ${count(rows)} rows`,
    ),
  ];
}

/** Returns the message for tables of unclear kind, with the options that name the kind. */
export function unclearText({ message, found }: TablesUnclear): string {
  const [table] = found.filter(({ asked }) => asked !== null);
  if (!table) return message;
  const [kind = "KIND"] = table.kind === null ? table.fits : [table.kind];
  const map =
    table.kind !== null || table.fits.length === 0
      ? ` Choose a column with --map "${table.layout.headerLine === 0 ? `${table.place}#1` : "Header"}=field".`
      : "";
  return `${message} Choose the kind with --sheet "${table.place}=${kind}", or leave the table out with --sheet "${table.place}=".${map} docs/import.md has the fields.`;
}
