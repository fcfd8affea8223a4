import { fileTypeLabel, formatBytes, whyNotZipFiles } from "@countinghouse/validators/files/rules";
import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { useMemo, useState, useSyncExternalStore } from "react";
import { FileName, OpenFileButtons } from "@/components/files/file-buttons.tsx";
import { useDownloadZip } from "@/components/files/use-file-downloads.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { type Stored, stored } from "@/lib/stored.ts";
import { paths } from "@/paths.ts";
import { DateCell, IdLink, TextCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { SECTIONS } from "../sections.ts";
import { FilesFilters } from "./files-filters.tsx";
import { type UserFile, useFilesFilter, useUserFiles } from "./use-user-files.ts";

const ID = "user-files";

type UserFilesSectionProps = { userId: number; hasTurn: boolean };

/** The customer's documents, to be had one by one or together. */
export function UserFilesSection({ userId, hasTurn }: UserFilesSectionProps) {
  const query = useUserFiles(userId, hasTurn);
  const [choice] = useState(() => stored<ReadonlySet<string>>(new Set()));
  const chosen = useSyncExternalStore(choice.subscribe, choice.get);
  const whyNot = useWhyNot("files.download");
  const actions = useMemo(() => ({ choice, whyNot }), [choice, whyNot]);
  const files = query.data?.userFiles ?? [];
  const chosenFiles = files.filter(({ id }) => chosen.has(id));
  return (
    <QuerySection
      id={ID}
      title={SECTIONS[ID].title}
      query={query}
      count={({ userFiles }) => userFiles.length}
      failure={FILES_MESSAGES.loadFailed}
      actions={
        <ZipButton
          userId={userId}
          files={chosenFiles.length > 0 ? chosenFiles : files}
          all={chosenFiles.length === 0}
        />
      }
    >
      {(data) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <FilesFilters files={data} />
          <DataTable
            label={SECTIONS[ID].title}
            columns={fileColumns}
            actions={actions}
            rows={data.userFiles}
            rowKey={({ id }) => id}
            empty={<NoFiles hasOthers={data.types.length > 0} />}
          />
        </div>
      )}
    </QuerySection>
  );
}

type ZipButtonProps = { userId: number; files: readonly UserFile[]; all: boolean };

function ZipButton({ userId, files, all }: ZipButtonProps) {
  const whyNot = useWhyNot("files.download");
  const { download, isPending, percent } = useDownloadZip(userId);
  return (
    <>
      {isPending && (
        <progress
          aria-label="Zip file"
          value={percent ?? undefined}
          max={100}
          className="h-2 w-24 accent-primary"
        />
      )}
      <Button
        size="small"
        pending={isPending}
        disabledReason={whyNot ?? whyNotZipFiles(files)}
        onClick={() => download(files.map(({ id }) => id))}
      >
        {all ? "Download all" : `Download ${files.length} selected`}
      </Button>
    </>
  );
}

/** There are none, or none that fit what is asked for. */
export function NoFiles({ hasOthers }: { hasOthers: boolean }) {
  const [, change] = useFilesFilter();
  if (!hasOthers) return <EmptyState title="No User Files Found" />;
  return (
    <EmptyState
      title="No file fits these filters"
      action={
        <Button size="small" onClick={() => change({ type: null, applicationId: null, stage: "all" })}>
          Show all files
        </Button>
      }
    />
  );
}

/** The same object whatever is chosen: a choice makes one row anew, not all. */
type FileActions = { choice: Stored<ReadonlySet<string>>; whyNot: string | null };

function ChooseCell({ file: { id, name }, choice }: { file: UserFile; choice: FileActions["choice"] }) {
  const isChosen = useSyncExternalStore(choice.subscribe, () => choice.get().has(id));
  const toggle = () => {
    const before = choice.get();
    choice.set(new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  };
  return <Checkbox aria-label={`Select ${name}`} checked={isChosen} onCheckedChange={toggle} />;
}

const column = columnHelper<UserFile, FileActions>();

const fileColumns = column.columns([
  column.display({
    id: "choose",
    header: () => <span className="sr-only">Select</span>,
    meta: { className: "w-10" },
    cell: ({ row, table }) => <ChooseCell file={row.original} choice={tableActions(table).choice} />,
  }),
  column.accessor("type", {
    header: "Type",
    meta: { className: "w-32" },
    cell: ({ getValue }) => fileTypeLabel(getValue()),
  }),
  column.accessor("name", {
    header: "Name",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <FileName name={getValue()} />,
  }),
  column.accessor("applicationId", {
    header: "Application",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <IdLink id={getValue()} to={paths.applicationDetail} />,
  }),
  column.accessor("ipAddress", {
    header: "IP Address",
    meta: { className: "w-32" },
    cell: ({ getValue }) => <TextCell value={getValue()} />,
  }),
  column.accessor("createdAt", {
    header: "Created At (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.createdAt} />,
  }),
  column.accessor("info", { header: "Info", meta: { className: "w-52" } }),
  column.accessor("sizeBytes", {
    header: "Size",
    meta: { align: "right", className: "w-20" },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { className: "w-28" },
    cell: ({ row, table }) => <OpenFileButtons file={row.original} whyNot={tableActions(table).whyNot} />,
  }),
]);
