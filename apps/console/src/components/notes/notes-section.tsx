import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { whyNotChangeNote } from "@countinghouse/validators/notes/rules";
import type { Role } from "@countinghouse/validators/roles";
import { PencilIcon, Trash2Icon } from "lucide-react";
import { type RefCallback, useMemo } from "react";
import { OpenHistoryLink } from "@/components/history/history-link.tsx";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useRole, useWhyNot } from "@/layout/use-admin.ts";
import { useStable } from "@/lib/use-stable.ts";
import { DateCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ImportedBadge } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { NoteMarks } from "./note-marks.tsx";
import { NoteText } from "./note-text.tsx";
import { useFocusAfterDelete } from "./use-focus-after-delete.ts";
import { type Note, useDeleteNote } from "./use-notes.ts";

const ID = "notes";

type NotesSectionProps = {
  query: SectionQuery<Note[]>;
  /** The height in pixels above which the table scrolls */
  maxHeight?: number;
  /** Why this admin may not write notes, or null */
  disabledReason: string | null;
  onCreate: () => void;
  onUpdate: (noteId: string) => void;
};

/** Shows the notes on the customer, newest first. */
export function NotesSection({
  query,
  maxHeight = 560,
  disabledReason,
  onCreate,
  onUpdate,
}: NotesSectionProps) {
  const { deletingId, deleteNote } = useDeleteNote();
  const { willDelete, buttonRef } = useFocusAfterDelete(ID, query.data, deletingId);
  const role = useRole();
  const mayReadAudit = useWhyNot("audit.read") === null;
  const update = useStable(onUpdate);
  const onDelete = useStable((noteId: string) => {
    willDelete(noteId);
    deleteNote(noteId);
  });
  const actions = useMemo(
    () => ({ role, mayReadAudit, deletingId, disabledReason, onUpdate: update, onDelete, buttonRef }),
    [role, mayReadAudit, deletingId, disabledReason, update, onDelete, buttonRef],
  );
  const createButton = (
    <Button size="small" disabledReason={disabledReason} onClick={onCreate}>
      Create Note <Kbd>n</Kbd>
    </Button>
  );
  return (
    <QuerySection
      id={ID}
      title="Notes"
      query={query}
      count={(notes) => notes.length}
      actions={createButton}
      empty={{ title: NOTES_MESSAGES.empty, when: (notes) => notes.length === 0 }}
    >
      {(notes) => (
        <DataTable
          label="Notes"
          columns={notesColumns}
          actions={actions}
          rows={notes}
          rowKey={(note) => note.id}
          size={{ maxHeight }}
          empty={null}
        />
      )}
    </QuerySection>
  );
}

/** Memoized, so that rows do not render again without a change. */
type NoteActions = {
  role: Role | null;
  mayReadAudit: boolean;
  deletingId: string | null;
  disabledReason: string | null;
  onUpdate: (noteId: string) => void;
  onDelete: (noteId: string) => void;
  /** Stores the button that deletes a note */
  buttonRef: (noteId: string) => RefCallback<HTMLButtonElement>;
};

const column = columnHelper<Note, NoteActions>();

const notesColumns = column.columns([
  column.accessor("note", {
    header: "Note",
    meta: { className: "max-w-none! whitespace-normal!" },
    cell: ({ getValue }) => <NoteText text={getValue()} />,
  }),
  column.accessor("owner", {
    header: "Owner",
    meta: { className: "w-36" },
    cell: ({ row: { original } }) => (
      <>
        <span title={original.ownerName}>{original.owner}</span>
        {original.isImported && (
          <span className="block">
            <ImportedBadge />
          </span>
        )}
      </>
    ),
  }),
  column.accessor("createdAt", {
    header: "Created Date (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => (
      <>
        <DateCell at={row.original.createdAt} />
        {row.original.followUpOn !== null && (
          <span className="num block text-muted-foreground">Follow up on {row.original.followUpOn}</span>
        )}
        {row.original.version > 1 && <Edited by={row.original.editor} />}
      </>
    ),
  }),
  column.display({
    id: "actions",
    meta: { className: "w-42" },
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row, table }) => <ActionsCell note={row.original} {...tableActions(table)} />,
  }),
]);

const Edited = ({ by }: { by: string | null }) => (
  <span title={by ?? undefined} className="block truncate text-muted-foreground">
    edited{by !== null && ` by ${by}`}
  </span>
);

type ActionsCellProps = NoteActions & { note: Note };

function ActionsCell({ note, deletingId, disabledReason: incapable, ...actions }: ActionsCellProps) {
  const { role, mayReadAudit, onUpdate, onDelete, buttonRef } = actions;
  const { id: noteId } = note;
  const disabledReason = incapable ?? (role && whyNotChangeNote(role, note));
  return (
    <span className="flex justify-end" data-print="hide">
      <NoteMarks note={note} disabledReason={incapable} />
      {mayReadAudit && <OpenHistoryLink of={{ type: "note", id: noteId }} which="note" />}
      <Button
        variant="ghost"
        size="icon-small"
        aria-label="Update note"
        disabledReason={disabledReason}
        onClick={() => onUpdate(noteId)}
      >
        <PencilIcon aria-hidden />
      </Button>
      <Button
        ref={buttonRef(noteId)}
        variant="ghost"
        size="icon-small"
        aria-label="Delete note"
        pending={deletingId === noteId}
        disabledReason={disabledReason}
        onClick={() => onDelete(noteId)}
      >
        <Trash2Icon aria-hidden />
      </Button>
    </span>
  );
}
