import {
  FLOW_LABELS,
  type Flow,
  REVENUE_CATEGORIES,
  type RevenueCategory,
  STATISTICS_WINDOWS,
} from "@countinghouse/validators/bank-statistics/rules";
import type { ReactNode } from "react";
import { Section } from "@/layout/section.tsx";
import { EmptyCell } from "@/table/cells.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { percentText, ratioText } from "./figures.ts";
import { NO_DEBT_SERVICE } from "./formulas.ts";
import { Amount, Count, NumberButton } from "./number-button.tsx";
import { COVERAGES, type CoverageName, type FlowId } from "./number-ids.ts";
import type { Statistics, StatisticsOfWindow } from "./use-statistics.ts";
import { type DaysText, parseDays, textOfDays } from "./window-days.ts";
import { type WindowColumn, type WindowGroup, type WindowRow, WindowTable } from "./window-table.tsx";

const TITLE = "Cash Flow";

const COVERAGE_ROWS = { highRisk: "High-Risk", universal: "Universal" } as const;

const FLOW_GROUPS: readonly (readonly [title: string, flows: readonly Flow[]])[] = [
  ["Business revenue", ["businessRevenue", "gigIncome", "cardIncome", "smallBusinessIncome"]],
  ["Other money in", ["moneyTransferServices", "deposits"]],
  ["Fees for returned items", ["nsf"]],
  ["High risk", ["highRiskInflow", "highRiskOutflow"]],
  ["Loans", ["loanInflowHighRisk", "loanOutflowHighRisk", "loanInflowGeneral", "loanOutflowGeneral"]],
];

type CashFlowSectionProps = {
  statistics: Statistics | undefined;
  days: StatisticsOfWindow["days"];
  onDays: (days: StatisticsOfWindow["days"]) => void;
};

/** What came in and went out in the last 30, 60 and 90 days, and how often it covers what debts cost. */
export const CashFlowSection = ({ statistics, days, onDays }: CashFlowSectionProps) => (
  <Section id="cash-flow" title={TITLE} actions={<Hint />}>
    <WindowTable
      label={TITLE}
      columns={windowColumns(statistics)}
      parts={["Volume", "Count", "Share"]}
      groups={windowGroups(statistics)}
      chosen={textOfDays(days)}
      onChoose={(text) => onDays(parseDays(text))}
    />
  </Section>
);

const Hint = () => (
  <span className="text-xs text-muted-foreground max-sm:hidden">Click a number to see its transactions</span>
);

/** The windows as columns; one that the bank data do not reach back to the start of is marked. */
const windowColumns = (statistics: Statistics | undefined): WindowColumn<DaysText>[] =>
  STATISTICS_WINDOWS.map((days) => ({
    id: textOfDays(days),
    title: `${days} days`,
    mark: statistics?.windows.find((window) => window.days === days)?.isCovered === false && (
      <span title="The bank data start after the beginning of this window.">
        <StatusBadge tone="warning">Partly covered</StatusBadge>
      </span>
    ),
  }));

/** A row with a value for each window. */
const windowRow = (
  statistics: Statistics | undefined,
  label: string,
  toValues: (window: StatisticsOfWindow) => readonly ReactNode[],
): WindowRow => ({
  label,
  cells: STATISTICS_WINDOWS.map((days) => {
    const window = statistics?.windows.find((each) => each.days === days);
    return window && toValues(window);
  }),
});

function windowGroups(statistics: Statistics | undefined): WindowGroup[] {
  return [
    {
      title: "Window",
      rows: [
        windowRow(statistics, "Start Date", ({ startDate }) => [<Day key="day" day={startDate} />]),
        windowRow(statistics, "End Date", ({ endDate }) => [<Day key="day" day={endDate} />]),
      ],
    },
    ...FLOW_GROUPS.map(([title, flows]) => ({
      title,
      rows: flows.map((flow) =>
        windowRow(statistics, FLOW_LABELS[flow], (window) => flowCells(window, flow)),
      ),
    })),
    {
      title: "Debt-service coverage",
      rows: COVERAGES.map((name) =>
        windowRow(statistics, COVERAGE_ROWS[name], ({ days, coverage }) => [
          <Ratio key="ratio" name={name} period={days} ratio={coverage[name].ratio} />,
        ]),
      ),
    },
  ];
}

function flowCells({ days, flows, revenueShares }: StatisticsOfWindow, flow: Flow): ReactNode[] {
  const id: FlowId = { kind: "flow", flow, period: days };
  const { cents, count } = flows[flow];
  const category = REVENUE_CATEGORIES.find((each) => each === flow);
  return [
    <Amount key="volume" id={id} cents={cents} aspect="volume" />,
    <Count key="count" id={id} count={count} aspect="count" />,
    category !== undefined && (
      <RevenueShare key="share" category={category} days={days} share={revenueShares[category]} />
    ),
  ];
}

type RevenueShareProps = {
  category: RevenueCategory;
  days: StatisticsOfWindow["days"];
  share: number | null;
};

const RevenueShare = ({ category, days, share }: RevenueShareProps) =>
  share === null ? (
    <EmptyCell />
  ) : (
    <NumberButton id={{ kind: "share", category, period: days }} value={share} text={percentText(share)} />
  );

const Day = ({ day }: { day: string }) => <time dateTime={day}>{day}</time>;

type RatioProps = {
  name: CoverageName;
  period: StatisticsOfWindow["days"] | "overall";
  ratio: number | null;
};

/** A ratio of money to debts; without debts there is none, which is neither nothing nor endless. */
export const Ratio = ({ name, period, ratio }: RatioProps) =>
  ratio === null ? (
    <span className="text-muted-foreground">{NO_DEBT_SERVICE}</span>
  ) : (
    <NumberButton id={{ kind: "coverage", coverage: name, period }} value={ratio} text={ratioText(ratio)} />
  );
