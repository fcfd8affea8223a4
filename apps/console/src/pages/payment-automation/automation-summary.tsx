import { formatCents } from "@countinghouse/validators/money";
import { Card } from "@/ui/card.tsx";
import type { Summary } from "./use-automation.ts";

type Sums = Summary["main"];

type SumCell = readonly [name: string, count: number | null, cents: number];

const COLUMNS = ["Due", "Taken", "Succeeded", "Failed", "Failed, not processed"] as const;

/** Reached by the keyboard where it runs out of a window. */
const SCROLLED = { role: "group", tabIndex: 0, "aria-label": "Summary" } as const;

/** What the list comes to, each customer once, and of them the second attempts by themselves. Its place is there before it is known. */
export function AutomationSummary({ summary }: { summary: Summary | undefined }) {
  const reasons = summary?.reasons ?? [];
  return (
    <Card {...SCROLLED} aria-busy={summary === undefined || undefined} className="mb-4 overflow-x-auto">
      <table aria-label="Summary" className="w-full min-w-2xl text-sm">
        <thead>
          <tr className="text-right text-xs font-medium text-muted-foreground">
            <th scope="col" className="px-4 pt-3 pb-1 text-left font-medium">
              Summary
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="px-4 pt-3 pb-1 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num">
          <SumRow title="Customers" sums={summary?.main} />
          <SumRow title="Second attempts" sums={summary?.sub} />
        </tbody>
      </table>
      {reasons.length > 0 && (
        <p className="border-t px-4 py-2 text-xs text-muted-foreground">
          Not processed or not known:{" "}
          {reasons.map(({ reason, count }) => `${reason} ${count.toLocaleString("en-US")}`).join(" · ")}
        </p>
      )}
    </Card>
  );
}

function SumRow({ title, sums }: { title: string; sums: Sums | undefined }) {
  return (
    <tr className="text-right">
      <th scope="row" className="px-4 py-1.5 text-left font-medium whitespace-nowrap last:pb-3">
        {title}
      </th>
      {sums === undefined && (
        <td colSpan={COLUMNS.length} className="px-4 py-1.5">
          <span className="sr-only">Counting…</span>
        </td>
      )}
      {(sums ? sumCells(sums) : []).map(([name, count, cents]) => (
        <td key={name} className="px-4 py-1.5 whitespace-nowrap">
          {count !== null && (
            <span className="mr-2 text-muted-foreground">{count.toLocaleString("en-US")}</span>
          )}
          <span className={name === "Failed" && cents > 0 ? "text-money-out" : "font-medium"}>
            {formatCents(cents)}
          </span>
        </td>
      ))}
    </tr>
  );
}

const sumCells = (sums: Sums): SumCell[] => [
  ["Due", sums.total, sums.dueCents],
  ["Taken", null, sums.takenCents],
  ["Succeeded", sums.succeeded, sums.takenCents],
  ["Failed", sums.failed, sums.failedCents],
  ["Failed, not processed", sums.notProcessed, sums.notProcessedCents],
];
