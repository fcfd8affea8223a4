import type { RouterOutputs } from "@countinghouse/api";
import type { RunGroup } from "@countinghouse/validators/automation/rules";
import { formatCents } from "@countinghouse/validators/money";
import { FactLink } from "@/components/batches/fact-link.tsx";
import { paths } from "@/paths.ts";

type Group = RouterOutputs["automation"]["preview"]["groups"][RunGroup];

type RunRowsProps = { title: string; group: Group };

/** Customers of a run before it begins: what would be taken, by which rail, or why nothing is. Opened on demand. */
export function RunRows({ title, group: { count, reasons, rows } }: RunRowsProps) {
  if (rows.length === 0) return null;
  const left = count - rows.length;
  return (
    <details className="text-xs">
      <summary className="cursor-pointer font-medium text-foreground">
        {title}: {count.toLocaleString("en-US")}
        {reasonsText(reasons)}
      </summary>
      <ul aria-label={title} className="mt-1 grid max-h-48 gap-1 overflow-y-auto">
        {rows.map(({ userId, dueOn, takeCents, rail, reason, fact }) => (
          <li key={userId} className="flex justify-between gap-3">
            <span>
              <a
                href={paths.paymentSchedules({ user: userId })}
                target="_blank"
                rel="noreferrer"
                className="id-text text-link underline"
              >
                {userId}
              </a>{" "}
              due {dueOn}
            </span>
            <span className="text-right">
              {reason ?? `${formatCents(takeCents)} by ${rail}`} {fact && <FactLink fact={fact} />}
            </span>
          </li>
        ))}
        {left > 0 && <li>and {left.toLocaleString("en-US")} more</li>}
      </ul>
    </details>
  );
}

/** How many for each reason. */
const reasonsText = (reasons: Group["reasons"]): string =>
  reasons.length === 0
    ? ""
    : ` (${reasons.map(({ reason, count }) => `${count.toLocaleString("en-US")} × ${reason}`).join(", ")})`;
