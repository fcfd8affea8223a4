import { useMemo } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import type { Columns } from "@/table/columns.ts";

/** The columns without that of the history, which is empty for whoever may not read the audit. */
export function useReadableColumns<Row extends object, Actions extends object>(
  columns: Columns<Row, Actions>,
): Columns<Row, Actions> {
  const isRead = useWhyNot("audit.read") === null;
  return useMemo(() => columns.filter(({ id }) => isRead || id !== "history"), [columns, isRead]);
}
