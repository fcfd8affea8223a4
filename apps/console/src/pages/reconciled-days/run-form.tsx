import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  latestReconciliationDay,
  RECONCILIATION_EARLIEST,
} from "@countinghouse/validators/reconciliation/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { DayFilter } from "@/components/filters/day-filter.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

/** Compares a day now. */
export function RunForm({ shown, onRun }: { shown: string | null; onRun: (day: string) => void }) {
  const latest = latestReconciliationDay(newYorkDate(useNow(60_000)));
  const [chosen, setChosen] = useState(shown ?? latest);
  const run = trpc.reconciledDays.run.useMutation({
    onSuccess: ({ open }, { day }) => {
      toast.success(open === 0 ? "Compared. No open breaks." : `Compared. ${open} open.`);
      onRun(day);
    },
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const whyNot = useWhyNot("reconciliation.resolve");
  const isDay = chosen >= RECONCILIATION_EARLIEST && chosen <= latest;
  return (
    <form
      aria-label="Compare a day"
      noValidate
      className="mb-4 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDay) run.mutate({ day: chosen, requestId: newRequestId() });
      }}
    >
      <DayFilter
        label="Day (ET)"
        value={chosen}
        min={RECONCILIATION_EARLIEST}
        max={latest}
        onChange={setChosen}
      />
      <Button
        type="submit"
        variant="primary"
        pending={run.isPending}
        disabledReason={
          whyNot ?? (isDay ? null : `Choose a day from ${RECONCILIATION_EARLIEST} to ${latest}.`)
        }
      >
        Compare
      </Button>
      <p className="text-sm text-muted-foreground">
        Days up to {latest}. Newer days are not complete in every system yet.
      </p>
    </form>
  );
}
