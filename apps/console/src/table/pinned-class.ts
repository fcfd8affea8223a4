/**
 * For a column of actions, which stay in reach when the table is wider than its place; the row in hand shows its tooltip
 * above the next.
 */
export const pinnedClass =
  "sticky right-0 z-2 overflow-visible! bg-card whitespace-normal! group-hover/row:bg-row-hover hover:z-3 focus-within:z-3";
