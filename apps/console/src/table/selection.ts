import type { ReactNode } from "react";
import { type Stored, stored } from "@/lib/stored.ts";

/** Which rows are selected: some by themselves, or all that the list finds but some. By their keys. */
export type Chosen<Row> =
  | { isAll: false; rows: ReadonlyMap<string, Row> }
  | { isAll: true; except: ReadonlyMap<string, Row> };

/** Shows the actions on the selected rows. An action may clear the selection when it is done. */
export type SelectionActions<Row> = (chosen: Chosen<Row>, count: number, clear: () => void) => ReactNode;

/** The list in which is selected. */
export type SelectableList<Row> = {
  /** What it is searched and filtered by: another list is begun without any. */
  listKey: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How a row is called where its box is read out: "user 10001". */
  toName: (row: Row) => string;
  /** Why a row can not be selected, or null. */
  whyNot?: ((row: Row) => string | null) | undefined;
  /** How many rows match in all, where all of them can be taken at once; undefined where they can not. */
  total?: number | undefined;
};

type Selected<Row> = {
  chosen: Chosen<Row>;
  list: SelectableList<Row>;
  /** The key of the row that was touched last: where a range begins. */
  anchor: string | null;
  /** Whether the last thing that happened is that another list took the selection away. */
  wasDropped: boolean;
};

/** The selection of one table, kept outside React: a box follows its own row alone. It is changed by `selection-moves.ts`. */
export type Selection<Row> = Stored<Selected<Row>>;

export const noneChosen = <Row>(): Chosen<Row> => ({ isAll: false, rows: new Map<string, Row>() });

export const createSelection = <Row>(list: SelectableList<Row>): Selection<Row> =>
  stored<Selected<Row>>({ chosen: noneChosen(), list, anchor: null, wasDropped: false });

/** Says what is shown now; what was selected in another list is let go of. */
export function showList<Row>(selection: Selection<Row>, list: SelectableList<Row>): void {
  const before = selection.get();
  if (before.list.listKey === list.listKey) {
    selection.set({ ...before, list });
    return;
  }
  const wasDropped = before.chosen.isAll || before.chosen.rows.size > 0;
  selection.set({ chosen: noneChosen(), list, anchor: null, wasDropped });
}
