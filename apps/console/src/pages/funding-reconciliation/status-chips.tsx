import { Button } from "@/ui/button.tsx";
import { countText, type ReconciledRow, type RowStatus } from "./reconciled.ts";

type StatusChipsProps = {
  /** Those that there are. */
  all: readonly RowStatus[];
  rows: readonly ReconciledRow[];
  issuesOnly: boolean;
  value: RowStatus | null;
  onChange: (status: RowStatus | null) => void;
};

/** Narrows the list to one status; each says how many it leaves. */
export function StatusChips({ all, rows, issuesOnly, value, onChange }: StatusChipsProps) {
  const statuses = all.filter((status) => !(issuesOnly && status === "Match"));
  return (
    <fieldset data-print="hide" className="mb-3 flex flex-wrap gap-2">
      <legend className="sr-only">Status</legend>
      {[null, ...statuses].map((status) => (
        <Button
          key={status}
          size="small"
          aria-pressed={status === value}
          onClick={() => onChange(status)}
          className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground"
        >
          {status ?? "All"}
          <span className="num">
            {countText(status === null ? rows.length : rows.filter((row) => row.status === status).length)}
          </span>
        </Button>
      ))}
    </fieldset>
  );
}
