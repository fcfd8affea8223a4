import type { RouterOutputs } from "@countinghouse/api";
import { ASKS } from "@countinghouse/validators/import/asks";
import { SHEET_NAMES, sheetColumns } from "@countinghouse/validators/import/columns";
import { DATE_ORDER_WORDS, datesDisagree } from "@countinghouse/validators/import/dates";
import { COMPOUND_COLUMNS } from "@countinghouse/validators/import/user-columns";
import { useMemo } from "react";
import { Section } from "@/layout/section.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Select, type SelectOption } from "@/ui/select.tsx";

type Table = NonNullable<RouterOutputs["imports"]["get"]["plan"]>["tables"][number];
type Column = Table["columns"][number];
type Mapping = Readonly<Record<string, string | null>>;

/** A column that is not wanted. */
const NONE = "none";

const HOW: Readonly<Record<Column["how"], string>> = {
  named: "By its name",
  guessed: "Guessed",
  given: "You said so",
  repeated: "An earlier column says it",
  unknown: "Not understood",
};

type Actions = {
  options: readonly SelectOption<string>[];
  mapping: Mapping;
  choose: (header: string, field: string | null) => void;
};

const helper = columnHelper<Column, Actions>();

const COLUMNS = helper.columns([
  helper.accessor("header", { header: "Column in the file", meta: { className: "w-52" } }),
  helper.display({
    id: "field",
    header: "Is",
    meta: { className: "w-64" },
    cell: ({ row: { original }, table }) => {
      const { options, mapping, choose } = tableActions(table);
      const { header, field } = original;
      const said = header in mapping ? mapping[header] : field;
      return (
        <Select
          aria-label={`What ${header} is`}
          options={options}
          value={said ?? NONE}
          onChange={(value) => choose(header, value === NONE ? null : value)}
        />
      );
    },
  }),
  helper.accessor("how", {
    header: "Why",
    meta: { className: "w-44" },
    cell: ({ row: { original }, table }) =>
      original.header in tableActions(table).mapping ? HOW.given : HOW[original.how],
  }),
  helper.accessor("samples", {
    header: "First cells",
    cell: ({ getValue }) => <span className="text-muted-foreground">{getValue().join(" · ")}</span>,
  }),
]);

const MIN_WIDTH_PX = 820;

type TableReadingProps = {
  table: Table;
  mapping: Mapping;
  onChange: (header: string, field: string | null) => void;
};

/** How one table is read: what was found out of it, and what each of its columns is. */
export function TableReading({ table, mapping, onChange }: TableReadingProps) {
  const { file, tab, sheet, columns } = table;
  const options = useMemo(() => fieldOptions(sheet), [sheet]);
  const title = tab === null ? file : `${file}, sheet ${tab}`;
  return (
    <Section id={`read-${file}-${tab ?? ""}`} title={title}>
      <p className="mb-3 text-sm text-muted-foreground">{readAs(table)}</p>
      {table.datesDisagree && (
        <p className="mb-3 text-sm font-medium">{datesDisagree(table.dates)} Say which under Dates.</p>
      )}
      {table.asks?.map((ask) => (
        <p key={ask} className="mb-3 text-sm font-medium">
          {ASKS[ask]}
        </p>
      ))}
      <DataTable
        label={`Columns of ${title}`}
        list="columns-of-an-import"
        columns={COLUMNS}
        rows={columns}
        rowKey={(column) => String(columns.indexOf(column))}
        actions={{ options, mapping, choose: onChange }}
        size={{ minWidth: MIN_WIDTH_PX }}
        empty={null}
      />
    </Section>
  );
}

function fieldOptions(sheet: string): SelectOption<string>[] {
  const known = SHEET_NAMES.find((name) => name === sheet);
  const compounds = known === "users" ? Object.entries(COMPOUND_COLUMNS) : [];
  const fields = [...compounds, ...(known ? Object.entries(sheetColumns(known)) : [])];
  return [
    { value: NONE, label: "Not wanted" },
    ...fields.map(([value, { title }]) => ({ value, label: title })),
  ];
}

function readAs({ sheet, tab, encoding, separator, titleLines, headerLine, ...spelling }: Table): string {
  const { dates, daysFrom1904, numbers, ssnLostZeros } = spelling;
  return [
    `Read as ${sheet}`,
    encoding,
    separator && `separator ${separator}`,
    titleLines > 0 && `${titleLines} title ${titleLines === 1 ? "line" : "lines"}`,
    headerLine && `column names in ${tab === null ? "line" : "row"} ${headerLine}`,
    `dates ${DATE_ORDER_WORDS[dates]}`,
    daysFrom1904 && "days counted from 1904",
    `amounts like ${numbers === "eu" ? "1.234,50" : "1,234.50"}`,
    ssnLostZeros && "SSNs that lost their zeros",
  ]
    .filter(Boolean)
    .join(" · ");
}
