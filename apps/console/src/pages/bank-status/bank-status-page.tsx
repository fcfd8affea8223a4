import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { INSTITUTIONS_MESSAGES } from "@countinghouse/validators/messages";
import { RefreshCwIcon } from "lucide-react";
import { useMemo } from "react";
import { NoMatch } from "@/components/filters/no-match.tsx";
import { useActions } from "@/layout/actions.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useListParams } from "@/lib/list-params.ts";
import { heightBelow } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { bankColumns } from "./bank-columns.tsx";
import { BankCount, BankLegend } from "./bank-counts.tsx";
import { BankCustomers } from "./bank-customers.tsx";
import { BANK_PARAMS, BankFilters } from "./bank-filters.tsx";
import { shownBanks } from "./shown-banks.ts";
import { useInstitutions, useRefreshInstitutions } from "./use-institutions.ts";

const TITLE = INSTITUTIONS_MESSAGES.title;

/** How the banks are doing that customers have linked, the worst first. */
export default function BankStatusPage() {
  const list = useListParams(BANK_PARAMS);
  const query = useInstitutions();
  const banks = query.data?.institutions;
  const { isPending, whyNot, refresh } = useRefreshInstitutions(query.data);
  useActions(
    useMemo(() => [{ label: "Refresh banks", run: refresh, disabledReason: whyNot }], [refresh, whyNot]),
  );
  const rows = banks && shownBanks(banks, list.params.q, list.params.status);

  return (
    <>
      <PageHeader
        title={TITLE}
        aside={banks && <BankCount banks={banks} />}
        actions={
          <Button pending={isPending} disabledReason={whyNot} onClick={refresh}>
            {!isPending && <RefreshCwIcon aria-hidden />}
            Refresh
          </Button>
        }
      />
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <BankFilters {...list} />
        <BankLegend banks={banks} />
      </div>
      <StaleRows query={query} message={BANK_LINKS_MESSAGES.institutionsFailed} />
      <DataTable
        label={TITLE}
        columns={bankColumns}
        actions={{ onCustomers: (bank) => list.change({ bank }) }}
        rows={rows}
        rowKey={({ institutionId }) => institutionId}
        query={{
          isFetching: query.isFetching && banks === undefined,
          error: query.error,
          dataUpdatedAt: query.dataUpdatedAt,
          refetch: () => void query.refetch(),
          failureMessage: BANK_LINKS_MESSAGES.institutionsFailed,
        }}
        size={{ skeletonRows: 8, maxHeight: heightBelow(14), windowed: true }}
        pageList="bank-status"
        empty={
          list.isChanged("q", "status") ? (
            <NoMatch title="No bank matches" onClear={() => list.reset("q", "status")} />
          ) : (
            <EmptyState title="No bank is linked yet">
              A bank appears here once a customer has linked an account there.
            </EmptyState>
          )
        }
      />
      {list.params.bank !== null && (
        <BankCustomers
          institutionId={list.params.bank}
          name={
            banks?.find(({ institutionId }) => institutionId === list.params.bank)?.name ?? list.params.bank
          }
          onClose={() => list.change({ bank: null })}
        />
      )}
    </>
  );
}
