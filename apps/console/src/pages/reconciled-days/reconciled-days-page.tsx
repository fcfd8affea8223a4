import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  latestReconciliationDay,
  RECONCILIATION_EARLIEST,
} from "@countinghouse/validators/reconciliation/rules";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { LabelledFilter } from "@/components/filters/labelled-filter.tsx";
import { DayInput } from "@/form/day-input.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { dayColumns } from "./day-columns.tsx";
import { OneDay } from "./one-day.tsx";

const PARAMS = { day: param.day };

/** The days that were compared, what is left of each, and one of them with its breaks and its signature. */
export default function ReconciledDaysPage() {
  const list = useListParams(PARAMS);
  const { day } = list.params;
  const days = trpc.reconciledDays.list.useQuery();
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.reconciledDays}
        actions={
          <Link href={paths.fundingReconciliation()} className={buttonVariants()}>
            Report of several days
          </Link>
        }
      />
      <RunForm shown={day} onRun={(chosen) => list.change({ day: chosen })} />
      {day !== null && <OneDay key={day} day={day} />}
      <h2 className="mt-6 mb-2 text-lg font-semibold">Days</h2>
      <DataTable
        label={PAGE_TITLES.reconciledDays}
        columns={dayColumns}
        actions={{ open: (chosen: string) => list.change({ day: chosen }) }}
        rows={days.data}
        rowKey={(row) => row.day}
        query={days}
        size={{ skeletonRows: 6, minWidth: 720 }}
        pageList="reconciled-days"
        empty={
          <EmptyState title="No day was compared yet">
            Each night, the latest complete day is compared automatically.
          </EmptyState>
        }
      />
    </>
  );
}

/** Compares a day now. */
function RunForm({ shown, onRun }: { shown: string | null; onRun: (day: string) => void }) {
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
      <LabelledFilter label="Day (ET)">
        {(id) => (
          <DayInput
            id={id}
            label="Day (ET)"
            value={chosen}
            min={RECONCILIATION_EARLIEST}
            max={latest}
            onChange={setChosen}
            className="w-40"
          />
        )}
      </LabelledFilter>
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
