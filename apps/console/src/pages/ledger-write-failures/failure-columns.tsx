import type { LedgerCell } from "@countinghouse/validators/ledger-writes/rules";
import { MoneyCell, TextCell } from "@/table/cells.tsx";
import { type Columns, columnHelper, tableActions } from "@/table/columns.ts";
import { type FailureActions, RowTools, SelectPage } from "./row-cells.tsx";
import type { Row } from "./use-failures.ts";

const column = columnHelper<Row, FailureActions>();

/** What stands in these is long, whatever they are called. */
const LONG = /name|email|address|notes|added by/i;

/** As wide as its name needs, at least. */
function columnWidth(name: string): string {
  if (LONG.test(name) || name.length > 18) return "w-52";
  return name.length > 12 ? "w-36" : "w-28";
}

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
      const isLast = index === names.length - 1;
      return column.display({
        id: `cell-${index}`,
        header: name,
        meta: {
          className: columnWidth(name),
          ...(isLast && { grows: true as const }),
          ...(isMoney && { align: "right" as const }),
        },
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
