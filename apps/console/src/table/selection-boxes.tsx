import { useSyncExternalStore } from "react";
import { useShortcut } from "@/lib/shortcuts.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Unselectable, useSelectionKeys } from "./row-selection.tsx";
import type { Selection } from "./selection.ts";
import { ableHere, clear, isSelected, toggle, toggleHere } from "./selection-moves.ts";
import { useSelected } from "./use-selection.ts";

type SelectRowProps<Row> = { selection: Selection<Row>; row: Row };

/** Selects a row, with Shift all from the last one that was touched, or says why it can not be. */
export function SelectRow<Row>({ selection, row }: SelectRowProps<Row>) {
  const { rowKey, toName, whyNot } = selection.get().list;
  const key = rowKey(row);
  const isOn = useSyncExternalStore(selection.subscribe, () => isSelected(selection, key));
  const reason = whyNot?.(row) ?? null;
  const label = `Select ${toName(row)}`;
  if (reason !== null) return <Unselectable id={key} label={label} whyNot={reason} />;
  return (
    <Checkbox
      aria-label={label}
      data-select={key}
      checked={isOn}
      // A range of rows is no range of text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onCheckedChange={(next, { event }) =>
        toggle(selection, row, next, event instanceof MouseEvent && event.shiftKey)
      }
    />
  );
}

/** Selects all rows that are loaded, or lets go of them. With it come the keys of the list. */
export function SelectLoaded<Row>({ selection }: { selection: Selection<Row> }) {
  const { list } = useSelected(selection);
  useSelectionKeys(() => clear(selection));
  useShortcut({ keys: "X", label: "Select all rows up to this one", group: "This page" }, () => {
    const key = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-select]")
      ?.dataset.select;
    const row = list.rows.find((each) => list.rowKey(each) === key);
    if (row !== undefined) toggle(selection, row, true, true);
  });
  const able = ableHere(selection);
  const selected = able.filter((row) => isSelected(selection, list.rowKey(row))).length;
  const isAll = able.length > 0 && selected === able.length;
  return (
    <Checkbox
      aria-label="Select all rows that are loaded"
      checked={isAll}
      indeterminate={selected > 0 && !isAll}
      disabled={able.length === 0}
      onCheckedChange={() => toggleHere(selection, !isAll)}
    />
  );
}
