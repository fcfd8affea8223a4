import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { dayColumns } from "./day-columns.tsx";
import { OneDay } from "./one-day.tsx";
import { RunForm } from "./run-form.tsx";

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
        size={{ skeletonRows: 6 }}
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
