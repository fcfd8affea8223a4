import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { INSTITUTIONS_MESSAGES } from "@countinghouse/validators/messages";
import { RefreshCwIcon } from "lucide-react";
import { useMemo } from "react";
import { BankStatus, bankHealth } from "@/components/bank-health.tsx";
import { useActions } from "@/layout/actions.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useListParams } from "@/lib/list-params.ts";
import { heightBelow } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { bankColumns } from "./bank-columns.tsx";
import { BankCustomers } from "./bank-customers.tsx";
import { BANK_PARAMS, BankFilters } from "./bank-filters.tsx";
import { shownBanks } from "./shown-banks.ts";
import { type Institution, useInstitutions, useRefreshInstitutions } from "./use-institutions.ts";

const TITLE = INSTITUTIONS_MESSAGES.title;
const TABLE_MIN_WIDTH_PX = 960;

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
        aside={banks && <Count banks={banks} />}
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
        size={{ skeletonRows: 8, maxHeight: heightBelow(14), minWidth: TABLE_MIN_WIDTH_PX, windowed: true }}
        pageList="bank-status"
        empty={
          list.isChanged("q", "status") ? (
            <EmptyState
              title="No bank matches"
              action={<Button onClick={() => list.reset("q", "status")}>Clear filters</Button>}
            />
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

const STATUSES = ["HEALTHY", "DEGRADED", "DOWN", null] as const satisfies readonly Institution["status"][];

/** What the dots stand for, and how many banks there are of each. */
const BankLegend = ({ banks }: { banks: readonly Institution[] | undefined }) => (
  <ul aria-label="Legend" className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs">
    {STATUSES.map((status) => (
      <li key={status} className="flex items-center gap-1.5">
        <BankStatus status={status} />
        {banks && <b className="num font-medium">{banks.filter((bank) => bank.status === status).length}</b>}
        <span className="text-muted-foreground">{bankHealth(status).meaning}</span>
      </li>
    ))}
  </ul>
);
