import {
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  rowSortingFeature,
  type TableOptions,
  tableFeatures,
} from "@tanstack/react-table";

type ColumnLook = {
  /** Numbers and money stand at the right. */
  align?: "right";
  /** Width classes, so that the skeleton already has the table's shape. */
  className?: string;
  /** Stays in sight while the table scrolls sideways: the first column only. */
  pinned?: true;
};

export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnLook>() });

export type Columns<Row extends object> = TableOptions<typeof features, Row>["columns"];

/** Builds the columns of a table of `Row`, at module scope. A column sorts only with `enableSorting: true`. */
export const columnHelper = <Row extends object>(): ColumnHelper<typeof features, Row> =>
  createColumnHelper<typeof features, Row>();
