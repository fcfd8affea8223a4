import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { Link } from "wouter";
import { paths } from "@/paths.ts";

type Preview = RouterOutputs["automation"]["preview"];

type RunRowsProps = {
  title: string;
  /** Of all, where not every one is shown. */
  count: number;
  reasons?: Preview["leftOutReasons"];
  rows: Preview["goes"];
};

/** Customers of a run before it begins: what would be taken, by which rail, or why nothing is. Opened on demand. */
export function RunRows({ title, count, reasons = [], rows }: RunRowsProps) {
  if (rows.length === 0) return null;
  const left = count - rows.length;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer font-medium text-foreground">
        {title}: {count.toLocaleString("en-US")}
        {reasonsOf(reasons)}
      </summary>
      <ul aria-label={title} className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {rows.map((row) => (
          <li key={row.userId} className="flex justify-between gap-3">
            <span>
              <Link
                href={paths.paymentSchedules({ user: row.userId })}
                className="id-text text-link underline"
              >
                {row.userId}
              </Link>{" "}
              due {row.dueOn}
            </span>
            <span className="text-right">{row.reason ?? `${formatCents(row.takeCents)} by ${row.rail}`}</span>
          </li>
        ))}
        {left > 0 && <li>and {left.toLocaleString("en-US")} more</li>}
      </ul>
    </details>
  );
}

/** How many for each reason. */
const reasonsOf = (reasons: Preview["leftOutReasons"]): string =>
  reasons.length === 0
    ? ""
    : ` (${reasons.map(({ reason, count }) => `${count.toLocaleString("en-US")} × ${reason}`).join(", ")})`;
