import { Fragment, type ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { useMedia } from "@/lib/use-media.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { Table, TableBody, TableHeader } from "@/ui/table.tsx";
import { Tabs } from "@/ui/tabs.tsx";

/** Where the windows have no room side by side. Paper always has it. */
const NARROW = "screen and (max-width: 899px)";

export type WindowColumn<Id extends string> = { id: Id; title: string; mark?: ReactNode };

/** A value for each part of each column; one value alone stands for the column as a whole. Undefined: not there yet. */
export type WindowRow = { label: string; cells: readonly (readonly ReactNode[] | undefined)[] };
export type WindowGroup = { title: string; rows: readonly WindowRow[] };

type WindowTableProps<Id extends string> = {
  label: string;
  columns: readonly WindowColumn<Id>[];
  /** What each column is divided into. */
  parts: readonly string[];
  groups: readonly WindowGroup[];
  /** The column that is shown where there is room for one only. */
  chosen: Id;
  onChoose: (id: Id) => void;
};

/** The same numbers of several windows: side by side, or one at a time under tabs where that is too wide. */
export function WindowTable<Id extends string>({ chosen, onChoose, ...table }: WindowTableProps<Id>) {
  const isNarrow = useMedia(NARROW);
  const all = table.columns.map((_, at) => at);
  if (!isNarrow) return <Matrix {...table} shown={all} />;
  return (
    <Tabs
      label={`${table.label}, windows`}
      tabs={table.columns.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosen}
      onChange={onChoose}
    >
      <Matrix {...table} shown={all.filter((at) => table.columns[at]?.id === chosen)} />
    </Tabs>
  );
}

type MatrixProps<Id extends string> = Omit<WindowTableProps<Id>, "chosen" | "onChoose"> & {
  shown: readonly number[];
};

function Matrix<Id extends string>({ label, columns, parts, groups, shown }: MatrixProps<Id>) {
  const isSlow = useDelayed(true);
  const isWaiting = groups.some(({ rows }) => rows.some(({ cells }) => cells.includes(undefined)));
  return (
    <Table aria-label={label} aria-busy={isWaiting || undefined} className="table-fixed">
      <colgroup>
        <col className="w-[30%] min-[900px]:w-[19%]" />
        {shown.flatMap((at) =>
          parts.map((part, index) => <col key={`${at} ${part}`} className={PART_WIDTHS[index]} />),
        )}
      </colgroup>
      <TableHeader>
        <tr>
          <th scope="col" rowSpan={2} className={cn(headClass, "border-b text-left align-bottom")}>
            <span className="sr-only">Number</span>
          </th>
          {shown.map((at) => (
            <th
              key={at}
              scope="colgroup"
              colSpan={parts.length}
              className={cn(headClass, edgeClass, "h-8 text-right")}
            >
              <span className="inline-flex items-center gap-2 text-sm font-semibold text-foreground">
                {columns[at]?.mark}
                {columns[at]?.title}
              </span>
            </th>
          ))}
        </tr>
        <tr>
          {shown.map((at) => (
            <Fragment key={at}>
              {parts.map((part, index) => (
                <th
                  key={part}
                  scope="col"
                  className={cn(headClass, "border-b pb-1 text-right", index === 0 && edgeClass)}
                >
                  {part}
                </th>
              ))}
            </Fragment>
          ))}
        </tr>
      </TableHeader>
      {groups.map(({ title, rows }) => (
        <TableBody key={title}>
          <tr>
            <th
              scope="rowgroup"
              colSpan={1 + parts.length * shown.length}
              className="h-8 border-b px-2 pt-2 text-left text-xs font-medium text-muted-foreground"
            >
              {title}
            </th>
          </tr>
          {rows.map((row) => (
            <tr key={row.label} className="h-7 hover:bg-row-hover">
              <th
                scope="row"
                title={row.label}
                className="border-b border-border/60 px-2 text-left font-normal min-[900px]:truncate"
              >
                {row.label}
              </th>
              {shown.map((at) => (
                <Cells key={at} values={row.cells[at]} parts={parts} isSlow={isSlow} />
              ))}
            </tr>
          ))}
        </TableBody>
      ))}
    </Table>
  );
}

type CellsProps = { values: readonly ReactNode[] | undefined; parts: readonly string[]; isSlow: boolean };

function Cells({ values, parts, isSlow }: CellsProps) {
  if (values?.length === 1) {
    return (
      <td colSpan={parts.length} className={cn(cellClass, edgeClass)}>
        {values[0]}
      </td>
    );
  }
  return parts.map((part, at) => (
    <td key={part} className={cn(cellClass, at === 0 && edgeClass)}>
      {values ? values[at] : isSlow && at === 0 && <Skeleton className="ml-auto w-3/5" />}
    </td>
  ));
}

/** On a small screen, an amount has the most room of the parts. */
const PART_WIDTHS: readonly (string | undefined)[] = [
  undefined,
  "max-[899px]:w-[14%]",
  "max-[899px]:w-[22%]",
];
const headClass = "bg-card px-1 min-[900px]:px-2 text-xs font-medium whitespace-nowrap text-muted-foreground";
const cellClass = "num border-b border-border/60 px-1 min-[900px]:px-2";
const edgeClass = "border-l border-l-border/60";
