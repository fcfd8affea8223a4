import type { ContractLinkState } from "@countinghouse/validators/applications/contract-links";
import { useState } from "react";
import { FileName } from "@/components/files/file-buttons.tsx";
import { DateCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { Part } from "./part.tsx";
import { RevokeLink } from "./revoke-link.tsx";
import type { Application, ContractLink } from "./use-application.ts";

type ContractLinksProps = {
  contract: Application["contract"];
  applicationId: number;
  /** Whose contract it is. */
  customer: string;
};

/** The links that were copied of the contract: by whom, until when they work, and when each was opened. */
export function ContractLinks({ contract: { files, links }, applicationId, customer }: ContractLinksProps) {
  const [isLogOpen, setIsLogOpen] = useState(false);
  if (files.length === 0) return null;
  const fileName = (fileId: string) => files.find(({ id }) => id === fileId)?.name ?? "";
  const openings = links
    .flatMap((link) => link.openings.map((opening) => ({ ...opening, link })))
    .sort((one, other) => other.openedAt.getTime() - one.openedAt.getTime());
  return (
    <>
      <Part title="Contract links">
        <DataTable
          label="Contract links"
          columns={linkColumns}
          rows={links.map((link) => ({ ...link, applicationId, customer, fileName: fileName(link.fileId) }))}
          rowKey={({ id }) => id}
          empty={
            <p className="px-3 py-4 text-sm text-muted-foreground">
              No link was copied yet. Anyone with a link can open the contract without signing in.
            </p>
          }
        />
      </Part>
      {openings.length > 0 && (
        <Part title="View log">
          <Button
            size="small"
            className="mb-2"
            aria-expanded={isLogOpen}
            onClick={() => setIsLogOpen(!isLogOpen)}
          >
            {isLogOpen ? "Hide the openings" : `Show ${openingCount(openings.length)}`}
          </Button>
          {isLogOpen && (
            <DataTable
              label="View log"
              columns={openingColumns}
              rows={openings}
              rowKey={({ id }) => id}
              size={{ maxHeight: 250 }}
              empty={null}
            />
          )}
        </Part>
      )}
    </>
  );
}

const openingCount = (openings: number): string => (openings === 1 ? "1 opening" : `${openings} openings`);

const STATE_WORDS: Record<ContractLinkState, string> = {
  live: "Works",
  expired: "Expired",
  revoked: "Revoked",
};

const linkColumn = columnHelper<
  ContractLink & { applicationId: number; customer: string; fileName: string }
>();

const linkColumns = linkColumn.columns([
  linkColumn.accessor("createdAt", {
    header: "Copied (ET)",
    meta: { className: "w-40" },
    cell: ({ row }) => <DateCell at={row.original.createdAt} />,
  }),
  linkColumn.accessor("createdBy", { header: "By", meta: { className: "w-32" } }),
  linkColumn.accessor("fileName", {
    header: "Contract",
    meta: { className: "w-40" },
    cell: ({ getValue }) => <FileName name={getValue()} />,
  }),
  linkColumn.accessor("expiresAt", {
    header: "Expires (ET)",
    meta: { className: "w-40" },
    cell: ({ row }) => <DateCell at={row.original.expiresAt} />,
  }),
  linkColumn.accessor("state", {
    header: "State",
    meta: { className: "w-26" },
    cell: ({ row: { original } }) => {
      const title = original.revokedBy === null ? undefined : `Revoked by ${original.revokedBy}`;
      return (
        <span title={title}>
          <StatusBadge>{STATE_WORDS[original.state]}</StatusBadge>
        </span>
      );
    },
  }),
  linkColumn.accessor("openingCount", {
    header: "Opened, last (ET)",
    meta: { className: "w-48" },
    cell: ({ row: { original } }) => {
      const last = original.openings[0];
      if (!last) return "No";
      return (
        <>
          {original.openingCount}× · <DateCell at={last.openedAt} />
        </>
      );
    },
  }),
  linkColumn.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) =>
      row.original.state === "live" && <RevokeLink link={row.original} customer={row.original.customer} />,
  }),
]);

type Opening = ContractLink["openings"][number] & { link: ContractLink };

const openingColumn = columnHelper<Opening>();

const openingColumns = openingColumn.columns([
  openingColumn.accessor("openedAt", {
    header: "Opened (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.openedAt} />,
  }),
  openingColumn.accessor("ip", { header: "From (IP Address)", meta: { className: "w-48" } }),
  openingColumn.display({
    id: "link",
    header: "With the link copied (ET)",
    cell: ({ row: { original } }) => (
      <span>
        <DateCell at={original.link.createdAt} /> by {original.link.createdBy}
      </span>
    ),
  }),
]);
