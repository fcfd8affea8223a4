import {
  ANALYTICS_CATEGORIES,
  analyticsFlow,
  type Direction,
  MONTHLY_AVERAGES,
} from "@countinghouse/validators/bank-statistics/rules";
import { Section } from "@/layout/section.tsx";
import { useDelayed } from "@/lib/timers.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { Average } from "./average-cards.tsx";
import { CategoryChart } from "./category-chart.tsx";
import { CategoryKey } from "./category-key.tsx";
import { percentText } from "./figures.ts";
import { Amount, Count, NumberButton } from "./number-button.tsx";
import { AVERAGE_LABELS } from "./number-ids.ts";
import type { Statistics, StatisticsOfWindow } from "./use-statistics.ts";
import { DAYS_TABS, parseDays, textOfDays } from "./window-days.ts";

const TITLE = "Risk and Revenue Analytics";

type AnalyticsSectionProps = {
  statistics: Statistics | undefined;
  days: StatisticsOfWindow["days"];
  onDays: (days: StatisticsOfWindow["days"]) => void;
  onMiscIncome: () => void;
};

/** Debts and other income by category: the chart, and beside it the same as a table. */
export function AnalyticsSection({ statistics, days, onDays, onMiscIncome }: AnalyticsSectionProps) {
  const isSlow = useDelayed(statistics === undefined);
  const rows = statistics?.windows
    .find((window) => window.days === days)
    ?.analytics.map((row): Row => ({ ...row, days }));
  return (
    <Section
      id="risk-and-revenue-analytics"
      title={TITLE}
      actions={
        <Button size="small" onClick={onMiscIncome}>
          Misc Income
        </Button>
      }
    >
      <Tabs
        label={TITLE}
        tabs={DAYS_TABS}
        value={textOfDays(days)}
        onChange={(text) => onDays(parseDays(text))}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 xl:grid-cols-[18rem_minmax(0,1fr)] min-[1800px]:grid-cols-[20rem_minmax(0,1fr)]">
          <div className="mx-auto grid w-full max-w-80">
            <div className="grid aspect-square place-items-center">
              {rows && <CategoryChart rows={rows} days={days} />}
            </div>
            <dl className="mt-2 grid w-full gap-x-8">
              {MONTHLY_AVERAGES.map((name) => (
                <div key={name} className="flex min-h-7 items-center justify-between gap-2">
                  <dt className="text-xs text-muted-foreground">{AVERAGE_LABELS[name]}</dt>
                  <dd className="whitespace-nowrap">
                    {statistics ? (
                      <Average statistics={statistics} name={name} />
                    ) : (
                      isSlow && <Skeleton className="w-20" />
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
          <DataTable
            label={`${TITLE}, ${days} days`}
            list="risk-and-revenue"
            columns={analyticsColumns}
            rows={rows}
            rowKey={({ category }) => category}
            size={{ skeletonRows: ANALYTICS_CATEGORIES.length }}
            empty={null}
          />
        </div>
      </Tabs>
    </Section>
  );
}

type Row = StatisticsOfWindow["analytics"][number] & { days: StatisticsOfWindow["days"] };

const column = columnHelper<Row>();

const side = (direction: Direction, header: string) =>
  column.accessor(direction, {
    header,
    meta: { align: "right", className: "w-27" },
    cell: ({ row: { original } }) => (
      <Amount
        id={{
          kind: "flow",
          flow: analyticsFlow(original.category, direction),
          period: original.days,
        }}
        cents={original[direction].cents}
      />
    ),
  });

const analyticsColumns = column.columns([
  column.accessor("category", {
    header: "Category",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CategoryKey category={getValue()} />,
  }),
  side("inflow", "Inflow (USD)"),
  side("outflow", "Outflow (USD)"),
  column.accessor("netCents", {
    header: "Net (USD)",
    meta: { align: "right", className: "w-27" },
    cell: ({ row: { original }, getValue }) => (
      <Amount id={{ kind: "net", category: original.category, period: original.days }} cents={getValue()} />
    ),
  }),
  column.accessor("count", {
    header: "Count",
    meta: { align: "right", className: "w-16" },
    cell: ({ row: { original }, getValue }) => (
      <Count id={{ kind: "tally", category: original.category, period: original.days }} count={getValue()} />
    ),
  }),
  column.accessor("share", {
    header: "Share",
    meta: { align: "right", className: "w-19" },
    cell: ({ row: { original }, getValue }) => {
      const share = getValue();
      if (share === null) return <EmptyCell />;
      return (
        <NumberButton
          id={{ kind: "part", category: original.category, period: original.days }}
          value={share}
          text={percentText(share)}
        />
      );
    },
  }),
]);
