import { automationResult, automationTypeLabel } from "@countinghouse/validators/automation/rules";
import { ChevronRightIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { DateCell, EmptyCell, LinkCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { hasAttempts, type Line } from "./attempt-rows.ts";
import type { Transaction } from "./use-automation.ts";

type LineActions = {
  /** Opens the attempts of a transaction, or folds them away. */
  toggleAttempts: (id: string) => void;
};

const column = columnHelper<Line, LineActions>();

export const automationColumns = column.columns([
  column.display({
    id: "user",
    header: "User Id",
    meta: { className: "w-30" },
    cell: ({ row, table }) => <UserCell line={row.original} {...tableActions(table)} />,
  }),
  column.display({
    id: "name",
    header: "Name",
    meta: { className: "w-34" },
    cell: ({ row: { original: line } }) => (line.kind === "customer" ? line.transaction.name : null),
  }),
  column.display({
    id: "source",
    header: "Source",
    meta: { className: "w-18" },
    cell: ({ row: { original: line } }) => (line.kind === "customer" ? line.transaction.source : null),
  }),
  column.display({
    id: "paymentType",
    header: "Payment type",
    meta: { className: "w-26" },
    cell: ({ row: { original: line } }) => <TypeCell type={ofLine(line).paymentType} />,
  }),
  column.display({
    id: "last4",
    header: "Card / Account",
    meta: { className: "w-28" },
    cell: ({ row: { original: line } }) => {
      const { last4 } = ofLine(line);
      return last4 === "" ? <EmptyCell /> : <span className="num">•••• {last4}</span>;
    },
  }),
  column.display({
    id: "due",
    header: "Due (USD)",
    meta: { align: "right", className: "w-24" },
    cell: ({ row: { original: line } }) =>
      line.kind === "customer" && <MoneyCell cents={line.transaction.dueCents} />,
  }),
  column.display({
    id: "taken",
    header: "Taken (USD)",
    meta: { align: "right", className: "w-26" },
    cell: ({ row: { original: line } }) => <MoneyCell cents={ofLine(line).takenCents} moneyIn="positive" />,
  }),
  column.display({
    id: "shortfall",
    header: "Shortfall (USD)",
    meta: { align: "right", className: "w-30" },
    cell: ({ row: { original: line } }) => line.kind === "customer" && <Shortfall {...line.transaction} />,
  }),
  column.display({
    id: "progress",
    header: "Progress",
    meta: { className: "w-30" },
    cell: ({ row: { original: line } }) => <ProgressCell line={line} />,
  }),
  column.display({
    id: "result",
    header: "Status",
    meta: { className: "w-30" },
    cell: ({ row }) => <ResultCell line={row.original} />,
  }),
  column.display({
    id: "reason",
    header: "Reason",
    meta: { className: "w-52" },
    cell: ({ row: { original: line } }) => <ReasonCell reason={lineReason(line)} />,
  }),
  column.display({
    id: "balance",
    header: "Plaid balance (USD)",
    meta: { align: "right", className: "w-38" },
    cell: ({ row: { original: line } }) =>
      line.kind === "customer" && <MoneyCell cents={line.transaction.plaidBalanceCents} />,
  }),
  column.display({
    id: "dueOn",
    header: "Due on",
    meta: { className: "w-26" },
    cell: ({ row: { original: line } }) => line.kind === "customer" && line.transaction.dueOn,
  }),
  column.display({
    id: "at",
    header: "Time (ET)",
    meta: { className: "w-40" },
    cell: ({ row: { original: line } }) => <DateCell at={lineTime(line)} />,
  }),
]);

const ofLine = (line: Line) => (line.kind === "customer" ? line.transaction : line.attempt);

/** Another attempt follows one that is over alone. */
const lineStatus = (line: Line): Transaction["status"] =>
  line.kind === "attempt" && line.attempt.number === 1 ? "Completed" : line.transaction.status;

const lineReason = (line: Line): string =>
  line.kind === "attempt"
    ? line.attempt.problem
    : line.transaction.notProcessedReason || line.transaction.problem;

const lineTime = (line: Line): Date | null =>
  line.kind === "attempt" ? line.attempt.at : (line.transaction.finishedAt ?? line.transaction.createdAt);

function UserCell({ line, toggleAttempts }: { line: Line } & LineActions) {
  if (line.kind === "attempt")
    return (
      <span className="flex items-center gap-2 pl-6 text-muted-foreground">
        <span aria-hidden className="h-4 w-px bg-border" />
        Attempt {line.attempt.number}
      </span>
    );
  const { id, userId } = line.transaction;
  return (
    <span className="flex items-center gap-1">
      {hasAttempts(line.transaction) ? (
        <button
          type="button"
          aria-expanded={line.isOpen}
          aria-label={`Attempts of customer ${userId}`}
          className="relative z-control grid size-5 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground"
          onClick={() => toggleAttempts(id)}
        >
          <ChevronRightIcon aria-hidden className={cn("size-4", line.isOpen && "rotate-90")} />
        </button>
      ) : (
        <span className="size-5" />
      )}
      <LinkCell href={paths.userDetail({ id: userId })}>{userId}</LinkCell>
    </span>
  );
}

const TypeCell = ({ type }: { type: "ACH" | "CARD" | null }) =>
  type === null ? <EmptyCell /> : automationTypeLabel(type);

/** What was not taken, with its sign; nothing while it may still be. */
const Shortfall = ({ shortfallCents }: { shortfallCents: number | null }) => (
  <MoneyCell cents={shortfallCents === 0 ? null : shortfallCents} />
);

/** How far the row is; to its payment while there is no result that leads there. */
function ProgressCell({ line }: { line: Line }) {
  const status = lineStatus(line);
  if (status === "Completed") return <span className="text-muted-foreground">{status}</span>;
  return (
    <PaymentLink paymentId={ofLine(line).paymentId}>
      <StatusBadge>{status}</StatusBadge>
    </PaymentLink>
  );
}

/** Blank until the row is completed (specification 2, section 4). */
function ResultCell({ line }: { line: Line }) {
  const result = line.kind === "attempt" ? line.attempt.result : automationResult(line.transaction);
  if (result === null) return null;
  return (
    <PaymentLink paymentId={ofLine(line).paymentId}>
      <StatusBadge>{result}</StatusBadge>
    </PaymentLink>
  );
}

const PaymentLink = ({ paymentId, children }: { paymentId: string | null; children: ReactNode }) =>
  paymentId === null ? (
    children
  ) : (
    <Link
      href={paths.paymentProcessor({ payment: paymentId })}
      className="relative z-control rounded-sm hover:underline"
    >
      {children}
    </Link>
  );

const ReasonCell = ({ reason }: { reason: string }) =>
  reason === "" ? <EmptyCell /> : <span title={reason}>{reason}</span>;
