import { useMemo } from "react";
import { Link } from "wouter";
import { Chart } from "@/components/charts/chart.tsx";
import { chartValue } from "@/components/charts/chart-format.ts";
import type { ChartColour, Series } from "@/components/charts/chart-types.ts";
import { Section } from "@/layout/section.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { figureAddress, type Overview, toPercent } from "./figures.ts";

type Vintage = Overview["vintages"][number];
/** The row of an age in months: the advances of each month at that age. */
type Age = { age: number; vintages: readonly Vintage[] };

const DRAWN: readonly { colour: ChartColour; dash?: "4 3" | "1 3" | "8 3 2 3" }[] = [
  { colour: 1 },
  { colour: 2, dash: "4 3" },
  { colour: 3 },
  { colour: 4, dash: "1 3" },
  { colour: 6, dash: "8 3 2 3" },
  { colour: 7 },
];

const shareAt = ({ dueCents, paidCents }: Vintage, age: number): number | null => {
  const cents = paidCents[age];
  return cents === undefined ? null : toPercent(cents, dueCents);
};

/** How much of what was to be paid back has been, month by month since the advances were paid out. */
export function VintageSection({ overview }: { overview: Overview | undefined }) {
  return (
    <Section
      id="vintages"
      title="Vintages"
      state={overview ? { kind: "ready" } : { kind: "loading", lines: 14 }}
    >
      {overview && <Vintages vintages={overview.vintages} />}
    </Section>
  );
}

function Vintages({ vintages }: { vintages: readonly Vintage[] }) {
  const ages = useMemo(
    () =>
      Array.from(
        { length: Math.max(0, ...vintages.map(({ paidCents }) => paidCents.length)) },
        (_, age): Age => ({
          age,
          vintages,
        }),
      ),
    [vintages],
  );
  const series = useMemo(
    () =>
      vintages
        .filter(({ dueCents }) => dueCents > 0)
        .slice(-DRAWN.length)
        .map(
          (vintage, index): Series<Age> => ({
            key: vintage.month,
            label: vintage.month.slice(0, 7),
            value: ({ age }) => shareAt(vintage, age),
            as: "line",
            ...(DRAWN[index] ?? { colour: 8 }),
          }),
        ),
    [vintages],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-3 xl:grid-cols-2">
      <Chart
        label="Paid share of scheduled instalments, by month of funding"
        axis="Months since funding"
        rows={ages}
        x={({ age }) => String(age)}
        series={series}
        unit="percent"
        height={360}
        to={(_, key) => figureAddress({ figure: "vintage", month: key })}
      >
        The share of instalments paid by the end of each month, for advances funded in the same month.
      </Chart>
      <ScrolledTable label="Vintages">
        <TableHeader>
          <TableRow>
            <TableHead>Funded in</TableHead>
            <TableHead className="text-right">Scheduled (USD)</TableHead>
            <TableHead className="text-right">Paid (USD)</TableHead>
            <TableHead className="text-right">Paid</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {vintages.toReversed().map((vintage) => (
            <TableRow key={vintage.month}>
              <TableCell>
                <Link
                  href={figureAddress({ figure: "vintage", month: vintage.month })}
                  className="rounded-sm text-link underline-offset-4 hover:underline"
                >
                  {vintage.month.slice(0, 7)}
                </Link>
              </TableCell>
              <TableCell className="num">
                <MoneyCell cents={vintage.dueCents} />
              </TableCell>
              <TableCell className="num">
                <MoneyCell cents={vintage.paidCents.at(-1) ?? 0} />
              </TableCell>
              <TableCell className="num">{paidText(vintage)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </ScrolledTable>
    </div>
  );
}

function paidText({ dueCents, paidCents }: Vintage): string {
  const percent = toPercent(paidCents.at(-1) ?? 0, dueCents);
  return percent === null ? "—" : chartValue(percent, "percent");
}
