import { whyNotMakeAccountPrimary, whyNotSwitchAccount } from "@countinghouse/validators/bank-accounts/rules";
import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { masked } from "@/components/payments/instrument-text.ts";
import { Verification } from "@/components/verification.tsx";
import { CopyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { ImportedBadge } from "@/ui/badge.tsx";
import { AddByHand, Primary, type RowActions, RowSwitch } from "./row-controls.tsx";
import type { Account } from "./use-accounts.ts";

const column = columnHelper<Account, RowActions>();

/** What a row is called where it is not seen. */
export const accountLabel = ({ name, last4 }: Account): string => `${name} ${masked(last4)}`;

const primaryColumn = column.accessor("isPrimary", {
  header: "Primary",
  meta: { className: "w-32" },
  cell: ({ row: { original: account }, table }) => (
    <Primary
      actions={tableActions(table)}
      id={account.id}
      label={accountLabel(account)}
      isPrimary={account.isPrimary}
      whyNot={whyNotMakeAccountPrimary(account)}
    />
  ),
});

const enabledColumn = column.accessor("enabled", {
  header: "Enabled",
  meta: { className: "w-20" },
  cell: ({ row: { original: account }, table }) => (
    <RowSwitch
      actions={tableActions(table)}
      id={account.id}
      label={`Enable ${accountLabel(account)}`}
      isOn={account.enabled}
      whyNot={whyNotSwitchAccount(account)}
    />
  ),
});

const numberCell = ({ row }: { row: { original: Account } }) => (
  <span className="tabular-nums">{masked(row.original.last4)}</span>
);

const historyColumn = column.display({
  id: "history",
  header: () => <span className="sr-only">History</span>,
  meta: { className: "w-12" },
  cell: ({ row: { original: account } }) => (
    <HistoryLink of={{ type: "bank_account", id: account.id }} which={accountLabel(account)} />
  ),
});

const nameCell = ({ row: { original: account } }: { row: { original: Account } }) => (
  <span
    className="flex min-w-0 items-center gap-1.5"
    title={[account.name, account.institutionName].filter(Boolean).join(", ")}
  >
    <span className="truncate">
      {account.name}
      {account.institutionName && <span className="text-muted-foreground"> · {account.institutionName}</span>}
    </span>
    {account.isImported && <ImportedBadge />}
  </span>
);

/** The accounts in use (specification 1, section 3). */
export const activeColumns = column.columns([
  column.accessor("last4", {
    header: "Account",
    meta: { className: "w-26", pinned: true },
    cell: numberCell,
  }),
  primaryColumn,
  enabledColumn,
  column.accessor("name", { header: "Name", meta: { className: "w-46" }, cell: nameCell }),
  column.accessor("subtype", { header: "Subtype", meta: { className: "w-20" } }),
  column.accessor("type", { header: "Type", meta: { className: "w-24" } }),
  column.accessor("routing", { header: "Routing", meta: { className: "w-26 tabular-nums" } }),
  column.accessor("providerAccountId", {
    header: "Account Id",
    meta: { className: "w-32" },
    cell: ({ row: { original: account } }) => (
      <CopyCell value={account.providerAccountId} label={`account id of ${accountLabel(account)}`} />
    ),
  }),
  column.accessor("source", { header: "Source", meta: { className: "w-20" } }),
  column.accessor("verification", {
    header: "Ribbit Status",
    meta: { className: "w-40" },
    cell: ({ row }) => <Verification state={row.original.verification} />,
  }),
  column.accessor("isManuallyAdded", {
    header: "Manually Added",
    meta: { className: "w-32" },
    cell: ({ row }) => (row.original.isManuallyAdded ? "Yes" : "No"),
  }),
  historyColumn,
]);

/** Those of links that are lost. */
export const inactiveColumns = column.columns([
  column.accessor("last4", {
    header: "Bank Account Number",
    meta: { className: "w-40", pinned: true },
    cell: numberCell,
  }),
  primaryColumn,
  enabledColumn,
  column.display({
    id: "add",
    header: ACCOUNT_PAGES.add,
    meta: { className: "w-32" },
    cell: ({ row: { original: account }, table }) => (
      <AddByHand actions={tableActions(table)} id={account.id} label={accountLabel(account)} />
    ),
  }),
  column.accessor("name", { header: "Bank Account Name", meta: { className: "w-52" }, cell: nameCell }),
  column.accessor("routing", { header: "Routing Number", meta: { className: "w-32 tabular-nums" } }),
  column.accessor("type", { header: "Type", meta: { className: "w-24" } }),
  column.accessor("subtype", { header: "Subtype", meta: { className: "w-20" } }),
  column.accessor("bankLinkId", { header: "Plaid Id", meta: { className: "w-20 tabular-nums" } }),
  historyColumn,
]);
