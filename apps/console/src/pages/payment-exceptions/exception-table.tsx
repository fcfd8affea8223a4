import type { ReactNode } from "react";
import { Section } from "@/layout/section.tsx";
import type { Columns } from "@/table/columns.ts";
import { DataTable, type DataTableProps, type RowsQuery } from "@/table/data-table.tsx";
import type { PartList } from "@/table/views/view-lists.ts";
import type { ExceptionActions } from "./exception-cells.tsx";
import type { PaymentExceptions } from "./use-payment-exceptions.ts";

type ExceptionTableProps<Row extends object> = {
  id: keyof PaymentExceptions["counts"];
  /** The name its columns and views are kept under. */
  list: PartList;
  title: string;
  columns: Columns<Row, ExceptionActions>;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  query: RowsQuery & { data: PaymentExceptions | undefined };
  selection: DataTableProps<Row>["selection"];
  actions: ExceptionActions;
  empty: string;
  /** What the rows are, and which of them are shown where not all are. */
  about: ReactNode;
  shown: string;
};

/** One of the lists of the page, with its exact number. */
export function ExceptionTable<Row extends object>({
  id,
  list,
  title,
  rows,
  empty,
  about,
  shown,
  query,
  ...table
}: ExceptionTableProps<Row>) {
  const count = query.data?.counts[id];
  // One place is kept for all lists: how high each is nobody knows before.
  if (rows === undefined) return null;
  if (rows.length === 0)
    return <Section id={id} title={title} count={0} state={{ kind: "empty", title: empty }} />;
  return (
    <Section id={id} title={title} count={count}>
      <p className="mb-3 text-sm text-muted-foreground">{about}</p>
      <DataTable
        {...table}
        query={query}
        label={title}
        rows={rows}
        size={{ maxHeight: "70svh" }}
        empty={null}
        partList={list}
        footer={
          count !== undefined &&
          count > rows.length && (
            <footer className="px-4 py-3 text-center text-sm text-muted-foreground">
              {shown} {rows.length.toLocaleString("en-US")} are shown.
            </footer>
          )
        }
      />
    </Section>
  );
}
