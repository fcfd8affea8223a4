import { Button } from "@/ui/button.tsx";
import type { Selection, SelectionActions } from "./selection.ts";
import { clear, countChosen, selectAll } from "./selection-moves.ts";
import { useSelected } from "./use-selection.ts";

type SelectionBarProps<Row> = {
  selection: Selection<Row>;
  /** What can be done with what is selected. */
  actions: SelectionActions<Row>;
};

/** How many rows are selected, the way to all that match, and what can be done with them; nothing while none is. */
export default function SelectionBar<Row>({ selection, actions }: SelectionBarProps<Row>) {
  const { chosen, list, wasDropped } = useSelected(selection);
  const count = countChosen(chosen, list.total);
  const matching = list.total?.toLocaleString("en-US");
  return (
    <>
      <output className="sr-only">
        {wasDropped
          ? "The selection was cleared: this is another list."
          : count > 0 && (chosen.isAll ? `All ${matching} that match are selected.` : `${count} selected.`)}
      </output>
      {count > 0 && (
        <section
          aria-label="Selection"
          data-print="hide"
          className="sticky bottom-3 z-selection mx-auto mt-2 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border bg-popover px-3 py-2 text-sm shadow-lg"
        >
          <span className="num font-semibold">
            {chosen.isAll && chosen.except.size === 0
              ? `All ${matching} selected`
              : `${count.toLocaleString("en-US")} selected`}
          </span>
          {!chosen.isAll && list.total !== undefined && list.total > count && (
            <Button variant="ghost" size="small" onClick={() => selectAll(selection)}>
              Select all {matching} that match
            </Button>
          )}
          {actions(chosen, count, () => clear(selection))}
          <Button variant="ghost" size="small" onClick={() => clear(selection)}>
            Clear selection
          </Button>
        </section>
      )}
    </>
  );
}
