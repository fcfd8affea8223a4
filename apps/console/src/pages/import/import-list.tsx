import type { RouterOutputs } from "@countinghouse/api";
import { IMPORT_STATE_WORDS, type ImportJobState } from "@countinghouse/validators/import/job-rules";
import { UNDO_STATE_WORDS } from "@countinghouse/validators/import/undo";
import { trpc } from "@/api/client.ts";
import { DateCell, EmptyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Listed = RouterOutputs["imports"]["list"][number];

const TONES: Record<ImportJobState, BadgeTone> = {
  UPLOADED: "neutral",
  PLANNING: "pending",
  PLANNED: "info",
  RUNNING: "pending",
  PAUSED: "warning",
  DONE: "success",
  FAILED: "danger",
  DISCARDED: "neutral",
};

export const ImportState = ({ state }: { state: ImportJobState }) => (
  <StatusBadge tone={TONES[state]}>{IMPORT_STATE_WORDS[state]}</StatusBadge>
);

const column = columnHelper<Listed, { open: (id: string) => void }>();

const COLUMNS = column.columns([
  column.display({
    id: "files",
    header: "Files",
    meta: { className: "w-72" },
    cell: ({ row: { original }, table }) => (
      <Button variant="link" size="small" onClick={() => tableActions(table).open(original.id)}>
        <span className="max-w-64 truncate">{original.files.join(", ")}</span>
      </Button>
    ),
  }),
  column.accessor("source", {
    header: "Source",
    meta: { className: "w-36" },
    cell: ({ getValue }) => getValue() ?? <EmptyCell />,
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-40" },
    cell: ({ getValue, row: { original } }) =>
      original.undoState === "DONE" ? (
        <StatusBadge tone="neutral">{UNDO_STATE_WORDS.DONE}</StatusBadge>
      ) : (
        <ImportState state={getValue()} />
      ),
  }),
  column.accessor("createdBy", { header: "By", meta: { className: "w-56" } }),
  column.accessor("createdAt", {
    header: "Uploaded At (ET)",
    meta: { className: "w-42" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
]);

const READ_EVERY_MS = 5_000;

/** The latest imports, the newest first. */
export function ImportList({ onOpen }: { onOpen: (id: string) => void }) {
  const query = trpc.imports.list.useQuery(undefined, { staleTime: 0, refetchInterval: READ_EVERY_MS });
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" className="mb-2 text-lg font-semibold tracking-[-0.01em]">
        Imports
      </h2>
      <DataTable
        label="Imports"
        columns={COLUMNS}
        rows={query.data}
        rowKey={({ id }) => id}
        query={query}
        actions={{ open: onOpen }}
        pageList="imports"
        empty={<EmptyState title="No imports yet">Imports appear here, latest first.</EmptyState>}
      />
    </section>
  );
}
