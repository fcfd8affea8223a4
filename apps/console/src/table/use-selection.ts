import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { createSelection, type SelectableList, type Selection, showList } from "./selection.ts";

/** The selection of the rows of a table; what is selected stays while further pages are loaded, not in another list. */
export function useSelection<Row>(list: SelectableList<Row>): Selection<Row> {
  const [selection] = useState(() => createSelection(list));
  const { listKey, rows, total } = list;
  const show = useEffectEvent((_key: string, _rows: readonly Row[], _total: number | undefined) =>
    showList(selection, list),
  );
  useEffect(() => show(listKey, rows, total), [listKey, rows, total]);
  return selection;
}

/** What is selected, and in which list. */
export const useSelected = <Row>({ subscribe, get }: Selection<Row>) => useSyncExternalStore(subscribe, get);
