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
  /** Stays in sight while the table scrolls sideways, beside the first, which always does. */
  pinned?: true;
  /** Takes the spare width of the table, in place of the widest column of plain text. */
  grows?: true;
  /** What the menu of columns calls it, where its head is no text. */
  title?: string;
};

/** Of a table whose cells need nothing beyond their row. */
export type NoActions = object;

/** What a table of the console can do that is given these actions. */
export const tableFeaturesFor = <Actions extends object>(_actions: Actions | undefined) =>
  tableFeatures({
    rowSortingFeature,
    columnMeta: metaHelper<ColumnLook>(),
    tableMeta: metaHelper<Actions>(),
  });

export type Features<Actions extends object> = ReturnType<typeof tableFeaturesFor<Actions>>;

export type Columns<Row extends object, Actions extends object = NoActions> = TableOptions<
  Features<Actions>,
  Row
>["columns"];

/**
 * Builds the columns of a table of `Row`, at module scope. A column sorts only with `enableSorting: true`. What cells
 * and heads need beyond their row are its `Actions`, which the table is given and `tableActions` reads.
 */
export const columnHelper = <Row extends object, Actions extends object = NoActions>(): ColumnHelper<
  Features<Actions>,
  Row
> => createColumnHelper<Features<Actions>, Row>();

/** What the table of a cell or a head was given as `actions`. */
export function tableActions<Actions extends object>(table: { options: { meta?: Actions } }): Actions {
  const { meta } = table.options;
  if (meta === undefined) throw new Error("The table was given no actions.");
  return meta;
}

/** The height of a table that reaches to the foot of the window, below so many rem of its page; never too low to read. */
export const heightBelow = (rem: number): string => `max(20rem, calc(100svh - ${rem}rem))`;
