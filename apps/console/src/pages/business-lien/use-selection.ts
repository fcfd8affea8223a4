import { MOST_SELECTED, whyNotSelectable } from "@countinghouse/validators/businesses/rules";
import { useRef, useState } from "react";
import type { BusinessRow } from "./use-businesses.ts";

type Chosen = ReadonlyMap<number, BusinessRow>;

const NOBODY: Chosen = new Map();

/**
 * The rows that are selected, over all pages of one list. Another list (`listKey`) is begun without any: what can not be
 * seen there is not filed.
 */
export function useSelection(rows: readonly BusinessRow[] | undefined, listKey: string) {
  const [state, setState] = useState({ listKey, chosen: NOBODY, wasDropped: false });
  const anchor = useRef<number | null>(null);
  if (state.listKey !== listKey) setState({ listKey, chosen: NOBODY, wasDropped: state.chosen.size > 0 });
  const here = rows ?? [];
  const fresh = new Map(here.map((row) => [row.userId, row]));
  const selected = [...state.chosen.values()]
    .map((row) => fresh.get(row.userId) ?? row)
    .filter((row) => whyNotSelectable(row) === null);
  const ids = new Set(selected.map(({ userId }) => userId));
  const able = here.filter((row) => whyNotSelectable(row) === null);

  const set = (changed: readonly BusinessRow[], isOn: boolean) =>
    setState(({ chosen, ...rest }) => {
      const next = new Map(chosen);
      for (const row of changed)
        if (isOn) next.set(row.userId, row);
        else next.delete(row.userId);
      return { ...rest, chosen: next, wasDropped: false };
    });
  return {
    selected,
    /** How many of them stand on other pages. */
    elsewhere: selected.filter(({ userId }) => !fresh.has(userId)).length,
    isSelected: (userId: number) => ids.has(userId),
    /** The rows of this page that can be selected, and how many of them are. */
    able,
    ableSelected: able.filter(({ userId }) => ids.has(userId)).length,
    whyTooMany:
      selected.length > MOST_SELECTED ? `Select at most ${MOST_SELECTED} businesses at once.` : null,
    /** Whether the last thing that happened is that another list took the selection away. */
    wasDropped: state.wasDropped,
    /** Selects a row or lets go of it; with `isRange` all from the last one that was touched. */
    toggle: (row: BusinessRow, isOn: boolean, isRange: boolean) => {
      const from = here.findIndex(({ userId }) => userId === anchor.current);
      const to = here.findIndex(({ userId }) => userId === row.userId);
      anchor.current = row.userId;
      if (!isRange || from === -1) return set([row], isOn);
      const range = here.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(
        range.filter((each) => whyNotSelectable(each) === null),
        isOn,
      );
    },
    toggleAll: (isOn: boolean) => set(able, isOn),
    clear: () => setState({ listKey, chosen: NOBODY, wasDropped: false }),
  };
}

export type Selection = ReturnType<typeof useSelection>;
