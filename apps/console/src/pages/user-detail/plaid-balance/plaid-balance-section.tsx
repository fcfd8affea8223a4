import { shownLast4 } from "@countinghouse/validators/bank-links/rules";
import { BANK_LINKS_MESSAGES } from "@countinghouse/validators/bank-links/texts";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { QuerySection } from "@/layout/query-section.tsx";
import { CopyCell, MoneyCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { BankFailures } from "../bank-links/bank-failures.tsx";
import {
  type BalanceRecord,
  useBalanceRecords,
  useBankLinks,
  useFetchBalances,
  useWhyNotAskBank,
} from "../bank-links/use-bank-links.ts";
import { SECTIONS } from "../sections.ts";

const TABLE_HEIGHT_PX = 440;

type PlaidBalanceSectionProps = { userId: number; hasTurn: boolean };

/** What the banks said was in the accounts each time they were asked, and the way to ask them now. */
export function PlaidBalanceSection({ userId, hasTurn }: PlaidBalanceSectionProps) {
  const query = useBalanceRecords(userId, hasTurn);
  const links = useBankLinks(userId, hasTurn);
  const { failures, isPending, fetchBalances } = useFetchBalances(userId);
  return (
    <QuerySection
      id="plaid-balance"
      title={SECTIONS["plaid-balance"].title}
      query={query}
      count={(records) => records.length}
      actions={
        <Button
          size="small"
          pending={isPending}
          disabledReason={useWhyNotAskBank(links.data)}
          onClick={fetchBalances}
        >
          Get Plaid Balance
        </Button>
      }
    >
      {(records) => (
        <>
          <BankFailures failures={failures} />
          {records.length === 0 ? (
            <EmptyState title={BANK_LINKS_MESSAGES.balancesEmpty} />
          ) : (
            <DataTable
              label={SECTIONS["plaid-balance"].title}
              columns={balanceColumns}
              rows={records.flatMap(accountRows)}
              rowKey={({ key }) => key}
              size={{ maxHeight: TABLE_HEIGHT_PX }}
              empty={null}
            />
          )}
        </>
      )}
    </QuerySection>
  );
}

type AccountRow = BalanceRecord["accounts"][number] & { key: string; createdAt: Date };

const accountRows = ({ id, createdAt, accounts }: BalanceRecord): AccountRow[] =>
  accounts.map((account) => ({ ...account, createdAt, key: `${id} ${account.accountId}` }));

const column = columnHelper<AccountRow>();

const balanceColumns = column.columns([
  column.accessor("createdAt", {
    header: "Time (ET)",
    meta: { className: "w-46" },
    cell: ({ getValue }) => (
      <time className="num" dateTime={getValue().toISOString()}>
        {formatNewYork(getValue(), "balance")}
      </time>
    ),
  }),
  column.accessor("currency", {
    header: "ISO Currency Code",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <TextCell value={getValue()} />,
  }),
  column.accessor("availableCents", {
    header: "Available",
    meta: { align: "right", className: "w-32" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("currentCents", {
    header: "Current",
    meta: { align: "right", className: "w-32" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("name", { header: "Name", meta: { className: "w-40" } }),
  column.accessor("accountId", {
    header: "Account Id",
    meta: { className: "w-48" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="account id" />,
  }),
  column.display({
    id: "last4",
    header: "Account Number (last 4 digits)",
    meta: { className: "w-56" },
    cell: ({ row }) => <span className="num">{shownLast4(row.original)}</span>,
  }),
]);
