import type { RouterOutputs } from "@countinghouse/api";
import { ASKS } from "@countinghouse/validators/import/asks";
import { DATE_ORDER_WORDS, datesDisagree } from "@countinghouse/validators/import/dates";
import type { TableChoice } from "@countinghouse/validators/import/job-rules";
import { KIND_LABELS, kindFields, TABLE_KINDS, type TableKind } from "@countinghouse/validators/import/kinds";
import { hiddenWords, secondTableWords } from "@countinghouse/validators/import/outcome";
import { useId, useMemo } from "react";
import { Section } from "@/layout/section.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Select, type SelectOption } from "@/ui/select.tsx";
import { PAID_IN_OPTIONS } from "./reading-options.ts";

type Table = NonNullable<RouterOutputs["imports"]["get"]["plan"]>["tables"][number];
type Column = Table["columns"][number];

/** A column that is not wanted, and a table that is left out. */
const NONE = "none";
/** The line of the column names where no line holds them. */
const NO_LINE = 0;
/** A table of which the user has not said what it is. */
const UNSAID = "unsaid";
/** Uses the choice under Debit and Credit for all tables. */
const AS_ALL = { value: UNSAID, label: "As chosen above" };

const HOW: Readonly<Record<Column["how"], string>> = {
  named: "By its name",
  guessed: "Guessed",
  given: "Chosen by you",
  repeated: "Same as an earlier column",
  unknown: "Not understood",
};

/** Names a table in the settings of an import. */
export const placeOf = ({ place, file, tab }: Table): string =>
  place ?? (tab === null ? file : `${file}#${tab}`);

type Row = Column & { position: number };

type Actions = {
  options: readonly SelectOption<string>[];
  said: ReadonlyMap<number, string | null>;
  choose: (position: number, field: string | null) => void;
};

const helper = columnHelper<Row, Actions>();

const COLUMNS = helper.columns([
  helper.accessor("header", { header: "Column in the file", meta: { className: "w-52" } }),
  helper.display({
    id: "field",
    header: "Is",
    meta: { className: "w-64" },
    cell: ({ row: { original }, table }) => {
      const { options, said, choose } = tableActions(table);
      const { header, field, position } = original;
      const value = said.has(position) ? said.get(position) : field;
      return (
        <Select
          aria-label={`What ${header || `column ${position}`} is`}
          options={options}
          value={value ?? NONE}
          onChange={(chosen) => choose(position, chosen === NONE ? null : chosen)}
        />
      );
    },
  }),
  helper.accessor("how", {
    header: "Why",
    meta: { className: "w-44" },
    cell: ({ row: { original }, table }) =>
      tableActions(table).said.has(original.position) ? HOW.given : whyText(original),
  }),
  helper.accessor("samples", {
    header: "Examples",
    cell: ({ getValue }) => <span className="text-muted-foreground">{getValue().join(" · ")}</span>,
  }),
]);

const whyText = ({ how, differing = 0 }: Column): string =>
  differing > 0
    ? `${HOW[how]}; they differ in ${differing.toLocaleString("en-US")} ${differing === 1 ? "row" : "rows"}`
    : HOW[how];

type TableReadingProps = {
  table: Table;
  choice: TableChoice | undefined;
  onChange: (choice: TableChoice) => void;
};

