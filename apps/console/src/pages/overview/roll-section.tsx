import { ROLL_DAYS, ROLL_STEPS } from "@countinghouse/validators/portfolio/rules";
import { Link } from "wouter";
import { Chart } from "@/components/charts/chart.tsx";
import { chartValue } from "@/components/charts/chart-format.ts";
import type { Series } from "@/components/charts/chart-types.ts";
import { Section } from "@/layout/section.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { figureAddress, type Overview, toPercent } from "./figures.ts";

type Roll = Overview["rolls"][number];

const rollRate = ({ cents, ofCents }: Roll): number | null => toPercent(cents, ofCents);
const findStep = ({ step }: Roll) => ROLL_STEPS.find(({ key }) => key === step) ?? ROLL_STEPS[0];
const stepAddress = ({ step }: Roll): string => figureAddress({ figure: "roll", step });

const SERIES: readonly Series<Roll>[] = [
  { key: "rate", label: "Rolled on", value: rollRate, as: "bar", colour: 4 },
];

/** How much of what was late in one bucket was still unpaid when the next one began. */
export const RollSection = ({ overview }: { overview: Overview | undefined }) => (
  <Section
    id="roll-rate"
    title="Roll rate"
    state={overview ? { kind: "ready" } : { kind: "loading", lines: 10 }}
  >
    {overview && (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-3 min-[1440px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Chart
          label="Roll rate"
          axis="Into, days past due"
          rows={overview.rolls}
          x={(roll) => findStep(roll).into}
          series={SERIES}
          unit="percent"
          to={stepAddress}
        >
          The share of unpaid instalments at the start of one bucket that was still unpaid at the start of the
          next. Each step covers the latest {ROLL_DAYS} days whose instalments have reached it.
        </Chart>
        <Rolls rolls={overview.rolls} />
      </div>
    )}
  </Section>
);

const Rolls = ({ rolls }: { rolls: readonly Roll[] }) => (
  <ScrolledTable label="Roll rate by step">
    <TableHeader>
      <TableRow>
        <TableHead>Days past due</TableHead>
        <TableHead>Instalments due</TableHead>
        <TableHead className="text-right">Unpaid before (USD)</TableHead>
        <TableHead className="text-right">Rolled on (USD)</TableHead>
        <TableHead className="text-right">Rate</TableHead>
      </TableRow>
    </TableHeader>
    <TableBody>
      {rolls.map((roll) => {
        const rate = rollRate(roll);
        return (
          <TableRow key={roll.step}>
            <TableCell>
              <Link
                href={stepAddress(roll)}
                className="rounded-sm text-link underline-offset-4 hover:underline"
              >
                {findStep(roll).label}
              </Link>
            </TableCell>
            <TableCell className="tabular-nums">
              {roll.from} to {roll.to}
            </TableCell>
            <TableCell className="num">
              <MoneyCell cents={roll.ofCents} />
            </TableCell>
            <TableCell className="num">
              <MoneyCell cents={roll.cents} />
            </TableCell>
            <TableCell className="num">{rate === null ? "—" : chartValue(rate, "percent")}</TableCell>
          </TableRow>
        );
      })}
    </TableBody>
  </ScrolledTable>
);
