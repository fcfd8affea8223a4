import { lazy, type ReactNode, Suspense, useId } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Link, useLocation } from "wouter";
import { Failure } from "@/layout/failure.tsx";
import { cn } from "@/lib/cn.ts";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/ui/table.tsx";
import { chartValue } from "./chart-format.ts";
import type { Plotted } from "./chart-types.ts";

const ChartPlot = lazy(() => import("./chart-plot.tsx")) as typeof import("./chart-plot.tsx").default;

const HEIGHT_PX = 220;
/** What scrolls within itself is reached by the keyboard. */
const reached = (label: string) => ({ role: "group", tabIndex: 0, "aria-label": label }) as const;

type ChartProps<Row> = Plotted<Row> & {
  /** What it shows, for its name and its table. */
  label: string;
  /** What it shows in a sentence, where that says more than its name. */
  says?: string | undefined;
  /** What the column of the axis is called in the table. */
  axis: string;
  /** Where the rows behind a number are; null for a number without any. */
  to?: ((row: Row, key: string) => string | null) | undefined;
  /** Whether a table of the page says its numbers already: none is offered beneath it then. */
  isTabled?: boolean;
  /** Beneath the drawing: how it is reckoned. */
  children?: ReactNode;
  className?: string | undefined;
};

/** A picture of numbers, and the same numbers as a table. Each number leads to the rows that make it. */
export function Chart<Row>({
  label,
  says = label,
  axis,
  to,
  isTabled = false,
  children,
  className,
  ...plotted
}: ChartProps<Row>) {
  const [, navigate] = useLocation();
  const tableId = useId();
  const onOpen =
    to &&
    ((row: Row, key: string) => {
      const address = to(row, key);
      if (address !== null) navigate(address);
    });
  return (
    <figure
      data-slot="chart"
      aria-label={says}
      className={cn("grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1", className)}
    >
      <div style={{ height: plotted.height ?? HEIGHT_PX }} className="min-w-0">
        <ErrorBoundary FallbackComponent={Failure}>
          <Suspense fallback={null}>
            <ChartPlot label={says} onOpen={onOpen} {...plotted} />
          </Suspense>
        </ErrorBoundary>
      </div>
      {children && <figcaption className="text-xs text-muted-foreground">{children}</figcaption>}
      {!isTabled && (
        <details className="text-sm">
          <summary
            aria-controls={tableId}
            className="w-fit cursor-pointer rounded-sm text-xs text-muted-foreground"
          >
            As a table
          </summary>
          <div id={tableId} className="mt-1 max-h-80 overflow-auto" {...reached(`${label}, table`)}>
            <Numbers label={label} axis={axis} to={to} {...plotted} />
          </div>
        </details>
      )}
    </figure>
  );
}

type NumbersProps<Row> = Pick<ChartProps<Row>, "label" | "axis" | "to" | "rows" | "x" | "series" | "unit">;

function Numbers<Row>({ label, axis, to, rows, x, series, unit }: NumbersProps<Row>) {
  return (
    <Table aria-label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>{axis}</TableHead>
          {series.map(({ key, label: name }) => (
            <TableHead key={key} className="text-right">
              {name}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={x(row)}>
            <th scope="row" className="border-b px-(--row-px) text-left font-normal whitespace-nowrap">
              {x(row)}
            </th>
            {series.map(({ key, value }) => {
              const number = value(row);
              const address = number === null ? null : (to?.(row, key) ?? null);
              return (
                <TableCell key={key} className="num">
                  {number === null ? (
                    "—"
                  ) : address === null ? (
                    chartValue(number, unit)
                  ) : (
                    <Link href={address} className="rounded-sm text-link underline-offset-4 hover:underline">
                      {chartValue(number, unit)}
                    </Link>
                  )}
                </TableCell>
              );
            })}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
