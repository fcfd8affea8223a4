import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

type FundedBalance = RouterOutputs["similarRecords"]["fundedBalances"][number];

const TITLE = "Funded Users Balance";

type FundedBalanceSectionProps = {
  userId: number;
  hasTurn: boolean;
  /** Whether its place is kept until it is known that there is nothing to show. */
  isExpected: boolean;
};

/** What is owed by this customer under any of its users. It is there only when there is something to show. */
export function FundedBalanceSection({ userId, hasTurn, isExpected }: FundedBalanceSectionProps) {
  const query = trpc.similarRecords.fundedBalances.useQuery({ userId }, { enabled: hasTurn });
  if (query.isPending ? !isExpected : !query.isError && query.data.length === 0) return null;
  return (
    <QuerySection id="funded-balance" title={TITLE} query={query} count={(balances) => balances.length}>
      {(balances) => (
        <DataTable
          label={TITLE}
          columns={balanceColumns}
          rows={balances}
          rowKey={(balance) => String(balance.userId)}
          empty={null}
        />
      )}
    </QuerySection>
  );
}

const column = columnHelper<FundedBalance>();

const balanceColumns = column.columns([
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-40" },
    cell: ({ getValue }) => (
      <NewTabLink href={paths.userDetail({ id: getValue() })}>#{getValue()}</NewTabLink>
    ),
  }),
  column.accessor("balanceCents", {
    header: "Balance (USD)",
    meta: { align: "right", className: "w-40" },
    cell: ({ row, getValue }) => <BalanceCell userId={row.original.userId} cents={getValue()} />,
  }),
  column.accessor("active", {
    header: "Active Balance",
    cell: ({ getValue }) =>
      getValue() ? (
        <StatusBadge tone="warning">Yes</StatusBadge>
      ) : (
        <StatusBadge tone="neutral">No</StatusBadge>
      ),
  }),
]);
