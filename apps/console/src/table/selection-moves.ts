import { type Chosen, noneChosen, type Selection } from "./selection.ts";

/** How many rows are selected. */
export const countChosen = <Row>(chosen: Chosen<Row>, total = 0): number =>
  chosen.isAll ? Math.max(0, total - chosen.except.size) : chosen.rows.size;

export function isSelected<Row>(selection: Selection<Row>, key: string): boolean {
  const { chosen } = selection.get();
  return chosen.isAll ? !chosen.except.has(key) : chosen.rows.has(key);
}

/** The rows that are loaded and can be selected. */
export function ableHere<Row>(selection: Selection<Row>): readonly Row[] {
  const { rows, whyNot } = selection.get().list;
  return whyNot ? rows.filter((row) => whyNot(row) === null) : rows;
}

/** Selects a row or lets go of it; with `isRange` all from the last one that was touched. */
export function toggle<Row>(selection: Selection<Row>, row: Row, isOn: boolean, isRange: boolean): void {
  const { list, anchor } = selection.get();
  const { rows, rowKey, whyNot } = list;
  const from = rows.findIndex((each) => rowKey(each) === anchor);
  const to = rows.findIndex((each) => rowKey(each) === rowKey(row));
  const range = isRange && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
  selectRows(selection, whyNot ? range.filter((each) => whyNot(each) === null) : range, isOn);
  selection.set({ ...selection.get(), anchor: rowKey(row) });
}

export const toggleHere = <Row>(selection: Selection<Row>, isOn: boolean): void =>
  selectRows(selection, ableHere(selection), isOn);

/** All that match, those that are not loaded as well: the server finds them by the filter. */
export const selectAll = <Row>(selection: Selection<Row>): void =>
  choose(selection, { isAll: true, except: new Map() });

export const clear = <Row>(selection: Selection<Row>): void => choose(selection, noneChosen());

function selectRows<Row>(selection: Selection<Row>, rows: readonly Row[], isOn: boolean): void {
  const { chosen, list } = selection.get();
  const next = new Map(chosen.isAll ? chosen.except : chosen.rows);
  for (const row of rows)
    if (isOn === chosen.isAll) next.delete(list.rowKey(row));
    else next.set(list.rowKey(row), row);
  choose(selection, chosen.isAll ? { isAll: true, except: next } : { isAll: false, rows: next });
}

const choose = <Row>(selection: Selection<Row>, chosen: Chosen<Row>): void =>
  selection.set({ ...selection.get(), chosen, wasDropped: false });
