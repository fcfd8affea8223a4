import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { CustomersSheet } from "@/components/customer-lists/customers-sheet.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Page = RouterOutputs["institutions"]["customers"];
type Customer = Page["customers"][number];

const PAGING = byCursor(({ customers }: Page): Customer[] => customers);

type BankCustomersProps = { institutionId: string; name: string; onClose: () => void };

/** The customers who have linked this bank. */
export function BankCustomers({ institutionId, name, onClose }: BankCustomersProps) {
  const query = usePages(trpc.institutions.customers, { institutionId }, PAGING);
  return (
    <CustomersSheet
      title={`Customers of ${name}`}
      description="Customers with an active link, newest first."
      label="Customers of the bank"
      query={query}
      filters={institutionId}
      columns={columns}
      rowKey={({ userId }) => String(userId)}
      customers={{ toUserId: ({ userId }) => userId }}
      size={{ skeletonRows: 8 }}
      empty={<EmptyState title="No customer has an active link to this bank" />}
      onClose={onClose}
    />
  );
}

const column = columnHelper<Customer>();

const columns = column.columns([
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-28" },
    cell: ({ getValue }) => <UserLink id={getValue()} />,
  }),
  column.accessor("userName", { header: "Name" }),
  column.accessor("isBroken", {
    header: "Link",
    meta: { className: "w-40" },
    cell: ({ getValue }) =>
      getValue() ? (
        <StatusBadge tone="warning">Sign in again</StatusBadge>
      ) : (
        <StatusBadge tone="success">Connected</StatusBadge>
      ),
  }),
  column.accessor("balanceCents", {
    header: "Balance (USD)",
    meta: { align: "right", className: "w-36" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
]);
