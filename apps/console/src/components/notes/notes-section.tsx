import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { whyNotChangeNote } from "@countinghouse/validators/notes/rules";
import type { Role } from "@countinghouse/validators/roles";
import { type RefCallback, useMemo } from "react";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { useRole, useWhyNot } from "@/layout/use-admin.ts";
import { useStable } from "@/lib/use-stable.ts";
import { paths } from "@/paths.ts";
import { DateCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { RowMenu } from "@/table/row-menu.tsx";
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
  const { willDelete, menuRef } = useFocusAfterDelete(ID, query.data, deletingId);
  const role = useRole();
  const mayReadAudit = useWhyNot("audit.read") === null;
  const update = useStable(onUpdate);
  const onDelete = useStable((noteId: string) => {
    willDelete(noteId);
    deleteNote(noteId);
  });
  const actions = useMemo(
    () => ({ role, mayReadAudit, deletingId, disabledReason, onUpdate: update, onDelete, menuRef }),
    [role, mayReadAudit, deletingId, disabledReason, update, onDelete, menuRef],
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
  /** Stores the button of the menu of a note */
  menuRef: (noteId: string) => RefCallback<HTMLButtonElement>;
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
    meta: { className: "w-32" },
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
  const { role, mayReadAudit, onUpdate, onDelete, menuRef } = actions;
  const { id: noteId } = note;
  const disabledReason = incapable ?? (role && whyNotChangeNote(role, note));
  return (
    <span className="flex justify-end" data-print="hide">
      <NoteMarks note={note} disabledReason={incapable} />
      <RowMenu
        ref={menuRef(noteId)}
        of="note"
        actions={[
          { label: "Update note", disabledReason, onClick: () => onUpdate(noteId) },
          {
            label: "Delete note",
            disabledReason,
            pending: deletingId === noteId,
            onClick: () => onDelete(noteId),
          },
          mayReadAudit ? { label: "History", href: paths.audit({ type: "note", id: noteId }) } : null,
        ]}
      />
    </span>
  );
}
