import type { RouterOutputs } from "@countinghouse/api";
import { FILES_MESSAGES } from "@countinghouse/validators/messages";
import { trpc } from "@/api/client.ts";
import { FileButtons } from "@/components/files/file-buttons.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { DateCell, IdLink } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";

type Recontract = RouterOutputs["recontracts"]["list"][number];

/** The section's own title; its anchor is spelled otherwise (specification 1, section 2). */
const TITLE = "ReContracts";

type RecontractsSectionProps = { userId: number; hasTurn: boolean };

/** Contracts that were drawn up again, and signed again or not yet. */
export function RecontractsSection({ userId, hasTurn }: RecontractsSectionProps) {
  const query = trpc.recontracts.list.useQuery({ userId }, { enabled: hasTurn });
  return (
    <QuerySection
      id="recontracts"
      title={TITLE}
      query={query}
      count={(recontracts) => recontracts.length}
      empty={{ title: FILES_MESSAGES.contractsEmpty, when: (recontracts) => recontracts.length === 0 }}
    >
      {(recontracts) => (
        <DataTable
          label={TITLE}
          columns={recontractColumns}
          rows={recontracts}
          rowKey={({ id }) => String(id)}
          empty={null}
        />
      )}
    </QuerySection>
  );
}

const column = columnHelper<Recontract>();

const recontractColumns = column.columns([
  column.accessor("applicationId", {
    header: "Application",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <IdLink id={getValue()} to={paths.applicationDetail} />,
  }),
  column.accessor("reason", { header: "Reason" }),
  column.accessor("requestedAt", {
    header: "Requested At (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.requestedAt} />,
  }),
  column.accessor("signedAt", {
    header: "Signed At (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.signedAt} />,
  }),
  column.accessor("file", {
    header: "Contract",
    meta: { className: "w-56" },
    cell: ({ row }) =>
      row.original.file === null ? (
        <span className="text-muted-foreground">Not signed yet</span>
      ) : (
        <FileButtons file={row.original.file} />
      ),
  }),
]);
