import { useState } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import type { Chosen } from "@/table/selection.ts";
import { Button } from "@/ui/button.tsx";
import { MoveManyDialog } from "./move-many-dialog.tsx";
import type { Schedule } from "./use-process-payment.ts";

/** Moves the selected payments to another day, each by itself. */
export function MoveMany({ chosen }: { chosen: Chosen<Schedule> }) {
  const [moving, setMoving] = useState<readonly Schedule[] | null>(null);
  const whyNot = useWhyNot("paymentSchedules.write");
  const whyNotAll = chosen.isAll ? "Select the payments one by one to move them." : null;
  return (
    <>
      <Button
        size="small"
        disabledReason={whyNot ?? whyNotAll}
        onClick={() => !chosen.isAll && setMoving([...chosen.rows.values()])}
      >
        Move
      </Button>
      {moving && <MoveManyDialog schedules={moving} onClose={() => setMoving(null)} />}
    </>
  );
}
