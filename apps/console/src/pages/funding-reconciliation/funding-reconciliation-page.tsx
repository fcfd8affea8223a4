import type { ExportFormat } from "@countinghouse/validators/exports/cells";
import { RECONCILIATION_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatNewYork, newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_DIRECTIONS, PAYMENT_RAILS } from "@countinghouse/validators/payments/kinds";
import {
  allPaymentsFileName,
  EARLIER_STATUSES,
  FUNDING_SYSTEM_NAMES,
  FUNDING_SYSTEMS,
  latestReconciliationDay,
  RECONCILED_PAYMENT_STATUSES,
  RECONCILED_STATUSES,
  RECONCILIATION_TABS,
  type ReconciliationTab,
  reconciliationFileName,
  whyNotReconciliationDays,
} from "@countinghouse/validators/reconciliation/rules";
import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { ExportMenu } from "@/components/exports/export-menu.tsx";
import { QueryFailure } from "@/components/query-failure.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { saveTable } from "@/lib/csv.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { dayInWords } from "@/lib/time-text.ts";
import { useDelayed, useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { DaysForm } from "./days-form.tsx";
import type { ShowRows } from "./opens.tsx";
import { PaymentsSummary } from "./payments-summary.tsx";
import { isIssue, type ReconciledRow, type ReconciliationReport } from "./reconciled.ts";
import { allPaymentsTable, reconciliationTable } from "./reconciliation-table.ts";
import { ReportInSight } from "./report-in-sight.tsx";
import { ReportSummary } from "./report-summary.tsx";

const TABS: Record<
  ReconciliationTab,
  { name: string; what: string; label: string; none: string; noneOfDays: string }
> = {
  fundings: {
    name: "Fundings",
    what: "fundings",
    label: TEXT.title,
    none: "No fundings",
    noneOfDays: "No system has a funding on these days.",
  },
  payments: {
    name: "All Payments",
    what: "sales, debits, refunds and fundings",
    label: "All Payments",
    none: "No payments",
    noneOfDays: "No system has a payment on these days.",
  },
};

/** Which report is in sight, of which days it is, and what of it is in sight. */
const PARAMS = {
  tab: param.oneOf(RECONCILIATION_TABS).withDefault("fundings"),
  startDate: param.day.withDefault(""),
  endDate: param.day.withDefault(""),
  issues: param.flag.withDefault(true),
  status: param.oneOf(
    [...new Set([...RECONCILED_STATUSES, ...RECONCILED_PAYMENT_STATUSES])],
    EARLIER_STATUSES,
  ),
  odd: param.oneOf(FUNDING_SYSTEMS),
  rail: param.oneOf(PAYMENT_RAILS),
  direction: param.oneOf(PAYMENT_DIRECTIONS),
};

/** What leaves all rows in sight. */
const WHOLE = { status: null, odd: null, rail: null, direction: null } as const;

type Narrowed = Pick<ReturnType<typeof useListParams<typeof PARAMS>>["params"], "odd" | "rail" | "direction">;

/** What a number of the summary has narrowed the rows to, or null. */
function narrowedText({ odd, rail, direction }: Narrowed): string | null {
  const parts = [
    odd && `${FUNDING_SYSTEM_NAMES[odd]} differs from the others`,
    rail && (rail === "CARD" ? "Cards" : "Bank transfers"),
    direction && `money ${direction}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

/** Whether the product, the ledger sheet and the processors have the same fundings, or payments of any kind, of some days. */
export default function FundingReconciliationPage() {
  const { params: view, change, replace } = useListParams(PARAMS);
  const { tab, startDate, endDate, issues } = view;
  const today = newYorkDate(useNow(60_000));
  const isAskedFor = whyNotReconciliationDays(startDate, endDate, today) === null;
  const asked = { customDate: { start: startDate, end: endDate } };
  const how = { retry: false, staleTime: Number.POSITIVE_INFINITY };
  const ofFundings = trpc.reconciliation.report.useQuery(asked, {
    ...how,
    enabled: isAskedFor && tab === "fundings",
  });
  const ofPayments = trpc.reconciliation.allPayments.useQuery(asked, {
    ...how,
    enabled: isAskedFor && tab === "payments",
  });
  const query = tab === "fundings" ? ofFundings : ofPayments;
  const whyNot = useWhyNot("reconciliation.read");
  const isBlank = startDate === "" && endDate === "" && whyNot === null;
  const latest = latestReconciliationDay(today);
  const openUsual = useEffectEvent(() => replace({ startDate: latest, endDate: latest }));
  useEffect(() => {
    if (isBlank) openUsual();
  }, [isBlank]);
  const fundings = useKept(ofFundings.data);
  const payments = useKept(ofPayments.data);
  const report = !isAskedFor ? undefined : tab === "fundings" ? fundings : payments;
  const isInSight = (row: ReconciledRow): boolean =>
    (!issues || isIssue(row)) &&
    (view.status === null || row.status === view.status) &&
    (view.odd === null || row.odd.includes(view.odd)) &&
    (view.rail === null || !("rail" in row) || row.rail === view.rail) &&
    (view.direction === null || !("direction" in row) || row.direction === view.direction);
  const inSight = (report?.transactions ?? []).filter(isInSight);
  const isSlow = useDelayed(query.isFetching);
  const record = trpc.reconciliation.recordExport.useMutation({
    onError: (error) => toast.error(failureText(error)),
  });
  const [csvName, table] =
    tab === "fundings"
      ? [reconciliationFileName(today), reconciliationTable((fundings?.transactions ?? []).filter(isInSight))]
      : [allPaymentsFileName(today), allPaymentsTable((payments?.transactions ?? []).filter(isInSight))];
  const save = (format: ExportFormat) => {
    // What is saved has left its event before.
    record.mutate(
      {
        ...asked,
        tab,
        issuesOnly: issues,
        status: view.status,
        rows: inSight.length,
        userIds: [...new Set(inSight.flatMap(({ userId }) => userId ?? []))],
        requestId: newRequestId(),
      },
      {
        onSuccess: () => void saveTable(csvName, table, format),
      },
    );
  };
  const shared = {
    rows: inSight,
    words: TABS[tab],
    issuesOnly: issues,
    status: view.status,
    isOld: report !== query.data || query.isFetching || query.isError,
    onStatus: (status: typeof view.status) => change({ ...WHOLE, status }),
    onShowAll: () => change({ ...WHOLE, issues: false }),
    narrowed: narrowedText(view),
    onWiden: () => change(WHOLE),
  };
  const show: ShowRows = (rows) => change({ ...WHOLE, ...rows });

  return (
    <>
      <PageHeader
        title={TEXT.title}
        readBy="reconciliation.report"
        aside={report && <Days report={report} />}
        actions={
          <>
            <Link href={paths.reconciledDays()} className={buttonVariants()}>
              {PAGE_TITLES.reconciledDays}
            </Link>
            <ExportMenu
              label="Export CSV"
              disabledReason={inSight.length > 0 ? null : "There are no rows to export."}
              pending={record.isPending}
              scopes={[
                {
                  label: "the rows shown, by tab and filters",
                  about: { columns: table[0], rows: table.length - 1 },
                  save,
                },
              ]}
            />
          </>
        }
      />
      <DaysForm
        today={today}
        shown={view}
        issuesOnly={issues}
        onIssuesOnly={(issuesOnly) => change({ ...WHOLE, issues: issuesOnly })}
        pending={query.isFetching}
        disabledReason={whyNot}
        onRun={(days) => {
          if (days.startDate === startDate && days.endDate === endDate) void query.refetch();
          else change({ ...WHOLE, ...days });
        }}
      />
      <Tabs
        label="Reports"
        tabs={RECONCILIATION_TABS.map((value) => ({ value, label: TABS[value].name }))}
        value={tab}
        onChange={(next) => change({ ...WHOLE, tab: next })}
      >
        {isSlow && <Running />}
        {query.error && !query.isFetching && (
          <Card className="mb-4">
            <QueryFailure query={query} message={TEXT.failed} />
          </Card>
        )}
        {report && report === fundings && (
          <ReportInSight
            {...shared}
            key={report.generatedAt.getTime()}
            report={report}
            statuses={RECONCILED_STATUSES}
            summary={<ReportSummary report={fundings} onShow={show} />}
          />
        )}
        {report && report === payments && (
          <ReportInSight
            {...shared}
            key={report.generatedAt.getTime()}
            report={report}
            statuses={RECONCILED_PAYMENT_STATUSES}
            summary={<PaymentsSummary report={payments} onShow={show} />}
          />
        )}
        {!report && !query.isFetching && !query.error && (
          <Card>
            <EmptyState title="No report yet">
              Choose the days, then press {TEXT.run}: the {TABS[tab].what} of the product, the ledger sheet
              and the processors are compared one by one.
            </EmptyState>
          </Card>
        )}
      </Tabs>
    </>
  );
}

/** The report that was there stays, greyed, while another one is made or can not be. */
function useKept<Report>(data: Report | undefined): Report | undefined {
  const [kept, setKept] = useState<Report>();
  if (data && data !== kept) setKept(data);
  return data ?? kept;
}

const Days = ({
  report: { days, generatedAt },
}: {
  report: Pick<ReconciliationReport, "days" | "generatedAt">;
}) => (
  <output className="text-sm text-muted-foreground">
    {days.start === days.end ? dayInWords(days.start) : `${dayInWords(days.start)} – ${dayInWords(days.end)}`}{" "}
    · Compared {formatNewYork(generatedAt, "dateTime")} ET
  </output>
);

/** Says for how long the systems have been asked: nobody knows how much they will tell. */
function Running() {
  const now = useNow(1_000);
  const [since] = useState(now);
  return (
    <Alert className="mb-4">
      Asking the ledger sheet and the processors…{" "}
      <span className="num">{Math.round((now.getTime() - since.getTime()) / 1_000)} s</span>
    </Alert>
  );
}
