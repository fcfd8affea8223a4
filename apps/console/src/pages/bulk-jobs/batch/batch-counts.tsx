import { formatCents } from "@countinghouse/validators/money";
import type { Batch } from "@/components/batches/types.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

/** How many rows came to what, and of payments how much that was. */
export function BatchCounts({ batch: { kind, state, counts, sumCents } }: { batch: Batch }) {
  const money = (cents: number) => (kind === "BULK_BALANCE" ? "" : ` ${formatCents(cents)}`);
  const waiting = counts.waiting + counts.underWay;
  const count = (rows: number) => rows.toLocaleString("en-US");
  return (
    <ul aria-label="Outcomes" className="flex flex-wrap items-center gap-2">
      <li>
        <StatusBadge tone="success">{`${count(counts.done)} succeeded${money(sumCents.done)}`}</StatusBadge>
      </li>
      <li>
        <StatusBadge tone={counts.failed > 0 ? "danger" : "neutral"}>
          {`${count(counts.failed)} failed${money(sumCents.failed)}`}
        </StatusBadge>
      </li>
      {waiting > 0 && (
        <li>
          <StatusBadge tone="pending">{`${count(waiting)} ${state === "CANCELLED" ? "still running" : "waiting"}`}</StatusBadge>
        </li>
      )}
      {counts.unknown > 0 && (
        <li>
          <StatusBadge tone="warning">{`${count(counts.unknown)} outcome unknown`}</StatusBadge>
        </li>
      )}
      {counts.cancelled > 0 && (
        <li>
          <StatusBadge tone="neutral">{`${count(counts.cancelled)} cancelled`}</StatusBadge>
        </li>
      )}
    </ul>
  );
}
