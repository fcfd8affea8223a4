import { BANK_LINKS_MESSAGES, INSTITUTIONS_MESSAGES } from "@countinghouse/validators/messages";
import { RefreshCwIcon } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useActions } from "@/layout/actions.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { heightBelow } from "@/table/table-height.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { bankColumns } from "./bank-columns.tsx";
import { BankLegend } from "./bank-legend.tsx";
import { shownBanks, useBankView } from "./use-bank-view.ts";
import { type Institution, useInstitutions, useRefreshInstitutions } from "./use-institutions.ts";

const BankFilters = lazy(() => import("./bank-filters.tsx"));

const TITLE = INSTITUTIONS_MESSAGES.title;
const TABLE_MIN_WIDTH_PX = 960;

/** How the banks are doing that customers have linked, the worst first. */
export default function BankStatusPage() {
  const view = useBankView();
  const query = useInstitutions();
  const banks = query.data?.institutions;
  const { isPending, whyNot, refresh } = useRefreshInstitutions(query.data);
  useActions(
    useMemo(() => [{ label: "Refresh banks", run: refresh, disabledReason: whyNot }], [refresh, whyNot]),
  );
  const rows = banks && shownBanks(banks, view);

  return (
    <>
      <PageHeader
        title={TITLE}
        aside={banks && <Count banks={banks} />}
        actions={
          <Button pending={isPending} disabledReason={whyNot} onClick={refresh}>
            {!isPending && <RefreshCwIcon aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Suspense fallback={<div className="h-(--control-h) w-106" />}>
          <BankFilters view={view} />
        </Suspense>
        <BankLegend banks={banks} />
      </div>
      <StaleRows query={query} message={`${BANK_LINKS_MESSAGES.institutionsFailed}.`} />
      <DataTable
        label={TITLE}
        columns={bankColumns}
        rows={rows}
        rowKey={({ institutionId }) => institutionId}
        fetching={query.isFetching && banks === undefined}
        error={query.error}
        onRetry={() => void query.refetch()}
        failureMessage={BANK_LINKS_MESSAGES.institutionsFailed}
        skeletonRows={8}
        maxHeight={heightBelow(14)}
        minWidth={TABLE_MIN_WIDTH_PX}
        windowed={{ total: rows?.length ?? 0, onNearEnd: () => undefined }}
        empty={
          view.isFiltered ? (
            <EmptyState
              title="No bank matches"
              action={<Button onClick={view.clear}>Clear filters</Button>}
            />
          ) : (
            <EmptyState title="No bank is linked yet">
              A bank appears here once a customer has linked an account there.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function Count({ banks }: { banks: readonly Institution[] }) {
  const unwell = banks.filter(({ status }) => status === "DOWN" || status === "DEGRADED").length;
  return (
    <output className="text-sm text-muted-foreground">
      {banks.length.toLocaleString("en-US")} {banks.length === 1 ? "bank" : "banks"} ·{" "}
      {unwell === 0 ? "none degraded or down" : `${unwell.toLocaleString("en-US")} degraded or down`} · Times
      in New York (ET)
    </output>
  );
}
