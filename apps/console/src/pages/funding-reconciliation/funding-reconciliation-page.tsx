import { RECONCILIATION_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import {
  reconciliationFileName,
  whyNotReconciliationDays,
} from "@countinghouse/validators/reconciliation-rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { dayInWords } from "@/lib/day-in-words.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { useDelayed } from "@/lib/use-delayed.ts";
import { useNow } from "@/lib/use-now.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ErrorState } from "@/ui/error-state.tsx";
import { DaysForm } from "./days-form.tsx";
import { isIssue, type ReconciliationReport } from "./reconciled.ts";
import { reconciliationCsv } from "./reconciliation-csv.ts";
import { ReportInSight } from "./report-in-sight.tsx";
import { Running } from "./running.tsx";
import { useReconciliationView } from "./use-reconciliation-view.ts";

/** Whether the product, the ledger sheet and the processors have the same fundings of some days. */
export default function FundingReconciliationPage() {
  const [view, setView] = useReconciliationView();
  const { startDate, endDate, issues } = view;
  const today = newYorkDate(useNow(60_000));
  const isAskedFor = whyNotReconciliationDays(startDate, endDate, today) === null;
  const query = trpc.reconciliation.report.useQuery(
    { customDate: { start: startDate, end: endDate } },
    { enabled: isAskedFor, retry: false, staleTime: Number.POSITIVE_INFINITY },
  );
  // The report that was there stays, greyed, while another one is made or can not be.
  const [kept, setKept] = useState<ReconciliationReport>();
  if (query.data && query.data !== kept) setKept(query.data);
  const report = isAskedFor ? (query.data ?? kept) : undefined;
  const inSight = (report?.transactions ?? []).filter(
    (row) => (!issues || isIssue(row)) && (view.status === null || row.status === view.status),
  );
  const isSlow = useDelayed(query.isFetching);
  const whyNot = useWhyNot("reconciliation.read");

  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={report && <Days report={report} />}
        actions={
          <Button
            disabledReason={inSight.length > 0 ? null : "There are no rows to export."}
            onClick={() =>
              saveBlob(
                reconciliationFileName(today),
                new Blob([reconciliationCsv(inSight)], { type: "text/csv" }),
              )
            }
          >
            Export CSV
          </Button>
        }
      />
      <DaysForm
        today={today}
        shown={view}
        issuesOnly={issues}
        onIssuesOnly={(issuesOnly) => void setView({ issues: issuesOnly, status: null })}
        pending={query.isFetching}
        disabledReason={whyNot}
        onRun={(days) => {
          if (days.startDate === startDate && days.endDate === endDate) void query.refetch();
          else void setView({ ...days, status: null });
        }}
      />
      {isSlow && <Running />}
      {query.error && !query.isFetching && (
        <Card className="mb-4">
          <ErrorState
            message={TEXT.failed}
            details={detailsText(errorDetails(query.error))}
            onRetry={() => void query.refetch()}
          />
        </Card>
      )}
      {report ? (
        <ReportInSight
          key={report.generatedAt.getTime()}
          report={report}
          rows={inSight}
          issuesOnly={issues}
          status={view.status}
          isOld={report !== query.data || query.isFetching || query.isError}
          onStatus={(status) => void setView({ status })}
          onShowAll={() => void setView({ issues: false, status: null })}
        />
      ) : (
        !query.isFetching &&
        !query.error && (
          <Card>
            <EmptyState title="No report yet">
              Choose the days, then press {TEXT.run}: the fundings that the product, the ledger sheet and the
              processors have of them are compared one by one.
            </EmptyState>
          </Card>
        )
      )}
    </>
  );
}

const Days = ({ report: { days, generatedAt } }: { report: ReconciliationReport }) => (
  <output className="text-sm text-muted-foreground">
    {days.start === days.end ? dayInWords(days.start) : `${dayInWords(days.start)} – ${dayInWords(days.end)}`}{" "}
    · Compared {formatNewYork(generatedAt, "dateTime")} ET
  </output>
);
