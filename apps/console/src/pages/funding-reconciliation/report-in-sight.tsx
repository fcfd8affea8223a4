import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { type ReactNode, useState } from "react";
import { Pager } from "@/components/pager.tsx";
import { cn } from "@/lib/cn.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import {
  answeredSystems,
  countText,
  isIssue,
  type ReconciledRow,
  type ReconciliationReport,
  type RowStatus,
} from "./reconciled.ts";
import { ReconciledTable } from "./reconciled-table.tsx";

const PAGE_ROWS = 50;

/** What is said of what a report is about. */
export type ReportWords = { label: string; none: string; noneOfDays: string };

type ReportInSightProps = {
  report: Pick<ReconciliationReport, "unanswered"> & { transactions: readonly ReconciledRow[] };
  words: ReportWords;
  statuses: readonly RowStatus[];
  /** What the report says in few words. */
  summary: ReactNode;
  /** Those that the filters leave. */
  rows: readonly ReconciledRow[];
  issuesOnly: boolean;
  status: RowStatus | null;
  /** Whether it is not the report that was asked for last. */
  isOld: boolean;
  onStatus: (status: RowStatus | null) => void;
  onShowAll: () => void;
  /** What a number of the summary has narrowed the rows to. */
  narrowed: string | null;
  onWiden: () => void;
};

/** A report: what did not answer, the summary, and the fundings or payments. */
export function ReportInSight({
  report,
  words,
  statuses,
  summary,
  rows,
  issuesOnly,
  status,
  isOld,
  onStatus,
  onShowAll,
  narrowed,
  onWiden,
}: ReportInSightProps) {
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_ROWS));
  const shownPage = Math.min(page, pages);
  const all = report.transactions.filter((row) => !issuesOnly || isIssue(row));
  return (
    <div aria-busy={isOld || undefined} className={cn(isOld && "opacity-60 transition-opacity")}>
      <Unanswered unanswered={report.unanswered} />
      {summary}
      {all.length > 0 && (
        <StatusChips
          all={statuses}
          rows={all}
          issuesOnly={issuesOnly}
          value={status}
          onChange={(next) => {
            setPage(1);
            onStatus(next);
          }}
        />
      )}
      {narrowed !== null && (
        <p className="mb-3 text-sm">
          Only: {narrowed}{" "}
          <Button size="small" onClick={onWiden}>
            Show the others
          </Button>
        </p>
      )}
      {rows.length > 0 ? (
        <ReconciledTable
          label={words.label}
          rows={rows.slice((shownPage - 1) * PAGE_ROWS, shownPage * PAGE_ROWS)}
          footer={<Pager label="the report" page={shownPage} pages={pages} onPage={setPage} />}
        />
      ) : (
        <Card>
          <Nothing
            transactions={report.transactions}
            words={words}
            hasOthers={all.length > 0}
            onShowAll={onShowAll}
          />
        </Card>
      )}
    </div>
  );
}

/** What did not answer, and how many systems were compared then. */
function Unanswered({ unanswered }: Pick<ReconciliationReport, "unanswered">) {
  if (unanswered.length === 0) return null;
  const answered = answeredSystems(unanswered);
  // Of the fundings by one rail a system may be silent that answered of the others.
  const answeredCount = (asked: keyof typeof RAILS) =>
    FUNDING_SYSTEMS.length - unanswered.filter(({ rail }) => rail === null || rail === asked).length;
  return (
    <Alert tone="warning" live="polite" className="mb-4">
      {unanswered.map(({ system, rail, message, isRefused }) => (
        <p key={`${system}${rail}`}>
          {FUNDING_SYSTEM_NAMES[system]} {isRefused ? "could not be compared" : "did not answer"}
          {rail && ` about ${RAILS[rail]}`}: compared{" "}
          {rail === null ? `${answered.length} of 3` : `those in ${answeredCount(rail)} of 3`}. Nothing is
          reported as missing there.{isRefused && ` ${message}`}
        </p>
      ))}
    </Alert>
  );
}

const RAILS = { ACH: "bank transfers", CARD: "cards" };

type NothingProps = {
  transactions: readonly ReconciledRow[];
  words: ReportWords;
  hasOthers: boolean;
  onShowAll: () => void;
};

function Nothing({ transactions, words, hasOthers, onShowAll }: NothingProps) {
  if (transactions.length === 0) return <EmptyState title={words.none}>{words.noneOfDays}</EmptyState>;
  const showAll = <Button onClick={onShowAll}>Show all</Button>;
  if (hasOthers) return <EmptyState title="No rows have this status" action={showAll} />;
  const matching = countText(transactions.filter((row) => row.status === "Match").length);
  return (
    <EmptyState title="No issues" action={showAll}>
      {matching} of {countText(transactions.length)} match.
    </EmptyState>
  );
}

type StatusChipsProps = {
  /** Those that there are. */
  all: readonly RowStatus[];
  rows: readonly ReconciledRow[];
  issuesOnly: boolean;
  value: RowStatus | null;
  onChange: (status: RowStatus | null) => void;
};

/** Narrows the list to one status; each says how many it leaves. */
function StatusChips({ all, rows, issuesOnly, value, onChange }: StatusChipsProps) {
  const statuses = all.filter((status) => !(issuesOnly && status === "Match"));
  return (
    <fieldset data-print="hide" className="mb-3 flex flex-wrap gap-2">
      <legend className="sr-only">Status</legend>
      {[null, ...statuses].map((status) => (
        <Button
          key={status}
          size="small"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground"
        >
          {status ?? "All"}
          <span className="num">
            {countText(status === null ? rows.length : rows.filter((row) => row.status === status).length)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
