import type { BulkRow } from "@/components/batches/types.ts";
import { Button } from "@/ui/button.tsx";
import { useSale } from "./sale-context.ts";

/** Opens the card sale of a row's user. */
export function PayButton({ row: { userId, email, firstname, lastname } }: { row: BulkRow }) {
  const { disabledReason, open, load } = useSale();
  const isNobody = email === "" && firstname === "" && lastname === "";
  return (
    <Button
      size="small"
      aria-label={`Pay, user ${userId}`}
      disabledReason={disabledReason ?? (isNobody ? `Nothing is known of user ${userId}.` : null)}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => open(userId)}
    >
      Pay
    </Button>
  );
}
