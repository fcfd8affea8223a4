import { WEEK_PART_LABELS, WEEK_PARTS } from "@countinghouse/validators/portfolio/rules";
import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";
import { Section } from "@/layout/section.tsx";
import { figureAddress, type Overview } from "./figures.ts";

type Week = Overview["weeks"][number];

const LOOKS = { advanced: { colour: 1 }, paid: { colour: 2 }, returned: { colour: 3 } } as const;

const SERIES: readonly Series<Week>[] = WEEK_PARTS.map((part) => ({
  key: part,
  label: WEEK_PART_LABELS[part],
  value: (week) => week[`${part}Cents`],
  as: "bar",
  ...LOOKS[part],
}));

function partAddress({ from }: Week, key: string): string | null {
  const part = WEEK_PARTS.find((each) => each === key);
  return part === undefined ? null : figureAddress({ figure: "week", week: from, part });
}

/** What was paid out, collected and came back, week by week. */
export const WeeksSection = ({ overview }: { overview: Overview | undefined }) => (
  <Section
    id="weeks"
    title="Funded and collected"
    state={overview ? { kind: "ready" } : { kind: "loading", lines: 14 }}
  >
    {overview && (
      <Chart
        label="Funded and collected by week"
        axis="Week of"
        rows={overview.weeks}
        x={({ from }) => from}
        series={SERIES}
        unit="cents"
        height={340}
        to={partAddress}
      >
        Weeks run Monday to Sunday (ET) by ledger date. The current week is not over. Funded is the payback
        amount of the advances.
      </Chart>
    )}
  </Section>
);
