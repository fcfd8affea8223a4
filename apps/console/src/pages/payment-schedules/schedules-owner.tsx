import { Link } from "wouter";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { paths } from "@/paths.ts";
import type { Schedule } from "./use-process-payment.ts";

/** Names the user of the listed payments, with the balance. */
export function SchedulesOwner({ userId, row }: { userId: number | null; row: Schedule | undefined }) {
  if (userId === null || row === undefined || row.userId !== userId) return null;
  return (
    <p className="mb-4 text-sm text-muted-foreground">
      <Link href={paths.userDetail({ id: userId })} className="text-link underline underline-offset-4">
        {row.userName}
      </Link>{" "}
      owes <BalanceCell userId={userId} cents={row.balanceCents} />.
    </p>
  );
}
