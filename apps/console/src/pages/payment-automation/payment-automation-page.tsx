import { AUTOMATION_FILE_NAME } from "@countinghouse/validators/automation/rules";
import { AUTOMATION_TEXTS as TEXT } from "@countinghouse/validators/automation/texts";
import { failureText } from "@/api/errors.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { useListExport } from "@/components/exports/use-list-export.tsx";
import { NoMatch } from "@/components/filters/no-match.tsx";
import { QueryFailure } from "@/components/query-failure.tsx";
import { RatesNotice } from "@/components/return-rates/run-rates.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { heightBelow } from "@/table/columns.ts";
import { ShowMore } from "@/table/show-more.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { automationColumns } from "./automation-columns.tsx";
import { AutomationFilters } from "./automation-filters.tsx";
import { AutomationSummary } from "./automation-summary.tsx";
import { BatchCard } from "./batch-card.tsx";
import { ProcessPayments } from "./process-payments.tsx";
import { ResultsChart } from "./results-chart.tsx";
import { TimerCard } from "./timer-card.tsx";
import { useAutomationList } from "./use-automation-list.ts";

const LOCKED = "Filters are set to All until the batch is complete.";
const RUNNING = "Payment automation is running. Wait until the batch is complete.";

/** What payment automation took from whom, batch by batch, and the button that starts it. */
export default function PaymentAutomationPage() {
  const list = useAutomationList();
  const { change, filters, isKnown, isRange, running, query, first, batch, lines } = list;
  const file = useListExport({
    csvName: AUTOMATION_FILE_NAME,
    url: list.exportUrl,
    label: TEXT.exportLabel,
    rows: "all rows that match the filters, one line per attempt",
    disabledReason: useWhyNot("automation.read") ?? (isRange ? null : "Choose the days first."),
  });
  const table = useListPage({
    title: TEXT.title,
    pageList: "payment-automation",
    query: list.rowsQuery,
    filters,
    columns: automationColumns,
    actions: list.actions,
    rows: lines,
    rowKey: ({ id }) => id,
    rowClass: ({ kind }) => (kind === "attempt" ? "text-muted-foreground" : undefined),
    customers: {
      toUserId: ({ transaction }) => transaction.userId,
      whyNot: ({ kind }) => (kind === "attempt" ? "This row belongs to the row above." : null),
      toName: ({ kind, id, transaction }) =>
        kind === "attempt" ? `attempt ${id}` : `payment ${id} of user ${transaction.userId}`,
    },
    size: { skeletonRows: 12, maxHeight: heightBelow(22) },
    empty: list.isChanged("type", "status", "source") ? (
      <NoMatch title="No payment matches" onClear={() => list.reset("type", "status", "source")} />
    ) : (
      <EmptyState title="No batch in this time">
        Payment automation did not run in this period. Use Process Payments to collect due payments.
      </EmptyState>
    ),
    footer: <ShowMore query={query} />,
  });

  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={
          first?.summary && (
            <output className="text-sm text-muted-foreground">
              <span className="num">{first.summary.main.total.toLocaleString("en-US")}</span>{" "}
              {first.summary.main.total === 1 ? "payment" : "payments"}
              {filters.requestedAt === null && ` · ${first.startDate} to ${first.endDate} (ET)`}
            </output>
          )
        }
        actions={
          <>
            {file.button}
            <ProcessPayments
              disabledReason={running ? RUNNING : isKnown ? null : "The status is still loading."}
              onStarted={(started) => change({ batch: started })}
            />
          </>
        }
      />
      <AutomationFilters
        change={change}
        shown={filters}
        times={first?.requestedAtList ?? null}
        disabledReason={running ? LOCKED : null}
      />
      <div className="mb-4 grid gap-4 empty:hidden">
        <RatesNotice />
        {file.status}
      </div>
      <TimerCard />
      {batch.data && list.isBatchShown && <BatchCard batch={batch.data} running={running} />}
      {batch.error && !batch.data && (
        <Card className="mb-4">
          <QueryFailure query={batch} message={failureText(batch.error, TEXT.failed)} />
        </Card>
      )}
      <ResultsChart />
      {isRange && (first === undefined ? !query.error : first.summary) && (
        <AutomationSummary summary={first?.summary ?? undefined} />
      )}
      {isRange ? (
        table
      ) : (
        <Card>
          <EmptyState title="No days are chosen yet">
            Choose a start date and an end date, which may be the same day, then press Apply.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
