import { formatCents } from "@countinghouse/validators/money";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "./empty-cell.tsx";

type MoneyCellProps = {
  cents: number | null | undefined;
  /** Which sign is money that came in: in a ledger of what is owed, less. Without one the money is no movement. */
  moneyIn?: "positive" | "negative";
  /** Money that did not move after all. */
  failed?: boolean;
};

export function MoneyCell({ cents, moneyIn, failed = false }: MoneyCellProps) {
  if (cents === null || cents === undefined) return <EmptyCell />;
  return (
    <span className={cn("num", toneOf(cents, moneyIn, failed))}>
      {formatCents(cents)}
      {failed && <span className="sr-only"> failed</span>}
    </span>
  );
}

function toneOf(cents: number, moneyIn: MoneyCellProps["moneyIn"], failed: boolean): string | undefined {
  if (failed) return "text-muted-foreground line-through";
  if (cents === 0) return "text-money-zero";
  if (moneyIn !== undefined && cents > 0 === (moneyIn === "positive")) return "text-money-in";
  return cents < 0 ? "text-money-out" : undefined;
}
