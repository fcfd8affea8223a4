import { BULK_BALANCE_ACCOUNTS, type BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { formatCents } from "@countinghouse/validators/money";
import type { BulkRow } from "@/components/batches/types.ts";
import { UserLink } from "@/components/users/user-link.tsx";
import { DateCell, EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { Button } from "@/ui/button.tsx";
import { ProblemCell } from "./problem-cell.tsx";
import { StatusProgress } from "./status-progress.tsx";

type Sale = {
  /** Why nobody's payment may be taken by the one who looks, or null: asked once, not by each row. */
  disabledReason: string | null;
  /** Asks for a card payment of this user. */
  open: (userId: number) => void;
  /** Fetches the code of it ahead. */
};

const column = columnHelper<BulkRow, Sale>();

const ACCOUNTS = Array.from({ length: BULK_BALANCE_ACCOUNTS }, (_, index) => index);

/** What the banks said of each user, up to five accounts; of the batch that was requested then. */
export const balanceColumns = (version: BulkVersion, requestedAt: Date) =>
  column.columns([
    column.accessor("userId", {
      header: "User Id",
      meta: { className: "w-24", pinned: true },
      cell: ({ getValue }) => <UserLink id={getValue()} />,
    }),
    column.accessor("state", {
      header: "Status",
      meta: { className: "w-28" },
      cell: ({ getValue }) => <StatusProgress kind="BULK_BALANCE" version={version} state={getValue()} />,
    }),
    column.display({
      id: "name",
      header: "Name and Email",
      meta: { className: "w-35", grows: true },
      cell: ({ row }) => <PersonCell row={row.original} />,
    }),
    column.accessor("paymentCents", {
      header: "Payment (USD)",
      meta: { align: "right", className: "w-28" },
      cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
    }),
    // Before the accounts, where it is in sight: a row with an error has none.
    column.display({
      id: "error",
      header: "Error",
      meta: { className: "w-60" },
      cell: ({ row }) => <ProblemCell row={row.original} />,
    }),
    ...ACCOUNTS.map((index) =>
      column.accessor(({ accounts }) => accounts[index], {
        id: `acc_${index + 1}`,
        header: `Account ${index + 1}`,
        meta: { align: "right", className: "w-26" },
        cell: ({ getValue }) => <AccountCell account={getValue()} />,
      }),
    ),
    column.display({
      id: "date_requested",
      header: "Date Requested (ET)",
      meta: { className: "w-44" },
      cell: () => <DateCell at={requestedAt} />,
    }),
    column.display({
      id: "pay",
      meta: { className: "w-16 overflow-visible!" },
      header: () => <span className="sr-only">Payment</span>,
      cell: ({ row, table }) => <PayButton row={row.original} {...tableActions(table)} />,
    }),
  ]);

function PersonCell({ row: { firstname, lastname, email } }: { row: BulkRow }) {
  const name = `${firstname} ${lastname}`.trim();
  if (name === "" && email === "") return <EmptyCell />;
  return (
    <span className="grid leading-4">
      <span className="truncate" title={name}>
        {name}
      </span>
      <span className="truncate text-2xs text-muted-foreground" title={email}>
        {email}
      </span>
    </span>
  );
}

/** One account: its balance, and what it is called. */
function AccountCell({ account }: { account: BulkRow["accounts"][number] | undefined }) {
  if (account === undefined) return <EmptyCell />;
  const { name, mask, balanceCents } = account;
  const called = [mask && `••${mask}`, name].filter(Boolean).join(" ");
  return (
    <span className="grid leading-4" title={called}>
      {balanceCents === null ? (
        <span className="text-muted-foreground">Not Available</span>
      ) : (
        <span className={balanceCents < 0 ? "text-money-out" : undefined}>{formatCents(balanceCents)}</span>
      )}
      <span className="truncate text-2xs text-muted-foreground">{called}</span>
    </span>
  );
}

/** Opens the card sale of a row's user. */
function PayButton({ row, disabledReason, open }: { row: BulkRow } & Sale) {
  const { userId, email, firstname, lastname } = row;
  const isNobody = email === "" && firstname === "" && lastname === "";
  return (
    <Button
      size="small"
      aria-label={`Pay, user ${userId}`}
      disabledReason={disabledReason ?? (isNobody ? `There is no data for user ${userId}.` : null)}
      onClick={() => open(userId)}
    >
      Pay
    </Button>
  );
}