/** How one table is read: its kind, what was found out of it, and what each of its columns is. */
export function TableReading({ table, choice, onChange }: TableReadingProps) {
  const { file, tab, sheet, columns, asked, hidden, second } = table;
  const options = useMemo(() => fieldOptions(sheet), [sheet]);
  const rows = useMemo(() => columns.map((column, index) => ({ ...column, position: index + 1 })), [columns]);
  const namesId = useId();
  const title = tab === null ? file : `${file}, sheet ${tab}`;
  const place = placeOf(table);
  const said = new Map(choice?.columns.map(({ position, field }) => [position, field]));
  const chosen = choice?.kind === undefined ? sheet : choice.kind;
  const isWithoutNames = choice?.headerLine === NO_LINE;
  const isReadAgain = chosen !== sheet || isWithoutNames !== (table.headerLine === NO_LINE);
  const change = (part: Partial<TableChoice>) => onChange({ columns: [], ...choice, place, ...part });
  return (
    <Section id={`read-${file}-${tab ?? ""}`} title={title}>
      {asked && <Alert tone="warning">{asked}</Alert>}
      <div className="my-3 w-64">
        <Select
          aria-label={`What ${title} is`}
          options={kindOptions(asked ? UNSAID : NONE)}
          value={chosen ?? (asked && choice?.kind === undefined ? UNSAID : NONE)}
          onChange={(kind) => {
            if (kind !== UNSAID) change({ kind: toKind(kind), columns: [] });
          }}
        />
      </div>
      <div className="mb-3 flex items-center gap-2">
        <Checkbox
          id={namesId}
          checked={isWithoutNames}
          onCheckedChange={(isChecked) => change({ headerLine: isChecked ? NO_LINE : undefined })}
        />
        <label htmlFor={namesId} className="text-sm">
          No line names the columns
        </label>
      </div>
      {sheet !== null && <p className="mb-3 text-sm text-muted-foreground">{readAs(table)}</p>}
      {hidden && <p className="mb-3 text-sm font-medium">{hiddenWords(hidden)}</p>}
      {second && <p className="mb-3 text-sm font-medium">{secondTableWords(second)}</p>}
      {table.datesDisagree && (
        <p className="mb-3 text-sm font-medium">{datesDisagree(table.dates)} Say which under Dates.</p>
      )}
      {table.asks?.map((ask) => (
        <p key={ask} className="mb-3 text-sm font-medium">
          {ASKS[ask]}
        </p>
      ))}
      {columns.some(({ field }) => field === "debit" || field === "credit") && (
        <div className="mb-3 w-96 max-w-full">
          <Select
            aria-label={`Debit and Credit of ${title}`}
            prefix="Debit and Credit: "
            options={[AS_ALL, ...PAID_IN_OPTIONS]}
            value={choice?.paidIn ?? UNSAID}
            onChange={(paidIn) =>
              change({ paidIn: PAID_IN_OPTIONS.find(({ value }) => value === paidIn)?.value })
            }
          />
        </div>
      )}
      {isReadAgain && <p className="mb-3 text-sm">The columns are read again with the plan.</p>}
      {sheet !== null && !isReadAgain && (
        <DataTable
          label={`Columns of ${title}`}
          list="columns-of-an-import"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ position }) => String(position)}
          actions={{
            options,
            said,
            choose: (position, field) =>
              change({
                columns: [
                  ...(choice?.columns ?? []).filter((column) => column.position !== position),
                  { position, field },
                ],
              }),
          }}
          empty={null}
        />
      )}
    </Section>
  );
}

const toKind = (value: string): TableKind | null => TABLE_KINDS.find((kind) => kind === value) ?? null;

const kindOptions = (first: string): SelectOption<string>[] => [
  ...(first === UNSAID ? [{ value: UNSAID, label: "Choose a type" }] : []),
  ...TABLE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  { value: NONE, label: "Leave out" },
];

const fieldOptions = (kind: TableKind | null): SelectOption<string>[] => [
  { value: NONE, label: "Ignore" },
  ...[...(kind === null ? [] : kindFields(kind))].map(([value, { title }]) => ({ value, label: title })),
];

function readAs({ sheet, tab, encoding, separator, titleLines, headerLine, ...spelling }: Table): string {
  const { dates, daysFrom1904, numbers, ssnLostZeros } = spelling;
  return [
    `Read as ${sheet}`,
    encoding,
    separator && `separator ${separator}`,
    titleLines > 0 && `${titleLines} title ${titleLines === 1 ? "line" : "lines"}`,
    headerLine === NO_LINE && "no line of column names",
    headerLine && `column names in ${tab === null ? "line" : "row"} ${headerLine}`,
    `dates ${DATE_ORDER_WORDS[dates]}`,
    daysFrom1904 && "days counted from 1904",
    `amounts like ${numbers === "eu" ? "1.234,50" : "1,234.50"}`,
    ssnLostZeros && "SSNs that lost their zeros",
  ]
    .filter(Boolean)
    .join(" · ");
}
