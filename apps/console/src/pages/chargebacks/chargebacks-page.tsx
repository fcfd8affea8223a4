import {
  CHARGEBACKS_EXPORT_PATH,
  CHARGEBACKS_FILE_NAME,
  CHARGEBACKS_TITLE,
} from "@countinghouse/validators/chargebacks/rules";
import { whyNotRange } from "@countinghouse/validators/custom-days";
import { formatCents } from "@countinghouse/validators/money";
import { lazy, Suspense } from "react";
import { API_ORIGIN } from "@/api/api-url.ts";
import { ChargebackTabs } from "@/components/chargebacks/chargeback-tabs.tsx";
import { manualRowClass } from "@/components/chargebacks/report-cells.tsx";
import { ExportStatus } from "@/components/exports/export-status.tsx";
import { useExport } from "@/components/exports/use-export.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { heightBelow } from "@/table/table-height.ts";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { chargebackColumns } from "./chargeback-columns.tsx";
import { useChargebackView } from "./use-chargeback-view.ts";
import { rowsOf, useChargebacks } from "./use-chargebacks.ts";

const ChargebackFilters = lazy(() => import("./chargeback-filters.tsx"));

const TABLE_MIN_WIDTH_PX = 1620;

/** The returns and chargebacks that processors reported and that were applied. */
export default function ChargebacksPage() {
  const view = useChargebackView();
  const { filters } = view;
  const isRange = filters.period !== "Custom" || whyNotRange(filters.startDate, filters.endDate) === null;
  const query = useChargebacks(filters, isRange);
  const first = isRange ? query.data?.pages[0] : undefined;
  const rows = isRange ? query.data?.pages.flatMap(rowsOf) : undefined;
  const { state, start, cancel } = useExport(CHARGEBACKS_FILE_NAME);
  const exportAll = () =>
    start(`${API_ORIGIN ?? ""}${CHARGEBACKS_EXPORT_PATH}?${new URLSearchParams(filters)}`);
  const whyNot = useWhyNot("chargebacks.read");

  return (
    <>
      <PageHeader
        title={CHARGEBACKS_TITLE}
        aside={
          first?.sums && (
            <output className="text-sm text-muted-foreground">
              <span className="num">{first.sums.total.toLocaleString("en-US")}</span> found · Sum{" "}
              <span className="num">{formatCents(first.sums.sumCents)}</span> · {first.startDate} to{" "}
              {first.endDate} (ET)
            </output>
          )
        }
        actions={
          <Button
            disabledReason={whyNot ?? (isRange ? null : "Choose the days first.")}
            pending={state.kind === "running"}
            onClick={exportAll}
          >
            Export CSV
          </Button>
        }
      />
      <ChargebackTabs current="Processed" />
      <Suspense fallback={<div className="mb-4 h-14" />}>
        <ChargebackFilters view={view} />
      </Suspense>
      <div className="mb-4 empty:hidden">
        <ExportStatus fileName={CHARGEBACKS_FILE_NAME} state={state} onStart={exportAll} onCancel={cancel} />
      </div>
      {isRange ? (
        <DataTable
          label={CHARGEBACKS_TITLE}
          columns={chargebackColumns}
          rows={rows}
          rowKey={({ id }) => id}
          rowClass={manualRowClass}
          fetching={query.isFetching && !query.isFetchingNextPage}
          error={query.error}
          onRetry={() => void query.refetch()}
          skeletonRows={12}
          maxHeight={heightBelow(17)}
          minWidth={TABLE_MIN_WIDTH_PX}
          empty={
            view.isNarrowed ? (
              <EmptyState
                title="No return or chargeback matches"
                action={
                  <Button onClick={() => view.change({ transactionType: "All", chargebackType: "All" })}>
                    Clear filters
                  </Button>
                }
              />
            ) : (
              <EmptyState title="No returns or chargebacks in this time">
                Returns and chargebacks appear here once a processor reported them and they were applied.
              </EmptyState>
            )
          }
          footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
          walkable
        />
      ) : (
        <Card>
          <EmptyState title="No days are chosen yet">
            Choose a start date and an end date at least one day after it, then press Apply.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
