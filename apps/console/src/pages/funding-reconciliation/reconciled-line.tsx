import { formatCents } from "@countinghouse/validators/money";
import {
  FUNDING_SYSTEM_NAMES,
  FUNDING_SYSTEMS,
  type FundingSystem,
} from "@countinghouse/validators/reconciliation/rules";
import { ChevronRightIcon } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { EmptyCell, ROW_LINK } from "@/table/cells.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { TableCell, TableRow } from "@/ui/table.tsx";
import { RawTransactions } from "./raw-transactions.tsx";
import {
  amountsText,
  deltaText,
  NOT_COMPARED,
  ofSystem,
  paymentText,
  type ReconciledRow,
  type RowStatus,
} from "./reconciled.ts";

const TONES: Readonly<Record<RowStatus, BadgeTone>> = {
  Match: "success",
  Mismatch: "warning",
  "Double Funded": "danger",
  Doubled: "danger",
  "Unknown Outcome": "warning",
  Unreadable: "warning",
  "Duplicate in the sheet": "warning",
  "Not Found": "info",
};

type ReconciledLineProps = { row: ReconciledRow; isOpen: boolean; onToggle: () => void };

/** One funding or payment in the three systems, and below it, once opened, the transactions as they have it. */
export function ReconciledLine({ row, isOpen, onToggle }: ReconciledLineProps) {
  const { userId, userName, status, deltaCents } = row;
  const rawId = useId();
  const kindText = paymentText(row);
  return (
    <>
      <TableRow className="h-12">
        <TableCell>
          <span className="flex items-center gap-2">
            <button
              type="button"
              {...{ [ROW_LINK]: "" }}
              aria-expanded={isOpen}
              aria-controls={isOpen ? rawId : undefined}
              onClick={onToggle}
              className="-ml-1 grid size-6 shrink-0 place-items-center rounded-sm hover:bg-accent"
            >
              <ChevronRightIcon
                aria-hidden
                className={cn("size-4 transition-transform duration-120", isOpen && "rotate-90")}
              />
              <span className="sr-only">Transactions of {userName || "unknown user"}</span>
            </button>
            {userId === null ? (
              <EmptyCell />
            ) : (
              <Link href={paths.userDetail({ id: userId })} className="id-text text-link hover:underline">
                {userId}
              </Link>
            )}
          </span>
        </TableCell>
        <TableCell title={userName}>
          {userName || <EmptyCell />}
          {kindText !== null && (
            <span className="block truncate text-2xs text-muted-foreground">{kindText}</span>
          )}
        </TableCell>
        <TableCell>
          <StatusBadge tone={status === null ? "neutral" : TONES[status]}>
            {status ?? NOT_COMPARED}
          </StatusBadge>
        </TableCell>
        {FUNDING_SYSTEMS.map((system) => (
          <TableCell key={system} className="border-l">
            <SystemCell row={row} system={system} />
          </TableCell>
        ))}
        <TableCell className="border-l text-right">
          {deltaCents === 0 ? (
            <EmptyCell />
          ) : (
            <span className="num">{deltaText(deltaCents, formatCents)}</span>
          )}
        </TableCell>
      </TableRow>
      {isOpen && (
        <tr>
          <td id={rawId} colSpan={7} className="border-b bg-muted/40 px-(--row-px) py-3">
            <RawTransactions row={row} />
          </td>
        </tr>
      )}
    </>
  );
}

/** What one system has of a funding; boxed, with a sign, where it is not as the others. */
function SystemCell({ row, system }: { row: ReconciledRow; system: FundingSystem }) {
  const own = ofSystem(row, system);
  const [first] = own;
  if (!first && !row.compared.includes(system))
    return <span className="text-xs text-muted-foreground italic">did not answer</span>;
  const isOdd = row.odd.includes(system);
  const { paymentType = null, fundedDate = null } = first ?? {};
  const told = [paymentType, fundedDate].filter((each) => each !== null).join(" · ");
  return (
    <span
      className={cn(
        "grid w-fit content-center text-left rounded-sm border px-1.5 py-0.5 leading-tight",
        isOdd ? "border-danger bg-danger-soft text-danger-fg" : "border-transparent",
      )}
    >
      <span className="tabular-nums">
        {isOdd && (
          <>
            <span aria-hidden>≠ </span>
            <span className="sr-only">{FUNDING_SYSTEM_NAMES[system]} differs from the others: </span>
          </>
        )}
        {first ? amountsText(own) : "missing"}
      </span>
      {told !== "" && (
        <span className={cn("text-2xs tabular-nums", !isOdd && "text-muted-foreground")}>{told}</span>
      )}
    </span>
  );
}
