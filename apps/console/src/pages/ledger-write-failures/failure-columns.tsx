import type { LedgerCell } from "@countinghouse/validators/ledger-writes/rules";
import { MoneyCell, TextCell } from "@/table/cells.tsx";
import { type Columns, columnHelper, tableActions } from "@/table/columns.ts";
import { type FailureActions, RowTools, SelectPage } from "./row-cells.tsx";
import type { Row } from "./use-failures.ts";

const column = columnHelper<Row, FailureActions>();

const TOOLS_PX = 144;
/** A class and what it comes to, so that the table is as wide as its columns. */
const WIDTHS = { wide: ["w-52", 208], usual: ["w-36", 144], narrow: ["w-28", 112] } as const;

/** What stands in these is long, whatever they are called. */
const LONG = /name|email|address|notes|added by/i;

/** As wide as its name needs, at least. */
function columnWidth(name: string) {
  if (LONG.test(name) || name.length > 18) return WIDTHS.wide;
  return name.length > 12 ? WIDTHS.usual : WIDTHS.narrow;
}

/** What columns of these names need in pixels. */
export const widthOfColumns = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + columnWidth(name)[1], TOOLS_PX);

/** The columns of a sheet: first what can be done with a row, then its cells under their names. */
export const failureColumns = (names: readonly string[]): Columns<Row, FailureActions> =>
  column.columns([
    column.display({
      id: "tools",
      header: ({ table }) => <SelectPage {...tableActions(table)} />,
      meta: { className: "w-36 border-r", pinned: true },
      cell: ({ row, table }) => <RowTools row={row.original} {...tableActions(table)} />,
    }),
    ...names.map((name, index) => {
      const isMoney = name.endsWith("(USD)");
      // The last one takes what is left, so that the others keep their widths.
      const width = index === names.length - 1 ? "" : columnWidth(name)[0];
      return column.display({
        id: `cell-${index}`,
        header: name,
        meta: { className: width, ...(isMoney && { align: "right" as const }) },
        cell: ({ row }) => <Cell value={row.original.cells[index]} isMoney={isMoney} />,
      });
    }),
  ]);

/** An amount stands in the sheet in dollars. */
const Cell = ({ value, isMoney }: { value: LedgerCell | undefined; isMoney: boolean }) =>
  isMoney && typeof value === "number" ? (
    <MoneyCell cents={Math.round(value * 100)} />
  ) : (
    <TextCell value={value} />
  );
