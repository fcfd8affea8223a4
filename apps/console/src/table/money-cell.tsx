import { formatCents } from "@countinghouse/validators/money";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "./empty-cell.tsx";

type MoneyCellProps = {
  cents: number | null | undefined;
  /** Whether the sign carries the meaning: money that came in, money that went out. */
  signed?: boolean;
  /** Money that did not move after all. */
  failed?: boolean;
};

export function MoneyCell({ cents, signed = false, failed = false }: MoneyCellProps) {
  if (cents === null || cents === undefined) return <EmptyCell />;
  return (
    <span className={cn("num", toneOf(cents, signed, failed))}>
      {formatCents(cents)}
      {failed && <span className="sr-only"> failed</span>}
    </span>
  );
}

function toneOf(cents: number, signed: boolean, failed: boolean): string | undefined {
  if (failed) return "text-muted-foreground line-through";
  if (cents === 0) return "text-money-zero";
  if (cents < 0) return "text-money-out";
  return signed ? "text-money-in" : undefined;
}
