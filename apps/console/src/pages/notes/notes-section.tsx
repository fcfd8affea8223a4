import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { PencilIcon, Trash2Icon } from "lucide-react";
import { createContext, use } from "react";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { Moment } from "../moment.tsx";
import { NoteText } from "./note-text.tsx";
import { type Note, useDeleteNote } from "./use-notes.ts";

type NotesSectionProps = {
  userId: number;
  query: SectionQuery<Note[]>;
  /** Pixels after which the table scrolls within itself. */
  maxHeight?: number;
  /** Why notes may not be written by this admin. */
  disabledReason: string | null;
  onCreate: () => void;
  onUpdate: (noteId: string) => void;
};

/** What staff wrote about the customer, newest first. */
export function NotesSection({
  userId,
  query,
  maxHeight = 560,
  disabledReason,
  onCreate,
  onUpdate,
}: NotesSectionProps) {
  const { deletingId, deleteNote } = useDeleteNote(userId);
  const createButton = (
    <Button size="small" disabledReason={disabledReason} onClick={onCreate}>
      Create Note <Kbd>n</Kbd>
    </Button>
  );
  return (
    <QuerySection
      id="notes"
      title="Notes"
      query={query}
      count={(notes) => notes.length}
      actions={createButton}
      empty={{ title: NOTES_MESSAGES.empty, when: (notes) => notes.length === 0 }}
    >
      {(notes) => (
        <RowActions value={{ deletingId, disabledReason, onUpdate, onDelete: deleteNote }}>
          <DataTable
            label="Notes"
            columns={notesColumns}
            rows={notes}
            rowKey={(note) => note.id}
            maxHeight={maxHeight}
            empty={null}
          />
        </RowActions>
      )}
    </QuerySection>
  );
}

type NoteRowActions = {
  deletingId: string | null;
  disabledReason: string | null;
  onUpdate: (noteId: string) => void;
  onDelete: (noteId: string) => void;
};

const RowActions = createContext<NoteRowActions | null>(null);

const column = columnHelper<Note>();

/** The actions stay in reach when the table is wider than its place; the row in hand shows its tooltip above the next. */
const pinnedClass =
  "sticky right-0 z-2 w-24 overflow-visible! bg-card whitespace-normal! group-hover/row:bg-row-hover hover:z-3 focus-within:z-3";

const notesColumns = column.columns([
  column.accessor("note", {
    header: "Note",
    meta: { className: "max-w-none! whitespace-normal!" },
    cell: ({ getValue }) => <NoteText text={getValue()} />,
  }),
  column.accessor("owner", {
    header: "Owner",
    meta: { className: "w-48" },
    cell: ({ row }) => <span title={row.original.ownerName}>{row.original.owner}</span>,
  }),
  column.accessor("createdAt", {
    header: "Created Date (ET)",
    meta: { className: "w-60" },
    cell: ({ row }) => (
      <>
        <Moment at={row.original.createdAt} />
        {row.original.version > 1 && <span className="text-muted-foreground"> · edited</span>}
      </>
    ),
  }),
  column.display({
    id: "actions",
    meta: { className: pinnedClass },
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <NoteActions noteId={row.original.id} />,
  }),
]);

function NoteActions({ noteId }: { noteId: string }) {
  const actions = use(RowActions);
  if (actions === null) return null;
  const { deletingId, disabledReason, onUpdate, onDelete } = actions;
  return (
    <span className="flex justify-end" data-print="hide">
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
