import { PAST_DUE_BUCKETS } from "@countinghouse/validators/portfolio/rules";
import { Link } from "wouter";
import { Chart } from "@/components/charts/chart.tsx";
import type { Series } from "@/components/charts/chart-types.ts";
import { Section } from "@/layout/section.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { ScrolledTable } from "@/table/scrolled-table.tsx";
import { TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { figureAddress, type Overview, toPercent } from "./figures.ts";

type Row = Overview["pastDue"][number];

const SERIES: readonly Series<Row>[] = [
  { key: "cents", label: "Past due", value: ({ cents }) => cents, as: "bar", colour: 3 },
];

const LINK = "rounded-sm text-link underline-offset-4 hover:underline";

const bucketLabel = ({ bucket }: Row): string =>
  PAST_DUE_BUCKETS.find(({ key }) => key === bucket)?.label ?? bucket;
const bucketAddress = ({ bucket }: Row): string => figureAddress({ figure: "past-due", bucket });

/** What is past due, each customer in the bucket of the oldest unpaid instalment. */
export function PastDueSection({ overview }: { overview: Overview | undefined }) {
  const owedCents = overview?.outstanding.owedCents ?? 0;
  return (
    <Section
      id="past-due"
      title="Past due"
      state={overview ? { kind: "ready" } : { kind: "loading", lines: 14 }}
    >
      {overview && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Chart
            label="Past due by days"
            axis="Days"
            rows={overview.pastDue}
            x={bucketLabel}
            series={SERIES}
            unit="cents"
            to={bucketAddress}
            isTabled
          >
            Days since the oldest unpaid instalment of the customer was due. Each customer counts once.
          </Chart>
          <ScrolledTable label="Past due">
            <TableHeader>
              <TableRow>
                <TableHead>Days</TableHead>
                <TableHead className="text-right">Customers</TableHead>
                <TableHead className="text-right">Past due (USD)</TableHead>
                <TableHead className="text-right">Share of outstanding</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {overview.pastDue.map((row) => (
                <TableRow key={row.bucket}>
                  <th scope="row" className="border-b px-(--row-px) text-left font-normal whitespace-nowrap">
                    {bucketLabel(row)}
                  </th>
                  <TableCell className="num">
                    <Link
                      href={bucketAddress(row)}
                      className={LINK}
                      aria-label={`${row.users.toLocaleString("en-US")} customers ${bucketLabel(row)} days past due`}
                    >
                      {row.users.toLocaleString("en-US")}
                    </Link>
                  </TableCell>
                  <TableCell className="num">
                    <Link href={bucketAddress(row)} className={LINK}>
                      <MoneyCell cents={row.cents} />
                    </Link>
                  </TableCell>
                  <TableCell className="num">{shareText(toPercent(row.cents, owedCents))}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </ScrolledTable>
        </div>
      )}
    </Section>
  );
}

const shareText = (percent: number | null): string => (percent === null ? "—" : `${percent.toFixed(2)} %`);
