import { isLinkLost, NO_BANK_LINKED } from "@countinghouse/validators/bank-links/rules";
import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { BankStatus } from "@/components/bank-health.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import { type BankLink, useBankLinks } from "./use-bank-links.ts";

type BankLinksSectionProps = { userId: number; hasTurn: boolean };

/** The institutions the customer has linked: whether the bank works, and whether the link does. */
export function BankLinksSection({ userId, hasTurn }: BankLinksSectionProps) {
  return (
    <QuerySection
      id="bank-links"
      title={SECTIONS["bank-links"].title}
      query={useBankLinks(userId, hasTurn)}
      count={(links) => links.length}
      failure={BANK_LINKS_MESSAGES.institutionsFailed}
    >
      {(links) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {links.length === 0 && <Alert tone="info">{NO_BANK_LINKED}</Alert>}
          {isLinkLost(links) && <Alert tone="danger">{USERS_MESSAGES.bankLinkLost}</Alert>}
          {links.length > 0 && (
            <DataTable
              label={SECTIONS["bank-links"].title}
              columns={linkColumns}
              rows={links}
              rowKey={({ id }) => String(id)}
              empty={null}
            />
          )}
        </div>
      )}
    </QuerySection>
  );
}

const column = columnHelper<BankLink>();

const linkColumns = column.columns([
  column.accessor("institutionName", { header: "Institution", meta: { className: "w-56" } }),
  column.accessor("institutionId", { header: "Institution Id", meta: { className: "w-36" } }),
  column.accessor("bankStatus", {
    header: "Bank Status",
    meta: { className: "w-32" },
    cell: ({ row }) => <BankStatus status={row.original.bankStatus} />,
  }),
  column.accessor("isActive", {
    header: "Active",
    meta: { className: "w-28" },
    cell: ({ row }) => <StatusBadge>{row.original.isActive ? "Active" : "Inactive"}</StatusBadge>,
  }),
  column.accessor("authIsDone", {
    header: "Auth",
    meta: { className: "w-24" },
    cell: ({ row }) => (row.original.authIsDone ? "Done" : "Not done"),
  }),
  column.display({
    id: "primary",
    header: "Primary Account",
    meta: { className: "w-48" },
    cell: ({ row }) => {
      const primary = row.original.accounts.find(({ isPrimary }) => isPrimary);
      return <TextCell value={primary && `${primary.name} ••${primary.mask}`} />;
    },
  }),
]);
