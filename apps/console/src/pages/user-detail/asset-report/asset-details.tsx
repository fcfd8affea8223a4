import { formatGmt } from "@countinghouse/validators/asset-reports/rules";
import { ASSET_REPORTS_MESSAGES } from "@countinghouse/validators/messages";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Spinner } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import { AssetMoney } from "./asset-money.tsx";
import { AccountMask } from "./asset-summary.tsx";
import type { AssetDetails as Details } from "./use-asset-report.ts";

const TABLE_HEIGHT_PX = 480;

type AssetDetailsProps = { reportId: number; itemId: string; onClose: () => void };

/** One institution of the report in full: whose accounts they are and what moved on them. */
export function AssetDetails({ reportId, itemId, onClose }: AssetDetailsProps) {
  const query = trpc.assetReports.details.useQuery({ id: reportId, itemId }, { gcTime: 0 });
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title="Asset Details" description={query.data?.institutionName} />
        <SheetBody>
          {query.isPending && <Spinner />}
          {query.error && (
            <ErrorState
              message={ASSET_REPORTS_MESSAGES.jsonFailed}
              details={detailsText(errorDetails(query.error))}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )}
          {query.data && <Institution details={query.data} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

type Account = Details["accounts"][number];

const Institution = ({ details: { generatedAt, days, institutionName, accounts } }: { details: Details }) => (
  <>
    <Facts
      facts={[
        ["Date Generated", formatGmt(generatedAt)],
        ["Days Requested", days],
      ]}
    />
    {accounts.map((account) => (
      <AccountDetails key={account.accountId} account={account} institutionName={institutionName} />
    ))}
  </>
);

function AccountDetails({ account, institutionName }: { account: Account; institutionName: string }) {
  const { name, mask, type, subtype, currency, daysAvailable, owners, transactions } = account;
  const told = (values: string[]) => values.join(", ") || "—";
  return (
    <section aria-label={name} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">
        {name} <AccountMask mask={mask} institutionName={institutionName} />
      </h3>
      <Facts
        facts={[
          ["Current", <AssetMoney key="current" cents={account.currentCents} currency={currency} />],
          ["Available", <AssetMoney key="available" cents={account.availableCents} currency={currency} />],
          ["ISO Currency Code", currency ?? "—"],
          ["Type", subtype ? `${type}, ${subtype}` : type],
          ["Days Available", daysAvailable],
          ["Owners", told(owners.flatMap(({ names }) => names))],
          ["Phone Numbers", told(owners.flatMap(({ phoneNumbers }) => phoneNumbers))],
          ["Emails", told(owners.flatMap(({ emails }) => emails))],
          ["Addresses", told(owners.flatMap(({ addresses }) => addresses.map(addressLine)))],
        ]}
      />
      <DataTable
        label={`Transactions of ${name}`}
        list="asset-transactions"
        columns={transactionColumns}
        rows={transactions.toSorted((one, other) => other.date.localeCompare(one.date))}
        rowKey={({ transactionId }) => transactionId}
        size={{ maxHeight: TABLE_HEIGHT_PX }}
        empty={<EmptyState title="No transactions" />}
      />
    </section>
  );
}

type Address = Account["owners"][number]["addresses"][number];

const addressLine = ({ street, city, region, postalCode }: Address): string =>
  [street, city, [region, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const column = columnHelper<Account["transactions"][number]>();

const transactionColumns = column.columns([
  column.accessor("date", { header: "Date", meta: { className: "w-28" } }),
  column.accessor("originalDescription", {
    header: "Description",
    meta: { className: "w-72" },
    cell: ({ getValue }) => <TextCell value={getValue()} />,
  }),
  column.accessor("amountCents", {
    header: "Amount",
    meta: { align: "right", className: "w-32" },
    cell: ({ row }) => <AssetMoney cents={row.original.amountCents} currency={row.original.currency} />,
  }),
  column.accessor("pending", {
    header: "Pending",
    meta: { className: "w-24" },
    cell: ({ getValue }) => (getValue() ? "Yes" : "No"),
  }),
  column.accessor("currency", {
    header: "ISO Currency Code",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <TextCell value={getValue()} />,
  }),
]);
