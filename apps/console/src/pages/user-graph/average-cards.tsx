import { FLOW_LABELS } from "@countinghouse/validators/bank-statistics/rules";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { Ratio } from "./cash-flow-section.tsx";
import { NOT_COVERED } from "./formulas.ts";
import { Amount, Count } from "./number-button.tsx";
import { AVERAGE_LABELS, type AverageName, COVERAGE_LABELS, COVERAGES } from "./number-ids.ts";
import { Big, SummaryCard } from "./summary-cards.tsx";
import type { Statistics } from "./use-statistics.ts";

const ABNORMAL = { kind: "flow", flow: "abnormal", period: 90 } as const;

/** The numbers that there is one of, over 90 days as a whole. */
export function AverageCards({ statistics }: { statistics: Statistics | undefined }) {
  const isSlow = useDelayed(statistics === undefined);
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-6 xl:grid-cols-5">
      {CARDS.map(({ title, value }, at) => (
        <SummaryCard key={title} title={title} className={cn("grid min-h-18 content-between", SPANS[at])}>
          {statistics ? <Big>{value(statistics)}</Big> : isSlow && <Skeleton className="h-6 w-3/4" />}
        </SummaryCard>
      ))}
    </dl>
  );
}

/** Five cards in rows that have no hole. */
const SPANS = [
  "max-md:col-span-2 md:max-xl:col-span-2",
  "md:max-xl:col-span-2",
  "md:max-xl:col-span-2",
  "md:max-xl:col-span-3",
  "md:max-xl:col-span-3",
];

type CardOf = { title: string; value: (statistics: Statistics) => ReactNode };

const averageCard = (name: AverageName): CardOf => ({
  title: AVERAGE_LABELS[name],
  value: (statistics) => <Average statistics={statistics} name={name} />,
});

const CARDS: readonly CardOf[] = [
  averageCard("averageBusinessRevenue90"),
  averageCard("averageSmallBusinessRevenue90"),
  {
    title: `${FLOW_LABELS.abnormal} 90`,
    value: ({ windows }) => {
      const abnormal = windows.find(({ days }) => days === ABNORMAL.period)?.flows.abnormal;
      return (
        abnormal && (
          <span className="flex items-baseline gap-3">
            <Count id={ABNORMAL} count={abnormal.count} aspect="count" />
            <span className="text-sm font-normal">
              <Amount id={ABNORMAL} cents={abnormal.cents} aspect="volume" />
            </span>
          </span>
        )
      );
    },
  },
  ...COVERAGES.map((name) => ({
    title: `${COVERAGE_LABELS[name]}, Overall 90`,
    value: ({ overall }: Statistics) =>
      overall && <Ratio name={name} period="overall" ratio={overall[name].ratio} />,
  })),
];

type AverageProps = { statistics: Statistics; name: AverageName };

/** A monthly mean, or the word that the bank data do not reach back far enough for it. */
export function Average({ statistics, name }: AverageProps) {
  const cents = statistics.averages?.[name].cents ?? null;
  if (cents === null) return <span className="text-sm font-normal text-muted-foreground">{NOT_COVERED}</span>;
  return <Amount id={{ kind: "average", average: name }} cents={cents} />;
}
