import type { ReactNode } from "react";
import { DataTable, type DataTableProps, type WithActions } from "@/table/data-table.tsx";
import { type CustomerSelection, useCustomerSelection } from "./use-customer-selection.tsx";

export type ListPage<Row extends object, Actions extends object = object> = Omit<
  DataTableProps<Row, Actions>,
  "label" | "selection"
> & {
  /** The title of the page. */
  title: string;
  /** The name of the table, by default the title. */
  label?: string;
  /** The filters of the rows. Other filters clear the selection. */
  filters?: unknown;
  /** How rows are selected, and the actions on their customers. */
  customers: Omit<CustomerSelection<Row>, "title" | "listKey" | "rows" | "rowKey">;
};

/** Returns the table of a page that lists rows of customers. The selection outlives the table, which a page may hide. */
export function useListPage<Row extends object>(page: ListPage<Row>): ReactNode;
export function useListPage<Row extends object, Actions extends object>(
  page: ListPage<Row, Actions> & WithActions<Actions>,
): ReactNode;
export function useListPage<Row extends object, Actions extends object>(
  page: ListPage<Row, Actions> & Partial<WithActions<Actions>>,
): ReactNode {
  const {
    title,
    filters = null,
    customers,
    ...table
  } = page as ListPage<Row, Actions> & WithActions<Actions>;
  const { rows, rowKey } = table;
  const listKey = JSON.stringify(filters);
  const selection = useCustomerSelection({ title, listKey, rows, rowKey, ...customers });
  return <DataTable label={title} {...table} selection={selection} />;
}
