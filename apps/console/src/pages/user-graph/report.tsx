import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { AnalyticsSection } from "./analytics-section.tsx";
import { AverageCards } from "./average-cards.tsx";
import { CashFlowSection } from "./cash-flow-section.tsx";
import { ChangesSection } from "./changes-section.tsx";
import { MiscIncomeDialog } from "./misc-income-dialog.tsx";
import { MoneySection } from "./money-section.tsx";
import { OpenNumber } from "./number-button.tsx";
import { NumberDrawer } from "./number-drawer.tsx";
import { RevenueSection } from "./revenue-section.tsx";
import { SummaryCards } from "./summary-cards.tsx";
import type { Statistics } from "./use-statistics.ts";
import type { UserGraphView } from "./user-graph-params.ts";

type ReportProps = { userId: number; statistics: Statistics | undefined; view: UserGraphView };

/** All numbers of one report. Until they are there, everything that will hold them stands in its place. */
export function Report({ userId, statistics, view }: ReportProps) {
  const { days, showDays } = view;
  if (statistics?.windows.length === 0) {
    return (
      <div className="grid gap-(--section-gap)">
        <SummaryCards statistics={statistics} />
        <Card>
          <EmptyState title="The report has no transactions">
            There are no posted transactions, so there are no windows.
          </EmptyState>
        </Card>
      </div>
    );
  }
  return (
    <OpenNumber value={view.openNumber}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        <SummaryCards statistics={statistics} />
        <AverageCards statistics={statistics} />
        {statistics && <ChangesSection userId={userId} statistics={statistics} />}
        <MoneySection statistics={statistics} />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-(--section-gap) min-[1800px]:grid-cols-[minmax(0,27fr)_minmax(0,20fr)]">
          <CashFlowSection statistics={statistics} days={days} onDays={showDays} />
          <RevenueSection
            userId={userId}
            snapshotId={statistics?.reportId ?? null}
            days={days}
            onDays={showDays}
          />
        </div>
        <AnalyticsSection
          statistics={statistics}
          days={days}
          onDays={showDays}
          onMiscIncome={view.openMisc}
        />
      </div>
      {statistics && view.number !== null && (
        <NumberDrawer
          userId={userId}
          statistics={statistics}
          id={view.number}
          onOpen={view.openNumber}
          onClose={view.closeNumber}
        />
      )}
      {statistics && view.isMiscOpen && (
        <MiscIncomeDialog
          userId={userId}
          snapshotId={statistics.reportId}
          days={days}
          onDays={showDays}
          onClose={view.closeMisc}
        />
      )}
    </OpenNumber>
  );
}
