import { EmptyCell } from "./empty-cell.tsx";

/** Text or a number on one line, in full in its tooltip. Values of other kinds need a cell of their own. */
export function TextCell({ value }: { value: unknown }) {
  if ((typeof value !== "string" && typeof value !== "number") || value === "") return <EmptyCell />;
  return <span title={String(value)}>{value}</span>;
}
