import { Section } from "@/layout/section.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { TransactionsTable } from "./transactions-table.tsx";
import type { StatisticsOfWindow } from "./use-statistics.ts";
import { DAYS_TABS, parseDays, textOfDays } from "./window-days.ts";

const TITLE = "Business Revenue Categories";
const LIST_HEIGHT_PX = 640;

const LIST_PLACE = <div style={{ height: LIST_HEIGHT_PX }} />;

type RevenueSectionProps = {
  userId: number;
  /** Null until the report is there. */
  snapshotId: number | null;
  days: StatisticsOfWindow["days"];
  onDays: (days: StatisticsOfWindow["days"]) => void;
};

/** Every deposit of business revenue, the newest first, window by window. */
export const RevenueSection = ({ userId, snapshotId, days, onDays }: RevenueSectionProps) => (
  <Section id="business-revenue-categories" title={TITLE}>
    <Tabs
      label={TITLE}
      tabs={DAYS_TABS}
      value={textOfDays(days)}
      onChange={(text) => onDays(parseDays(text))}
    >
      <div className="print:[&_[data-slot=data-table]]:max-h-none!">
        {snapshotId === null ? (
          LIST_PLACE
        ) : (
          <TransactionsTable
            key={`${snapshotId} ${days}`}
            of={{ userId, snapshotId, flow: "businessRevenue", period: days }}
            label={`${TITLE}, ${days} days`}
            layout="names"
            maxHeight={LIST_HEIGHT_PX}
          />
        )}
      </div>
    </Tabs>
  </Section>
);
