import type { BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { Link } from "wouter";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { BulkRow } from "@/components/batches/types.ts";
import { UserLink } from "@/components/users/user-link.tsx";
import { paths } from "@/paths.ts";
import { DateCell, EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { ProblemCell } from "./problem-cell.tsx";
import { sharedColumns } from "./shared-columns.tsx";
import { StatusProgress } from "./status-progress.tsx";

const column = columnHelper<BulkRow>();

/** The payments of a batch, each with how far it is. */
export const paymentColumns = (kind: "BULK_DEBIT" | "BULK_ACH", version: BulkVersion, requestedAt: Date) => {
  const shared = sharedColumns<BulkRow>(BULK_WORDS[kind].instrument);
  return column.columns([
    column.accessor("userId", {
      header: "Id",
      meta: { className: "w-24", pinned: true },
      cell: ({ getValue }) => <UserLink id={getValue()} />,
    }),
    column.accessor("state", {
      header: "Status",
      meta: { className: "w-43" },
      cell: ({ getValue }) => <StatusProgress kind={kind} version={version} state={getValue()} />,
    }),
    ...shared.names,
    column.accessor("amountCents", {
      header: "Payment Amount (USD)",
      meta: { align: "right", className: "w-41" },
      cell: ({ getValue, row }) => <MoneyCell cents={getValue()} failed={row.original.state === "FAILED"} />,
    }),
    column.display({
      id: "message",
      header: "Message",
      meta: { className: "w-72", grows: true },
      cell: ({ row }) => <ProblemCell row={row.original} />,
    }),
    ...shared.terms,
    column.accessor("finishedAt", {
      header: "Finished (ET)",
      meta: { className: "w-44" },
      cell: ({ getValue }) => <DateCell at={getValue()} />,
    }),
    column.display({
      id: "requestedAt",
      header: "Requested At (ET)",
      meta: { className: "w-44" },
      cell: () => <DateCell at={requestedAt} />,
    }),
    column.accessor("paymentId", {
      header: "Payment",
      meta: { className: "w-20" },
      cell: ({ getValue }) => <PaymentLink paymentId={getValue()} />,
    }),
  ]);
};

const PaymentLink = ({ paymentId }: { paymentId: string | null }) =>
  paymentId === null ? (
    <EmptyCell />
  ) : (
    <Link
      href={paths.paymentProcessor({ payment: paymentId })}
      className="rounded-sm text-link underline-offset-4 hover:underline"
    >
      Open<span className="sr-only"> payment</span>
    </Link>
  );
