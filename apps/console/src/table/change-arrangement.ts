import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";

const without = (ids: readonly string[], id: string): string[] => ids.filter((each) => each !== id);

export const setHidden = (layout: ColumnLayout, id: string, isHidden: boolean): ColumnLayout => ({
  ...layout,
  hidden: isHidden ? [...without(layout.hidden, id), id] : without(layout.hidden, id),
});

export const setPinned = (layout: ColumnLayout, id: string, isPinned: boolean): ColumnLayout => ({
  ...layout,
  pinned: isPinned ? [...without(layout.pinned, id), id] : without(layout.pinned, id),
});

/** Moves a column one place within `order`, which is how all of them stand. */
export function moveColumn(
  layout: ColumnLayout,
  order: readonly string[],
  id: string,
  step: -1 | 1,
): ColumnLayout {
  const from = order.indexOf(id);
  const to = Math.max(0, Math.min(order.length - 1, from + step));
  const moved = without(order, id);
  moved.splice(to, 0, id);
  return { ...layout, order: moved };
}
