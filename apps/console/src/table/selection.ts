import { stored } from "@/lib/stored.ts";

/** Which rows are selected: some by themselves, or all that the list finds but some. By their keys. */
export type Chosen<Row> =
  | { isAll: false; rows: ReadonlyMap<string, Row> }
  | { isAll: true; except: ReadonlyMap<string, Row> };

/** The list in which is selected. */
export type SelectableList<Row> = {
  /** What it is searched and filtered by: another list is begun without any. */
  listKey: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** How a row is called where its box is read out: "user 10001". */
  nameOf: (row: Row) => string;
  /** Why a row can not be selected, or null. */
  whyNot?: ((row: Row) => string | null) | undefined;
  /** How many rows match in all, where all of them can be taken at once; undefined where they can not. */
  total?: number | undefined;
};

type State<Row> = {
  chosen: Chosen<Row>;
  list: SelectableList<Row>;
  /** Whether the last thing that happened is that another list took the selection away. */
  wasDropped: boolean;
};

const none = <Row>(): Chosen<Row> => ({ isAll: false, rows: new Map<string, Row>() });

/** How many rows are selected. */
export const countChosen = <Row>(chosen: Chosen<Row>, total = 0): number =>
  chosen.isAll ? Math.max(0, total - chosen.except.size) : chosen.rows.size;

/** The selection of one table, kept outside React: a box follows its own row alone. */
export function createSelection<Row>(first: SelectableList<Row>) {
  const state = stored<State<Row>>({ chosen: none(), list: first, wasDropped: false });
  let anchor: string | null = null;
  const choose = (chosen: Chosen<Row>) => state.set({ ...state.get(), chosen, wasDropped: false });
  const isSelected = (key: string): boolean => {
    const { chosen } = state.get();
    return chosen.isAll ? !chosen.except.has(key) : chosen.rows.has(key);
  };
  const ableHere = () => {
    const { rows, whyNot } = state.get().list;
    return whyNot ? rows.filter((row) => whyNot(row) === null) : rows;
  };
  const set = (rows: readonly Row[], isOn: boolean) => {
    const { chosen, list } = state.get();
    const next = new Map(chosen.isAll ? chosen.except : chosen.rows);
    for (const row of rows)
      if (isOn === chosen.isAll) next.delete(list.rowKey(row));
      else next.set(list.rowKey(row), row);
    choose(chosen.isAll ? { isAll: true, except: next } : { isAll: false, rows: next });
  };
  return {
    subscribe: state.subscribe,
    get: state.get,
    isSelected,
    ableHere,
    /** Selects a row or lets go of it; with `isRange` all from the last one that was touched. */
    toggle: (row: Row, isOn: boolean, isRange: boolean) => {
      const { rows, rowKey, whyNot } = state.get().list;
      const from = rows.findIndex((each) => rowKey(each) === anchor);
      const to = rows.findIndex((each) => rowKey(each) === rowKey(row));
      anchor = rowKey(row);
      if (!isRange || from === -1) return set([row], isOn);
      const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(whyNot ? range.filter((each) => whyNot(each) === null) : range, isOn);
    },
    toggleHere: (isOn: boolean) => set(ableHere(), isOn),
    /** All that match, those that are not loaded as well: the server finds them by the filter. */
    selectAll: () => choose({ isAll: true, except: new Map() }),
    clear: () => choose(none()),
    /** Says what is shown now. */
    show: (list: SelectableList<Row>) => {
      const { list: before, chosen } = state.get();
      const isOther = before.listKey !== list.listKey;
      if (isOther) anchor = null;
      state.set({
        chosen: isOther ? none() : chosen,
        list,
        wasDropped: isOther ? countChosen(chosen, before.total) > 0 : state.get().wasDropped,
      });
    },
  };
}

export type Selection<Row> = ReturnType<typeof createSelection<Row>>;
