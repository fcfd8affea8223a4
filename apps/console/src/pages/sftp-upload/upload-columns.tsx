import type { RouterOutputs } from "@countinghouse/api";
import { formatBytes } from "@countinghouse/validators/files/rules";
import type { UploadState } from "@countinghouse/validators/uploads/rules";
import { CopyCell, DateCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

export type UploadedFile = RouterOutputs["uploads"]["list"]["uploads"][number];

const STATE_WORDS: Record<UploadState, string> = {
  SENDING: "Uploading",
  UPLOADED: "Uploaded",
  REFUSED: "Refused",
  FAILED: "Failed",
  UNKNOWN: "Unknown",
};

const column = columnHelper<UploadedFile>();

export const uploadColumns = column.columns([
  column.accessor("fileName", { header: "File", meta: { className: "w-52" } }),
  column.accessor("sizeBytes", {
    header: "Size",
    meta: { align: "right", className: "w-22" },
    cell: ({ getValue }) => formatBytes(getValue()),
  }),
  column.accessor("uploadedBy", { header: "Uploaded By", meta: { className: "w-56" } }),
  column.accessor("createdAt", {
    header: "Uploaded At (ET)",
    meta: { className: "w-42" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-64", grows: true },
    cell: ({ row }) => <StateCell upload={row.original} />,
  }),
  column.accessor("remoteName", {
    header: "Name in the Area",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="name in the area" />,
  }),
]);

function StateCell({ upload: { state, reason } }: { upload: UploadedFile }) {
  return (
    <span className="flex items-center gap-2">
      <StatusBadge>{STATE_WORDS[state]}</StatusBadge>
      {reason !== "" && (
        <span title={reason} className="truncate text-muted-foreground">
          {reason}
        </span>
      )}
    </span>
  );
}
