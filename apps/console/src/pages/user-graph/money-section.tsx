import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";
import { Section } from "@/layout/section.tsx";
import type { Statistics } from "./use-statistics.ts";

type Day = Statistics["series"]["days"][number];
type Month = Statistics["series"]["months"][number];

const DAYS: readonly Series<Day>[] = [
  { key: "in", label: "In", value: ({ inCents }) => inCents, as: "bar", colour: 2, stack: "flow" },
  { key: "out", label: "Out", value: ({ outCents }) => outCents, as: "bar", colour: 3, stack: "flow" },
  { key: "balance", label: "Balance", value: ({ balanceCents }) => balanceCents, as: "line", colour: 1 },
];

const MONTHS: readonly Series<Month>[] = [
  {
    key: "revenue",
    label: "Business revenue",
    value: ({ revenueCents }) => revenueCents,
    as: "bar",
    colour: 6,
  },
];

/** The account day by day, and what the business took month by month. */
export const MoneySection = ({ statistics }: { statistics: Statistics | undefined }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap) xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
    <Section
      id="balance-and-cash-flow"
      title="Balance and Cash Flow per Day"
      state={statistics ? { kind: "ready" } : { kind: "loading", lines: 12 }}
    >
      {statistics && (
        <Chart
          label="Balance and cash flow per day"
          axis="Day"
          rows={statistics.series.days}
          x={({ day }) => day}
          series={DAYS}
          unit="cents"
        >
          {statistics.series.days.some(({ balanceCents }) => balanceCents !== null)
            ? "Daily balances are calculated back from today's bank balance."
            : "The bank does not report the balance of every account, so daily balances cannot be calculated."}{" "}
          Transfers between own accounts are excluded.
        </Chart>
      )}
    </Section>
    <Section
      id="revenue-by-month"
      title="Business Revenue by Month"
      state={statistics ? { kind: "ready" } : { kind: "loading", lines: 12 }}
    >
      {statistics && (
        <Chart
          label="Business revenue by month"
          axis="Month"
          rows={statistics.series.months}
          x={({ month, isWhole }) => (isWhole ? month : `${month} (part)`)}
          series={MONTHS}
          unit="cents"
        >
          Months with partial bank data are marked.
        </Chart>
      )}
    </Section>
  </div>
);
