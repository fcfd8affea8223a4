import type { RouterOutputs } from "@countinghouse/api";
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { paths } from "@/paths.ts";
import { DateCell, MoneyCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";

type Statistics = NonNullable<RouterOutputs["bankStatistics"]["get"]>;
type Window = Statistics["windows"][number];

const ID = "data-statistics";
const TITLE = SECTIONS[ID].title;

type DataStatisticsSectionProps = { userId: number; hasTurn: boolean };

/** What bank data we hold of the customer, and its headline numbers. */
export function DataStatisticsSection({ userId, hasTurn }: DataStatisticsSectionProps) {
  const query = useStatistics(userId, hasTurn);
  return (
    <QuerySection
      id={ID}
      title={TITLE}
      query={query}
      actions={
        <Link href={paths.userGraph({ id: userId })} className={buttonVariants({ size: "small" })}>
          Open bank statistics
        </Link>
      }
      empty={{ title: "No Data Statistics Found", when: (statistics) => statistics === null }}
    >
      {(statistics) =>
        statistics && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="grid gap-x-6 md:grid-cols-2">
              <Facts facts={heldFacts(statistics)} />
              <Facts facts={dateFacts(statistics)} />
            </div>
            {statistics.windows.length > 0 && (
              <DataTable
                label={TITLE}
                columns={windowColumns}
                rows={statistics.windows}
                rowKey={({ days }) => String(days)}
                empty={null}
              />
            )}
          </div>
        )
      }
    </QuerySection>
  );
}

/** The numbers are those of the newest report: one that comes while the page is open makes them anew. */
function useStatistics(userId: number, hasTurn: boolean) {
  const query = trpc.bankStatistics.get.useQuery({ userId }, { enabled: hasTurn });
  const report = trpc.assetReports.get.useQuery({ userId }, { enabled: false });
  const readyId = report.data?.state === "READY" ? report.data.id : null;
  const isStale = query.data !== undefined && readyId !== null && query.data?.reportId !== readyId;
  const { refetch } = query;
  useEffect(() => {
    if (isStale && hasTurn) void refetch();
  }, [isStale, hasTurn, refetch]);
  return query;
}

const heldFacts = (statistics: Statistics): [string, ReactNode][] => [
  ["Asset Report (ET)", <DateCell key="generated" at={statistics.generatedAt} />],
  ["Days Requested", <TextCell key="requested" value={statistics.daysRequested} />],
  ["Institutions", <TextCell key="institutions" value={statistics.institutions} />],
  ["Number of Bank Accounts", <TextCell key="accounts" value={statistics.accounts} />],
  ["Transactions", <TextCell key="transactions" value={statistics.transactions.toLocaleString("en-US")} />],
  ["Pending Transactions", <TextCell key="pending" value={statistics.pendingTransactions} />],
];

const dateFacts = (statistics: Statistics): [string, ReactNode][] => [
  ["First Transaction Date", <TextCell key="first" value={statistics.firstTransactionDate} />],
  ["Last Transaction Date", <TextCell key="last" value={statistics.lastTransactionDate} />],
  ["Days Covered", <TextCell key="covered" value={statistics.daysCovered} />],
  ["Last Revenue Deposit Date", <TextCell key="revenue" value={statistics.lastRevenueDepositDate} />],
];

const column = columnHelper<Window>();

const windowColumns = column.columns([
  column.accessor("days", {
    header: "Window",
    meta: { className: "w-44" },
    cell: ({ row }) => (
      <span className="inline-flex items-center gap-2">
        {row.original.days} days
        {!row.original.isCovered && <StatusBadge tone="warning">Partly covered</StatusBadge>}
      </span>
    ),
  }),
  column.accessor("startDate", { header: "Start Date", meta: { className: "w-32" } }),
  column.accessor("endDate", { header: "End Date", meta: { className: "w-32" } }),
  column.accessor(({ flows }) => flows.deposits.cents, {
    id: "depositVolume",
    header: "Deposit Volume (USD)",
    meta: { align: "right", className: "w-44" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} moneyIn="positive" />,
  }),
  column.accessor(({ flows }) => flows.deposits.count, {
    id: "depositCount",
    header: "Deposit Count",
    meta: { align: "right", className: "w-32" },
  }),
  column.accessor(({ flows }) => flows.nsf.count, {
    id: "nsfCount",
    header: "NSF Count",
    meta: { align: "right", className: "w-28" },
  }),
]);
