import { newYorkDate } from "@countinghouse/validators/new-york";
import { yesOrNo } from "@/components/facts/fields.ts";
import { paths } from "@/paths.ts";
import { EmptyCell, LinkCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { ImportedBadge } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { ListedApplication } from "./use-applications.ts";

const column = columnHelper<ListedApplication>();

/** A day in New York; the whole moment stands on the application's own page. */
const Day = ({ at }: { at: Date | null }) =>
  at === null ? <EmptyCell /> : <time dateTime={at.toISOString()}>{newYorkDate(at)}</time>;

/** Which of the two has run out. A funded application and its offer no longer do. */
function expiryText({ expired, offerExpired }: ListedApplication): string {
  if (expired) return offerExpired ? "Application, offer" : "Application";
  return offerExpired ? "Offer" : "No";
}

export const applicationsColumns = column.columns([
  column.accessor("id", {
    header: "Id",
    meta: { className: "w-16" },
    cell: ({ getValue }) => (
      <LinkCell href={paths.applicationDetail({ id: getValue() })}>{getValue()}</LinkCell>
    ),
  }),
  column.accessor("createdAt", {
    header: "Created",
    meta: { className: "w-26" },
    cell: ({ row }) => <Day at={row.original.createdAt} />,
  }),
  column.accessor("stage", {
    header: "Stage",
    meta: { className: "w-38" },
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-1.5">
        {original.stage}
        {original.isImported && <ImportedBadge />}
      </span>
    ),
  }),
  column.accessor("alloyStatus", {
    header: "Credit Check",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <StatusBadge>{getValue()}</StatusBadge>,
  }),
  column.accessor("approvedAmountCents", {
    header: "Approved",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("paybackAmountCents", {
    header: "Payback",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("fundedAt", {
    header: "Funded",
    meta: { className: "w-26" },
    cell: ({ row }) => <Day at={row.original.fundedAt} />,
  }),
  column.display({
    id: "expired",
    header: "Expired",
    meta: { className: "w-34" },
    cell: ({ row }) => expiryText(row.original),
  }),
  column.accessor("isRenewed", {
    header: "Renewal",
    meta: { className: "w-20" },
    cell: ({ getValue }) => yesOrNo(getValue()),
  }),
  column.accessor("isContractSigned", {
    header: () => (
      <>
        <span className="sr-only">Contract </span>Signed
      </>
    ),
    meta: { className: "w-20" },
    cell: ({ getValue }) => yesOrNo(getValue()),
  }),
]);
