import { RED_ACCOUNT_BANK } from "@countinghouse/validators/asset-reports/rules";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { AssetMoney } from "./asset-money.tsx";
import type { AssetReport } from "./use-asset-report.ts";

type Item = AssetReport["items"][number];

type AssetSummaryProps = { item: Item; onExpand: () => void };

/** One institution of the report, an account a line. */
export const AssetSummary = ({ item, onExpand }: AssetSummaryProps) => (
  <section
    aria-label={`Asset Summary: ${item.institutionName}`}
    className="grid grid-cols-[minmax(0,1fr)] gap-1"
  >
    <div className="flex items-center gap-2">
      <h3 className="text-xs font-medium text-muted-foreground">Asset Summary</h3>
      <Button size="small" variant="ghost" className="ml-auto" onClick={onExpand}>
        Expand <span className="sr-only">{item.institutionName}</span>
      </Button>
    </div>
    <DataTable
      label={`Asset Summary of ${item.institutionName}`}
      list="asset-summary"
      columns={summaryColumns}
      rows={item.accounts.map((account) => ({ ...account, institutionName: item.institutionName }))}
      rowKey={({ accountId }) => accountId}
      empty={<EmptyState title="This institution reported no account." />}
    />
  </section>
);

type SummaryRow = Item["accounts"][number] & { institutionName: string };

const column = columnHelper<SummaryRow>();

const summaryColumns = column.columns([
  column.accessor("institutionName", { header: "Institution", meta: { className: "w-56" } }),
  column.accessor("name", { header: "Account", meta: { className: "w-48" } }),
  column.accessor("mask", {
    header: "Mask",
    meta: { className: "w-28" },
    cell: ({ row }) => <AccountMask {...row.original} />,
  }),
  column.accessor("currentCents", {
    header: "Current Balance",
    meta: { align: "right", className: "w-40" },
    cell: ({ row }) => <AssetMoney cents={row.original.currentCents} currency={row.original.currency} />,
  }),
]);

/** The number itself stays on the server: its last digits stand for it. */
export const AccountMask = ({ mask, institutionName }: { mask: string | null; institutionName: string }) => (
  <span className={institutionName === RED_ACCOUNT_BANK ? "num text-danger-fg" : "num"}>
    •••• {mask ?? ""}
  </span>
);
