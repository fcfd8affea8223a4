import { formatCents } from "@countinghouse/validators/money";
import { MoneyCell } from "@/table/cells.tsx";

type InstalmentAmountProps = { instalment: { amountCents: number; paidCents: number; leftCents: number } };

/** The amount of a scheduled payment, and the amount left when it is paid in part. */
export const InstalmentAmount = ({
  instalment: { amountCents, paidCents, leftCents },
}: InstalmentAmountProps) => (
  <>
    <MoneyCell cents={amountCents} />
    {paidCents > 0 && leftCents > 0 && (
      <span className="block text-xs text-muted-foreground">{formatCents(leftCents)} left</span>
    )}
  </>
);
