import { AUTOMATION_EXPORT_PATH, AUTOMATION_FILE_NAME } from "@countinghouse/validators/automation/rules";
import type { AutomationFilters as Filters } from "@countinghouse/validators/automation/schemas";
import { AUTOMATION_TEXTS as TEXT } from "@countinghouse/validators/automation/texts";
import { whyNotRange } from "@countinghouse/validators/custom-days";
import { useMemo, useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { RatesNotice } from "@/components/return-rates/run-rates.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { type ListParams, useListParams } from "@/lib/list-params.ts";
import { heightBelow } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { AskProcess } from "./ask-process.tsx";
import { attemptLines } from "./attempt-rows.ts";
import { automationColumns } from "./automation-columns.tsx";
import { AUTOMATION_PARAMS, AutomationFilters } from "./automation-filters.tsx";
import { AutomationSummary } from "./automation-summary.tsx";
import { BatchCard } from "./batch-card.tsx";
import { ResultsChart } from "./results-chart.tsx";
import { TimerCard } from "./timer-card.tsx";
import { type Transaction, useBatchStatus, useIncompleteBatch, useTransactions } from "./use-automation.ts";

const TABLE_MIN_WIDTH_PX = 1760;

const lineKey = ({ id }: { id: string }) => id;

const LOCKED = "Filters are set to All until the batch is complete.";
const RUNNING = "Payment automation is running. Wait until the batch is complete.";

/** What payment automation took from whom, batch by batch, and the button that starts it. */
export default function PaymentAutomationPage() {
  const { params, change, isChanged, reset } = useListParams(AUTOMATION_PARAMS);
  const { isKnown, batch: running, ...whether } = useIncompleteBatch();
  const filters = running ? onlyBatch(running.requestedAt.getTime()) : filtersIn(params);
  const isRange =
    filters.period !== "Custom" ||
    whyNotRange(filters.startDate, filters.endDate, { isLonger: false }) === null;
  const query = useTransactions(filters, { isAsked: isKnown && isRange, isPolled: running !== null });
  const first = isRange ? query.data?.pages[0] : undefined;
  const requestedAt = filters.requestedAt ?? first?.requestedAtList[0]?.value ?? null;
  const batch = useBatchStatus(isRange ? requestedAt : null, running !== null);
  const rowsError: unknown = whether.error ?? query.error;
  const [isAsking, setAsking] = useState(false);
  const { state, fileName, start, cancel } = useExport(AUTOMATION_FILE_NAME);
  const exportUrl = `${apiUrl(AUTOMATION_EXPORT_PATH)}?${new URLSearchParams(filterTexts(filters))}`;
  const whyNotRead = useWhyNot("automation.read");
  const whyNotRun = useWhyNot("automation.run");
  const { lines, actions } = useLines(query.data?.rows);
  const selection = useCustomerSelection({
    title: TEXT.title,
    listKey: JSON.stringify(filters),
    rows: lines,
    rowKey: lineKey,
    toUserId: ({ transaction }) => transaction.userId,
    whyNot: ({ kind }) => (kind === "attempt" ? "This row belongs to the row above." : null),
    toName: ({ kind, id, transaction }) =>
      kind === "attempt" ? `attempt ${id}` : `payment ${id} of user ${transaction.userId}`,
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
            <ExportMenu
              label={TEXT.exportLabel}
              disabledReason={whyNotRead ?? (isRange ? null : "Choose the days first.")}
              pending={state.kind === "running"}
              scopes={[
                {
                  label: "all rows that match the filters, one line per attempt",
                  about: { url: exportUrl },
                  save: (format) => start(exportUrl, format),
                },
              ]}
            />
            <Button
              variant="primary"
              disabledReason={
                whyNotRun ?? (running ? RUNNING : isKnown ? null : "The status is still loading.")
              }
              onClick={() => setAsking(true)}
            >
              {TEXT.processLabel}
            </Button>
          </>
        }
      />
      <AutomationFilters
        change={change}
        shown={filters}
        times={first?.requestedAtList ?? null}
        disabledReason={running ? LOCKED : null}
      />
      <div className="mb-4 empty:hidden">
        <RatesNotice />
      </div>
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={fileName} state={state} onStart={() => start(exportUrl)} onCancel={cancel} />
      </div>
      <TimerCard />
      {batch.data && requestedAt !== null && isRange && <BatchCard batch={batch.data} running={running} />}
      {batch.error && !batch.data && (
        <Card className="mb-4">
          <ErrorState
            message={failureText(batch.error, TEXT.failed)}
            details={detailsText(errorDetails(batch.error))}
            onRetry={() => void batch.refetch()}
            retrying={batch.isFetching}
          />
        </Card>
      )}
      <ResultsChart />
      {isRange && (first === undefined ? !query.error : first.summary) && (
        <AutomationSummary summary={first?.summary ?? undefined} />
      )}
      {isRange ? (
        <DataTable
          label={TEXT.title}
          columns={automationColumns}
          actions={actions}
          rows={lines}
          rowKey={lineKey}
          selection={selection}
          rowClass={({ kind }) => (kind === "attempt" ? "text-muted-foreground" : undefined)}
          query={{
            isFetching: query.isFetching && !query.isFetchingNextPage && running === null,
            error: rowsError,
            refetch: () => (isKnown ? void query.refetch() : whether.ask()),
            dataUpdatedAt: query.dataUpdatedAt,
            failureMessage: rowsError ? failureText(rowsError, TEXT.failed) : undefined,
          }}
          size={{ skeletonRows: 12, maxHeight: heightBelow(22), minWidth: TABLE_MIN_WIDTH_PX }}
          empty={
            isChanged("type", "status", "source") ? (
              <EmptyState
                title="No payment matches"
                action={<Button onClick={() => reset("type", "status", "source")}>Clear filters</Button>}
              />
            ) : (
              <EmptyState title="No batch in this time">
                Payment automation did not run in this period. Use Process Payments to collect due payments.
              </EmptyState>
            )
          }
          footer={
            lines &&
            lines.length > 0 && (
              <ShowMore query={query} loaded={lines.filter(({ kind }) => kind === "customer").length} />
            )
          }
          pageList="payment-automation"
        />
      ) : (
        <Card>
          <EmptyState title="No days are chosen yet">
            Choose a start date and an end date, which may be the same day, then press Apply.
          </EmptyState>
        </Card>
      )}
      {isAsking && (
        <AskProcess
          onClose={() => setAsking(false)}
          onStarted={(started) => {
            setAsking(false);
            change({ batch: started });
          }}
        />
      )}
    </>
  );
}

const filtersIn = (params: ListParams<typeof AUTOMATION_PARAMS>["params"]): Filters => ({
  period: params.period,
  startDate: params.from,
  endDate: params.to,
  requestedAt: params.batch !== null && params.batch >= 0 ? params.batch : null,
  paymentType: params.type,
  status: params.status,
  source: params.source,
});

/** While a batch is not complete it is what is shown, whole (specification 2, section 4). */
const onlyBatch = (requestedAt: number): Filters => ({
  period: "Current Day",
  startDate: "",
  endDate: "",
  requestedAt,
  paymentType: "All",
  status: "All",
  source: "All",
});

const filterTexts = ({ requestedAt, ...filters }: Filters): Record<string, string> => ({
  ...filters,
  requestedAt: requestedAt === null ? "" : String(requestedAt),
});

/** The lines of the table, and how the attempts of one are opened and folded away. */
function useLines(transactions: readonly Transaction[] | undefined) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const actions = useMemo(
    () => ({ toggleAttempts: (id: string) => setOpenIds((open) => toggled(open, id)) }),
    [],
  );
  const lines = useMemo(() => attemptLines(transactions, openIds), [transactions, openIds]);
  return { lines, actions };
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
