import {
  FUNDING_SYSTEM_NAMES,
  FUNDING_SYSTEMS,
  type ReconciledStatus,
} from "@countinghouse/validators/reconciliation-rules";
import { useState } from "react";
import { cn } from "@/lib/cn.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Pager } from "../pager.tsx";
import { countText, isIssue, type ReconciledRow, type ReconciliationReport } from "./reconciled.ts";
import { ReconciledTable } from "./reconciled-table.tsx";
import { ReportSummary } from "./report-summary.tsx";
import { StatusChips } from "./status-chips.tsx";

const PAGE_ROWS = 50;

type ReportInSightProps = {
  report: ReconciliationReport;
  /** Those that the filters leave. */
  rows: readonly ReconciledRow[];
  issuesOnly: boolean;
  status: ReconciledStatus | null;
  /** Whether it is not the report that was asked for last. */
  isOld: boolean;
  onStatus: (status: ReconciledStatus | null) => void;
  onShowAll: () => void;
};

/** A report: what did not answer, the summary, and the fundings. */
export function ReportInSight({
  report,
  rows,
  issuesOnly,
  status,
  isOld,
  onStatus,
  onShowAll,
}: ReportInSightProps) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const shownPage = Math.min(page, pages);
  const all = report.transactions.filter((row) => !issuesOnly || isIssue(row));
  return (
    <div aria-busy={isOld || undefined} className={cn(isOld && "opacity-60 transition-opacity")}>
      <Unanswered report={report} />
      <ReportSummary report={report} />
      {all.length > 0 && (
        <StatusChips
          rows={all}
          issuesOnly={issuesOnly}
          value={status}
          onChange={(next) => {
            setPage(1);
            onStatus(next);
          }}
        />
      )}
      {rows.length > 0 ? (
        <ReconciledTable
          rows={rows.slice((shownPage - 1) * PAGE_ROWS, shownPage * PAGE_ROWS)}
          footer={<Pager label="the report" page={shownPage} pages={pages} onPage={setPage} />}
        />
      ) : (
        <Card>
          <Nothing report={report} hasOthers={all.length > 0} onShowAll={onShowAll} />
        </Card>
      )}
    </div>
  );
}

/** What did not answer, and how many systems were compared then. */
function Unanswered({ report: { unanswered, reportSummary } }: { report: ReconciliationReport }) {
  if (unanswered.length === 0) return null;
  const answered = FUNDING_SYSTEMS.filter(
    (system) => reportSummary.fundedTransactionSummary[system] !== null,
  );
  // Of the fundings by one rail a system may be silent that answered of the others.
  const answeredOf = (asked: keyof typeof RAILS) =>
    FUNDING_SYSTEMS.length - unanswered.filter(({ rail }) => rail === null || rail === asked).length;
  return (
    <Alert tone="warning" live="polite" className="mb-4">
      {unanswered.map(({ system, rail }) => (
        <p key={`${system}${rail}`}>
          {FUNDING_SYSTEM_NAMES[system]} did not answer{rail && ` about ${RAILS[rail]}`}: compared{" "}
          {rail === null ? `${answered.length} of 3` : `those in ${answeredOf(rail)} of 3`}. Nothing is said
          to be missing there.
        </p>
      ))}
    </Alert>
  );
}

const RAILS = { ACH: "bank transfers", CARD: "cards" };

type NothingProps = { report: ReconciliationReport; hasOthers: boolean; onShowAll: () => void };

function Nothing({ report: { transactions }, hasOthers, onShowAll }: NothingProps) {
  if (transactions.length === 0)
    return <EmptyState title="No fundings">None of the systems has a funding of these days.</EmptyState>;
  const showAll = <Button onClick={onShowAll}>Show all</Button>;
  if (hasOthers) return <EmptyState title="None has this status" action={showAll} />;
  const matching = countText(transactions.filter((row) => row.status === "Match").length);
  return (
    <EmptyState title="No issues" action={showAll}>
      {matching} of {countText(transactions.length)} match.
    </EmptyState>
  );
}
