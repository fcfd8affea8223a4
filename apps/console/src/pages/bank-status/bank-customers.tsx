import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";

type Page = RouterOutputs["institutions"]["customers"];
type Customer = Page["customers"][number];

const PAGING = byCursor(({ customers }: Page): Customer[] => customers);

const customerKey = ({ userId }: Customer) => String(userId);

type BankCustomersProps = { institutionId: string; name: string; onClose: () => void };

/** The customers who have linked this bank. */
export function BankCustomers({ institutionId, name, onClose }: BankCustomersProps) {
  const query = usePages(trpc.institutions.customers, { institutionId }, PAGING);
  const rows = query.data?.rows;
  const title = `Customers of ${name}`;
  const selection = useCustomerSelection({
    title,
    listKey: institutionId,
    rows,
    rowKey: customerKey,
    toUserId: ({ userId }) => userId,
  });
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader title={title} description="Customers with an active link, newest first." />
        <SheetBody>
          <UpdatedQuery what="these rows" query={query} />
          <DataTable
            label="Customers of the bank"
            columns={columns}
            rows={rows}
            rowKey={customerKey}
            selection={selection}
            query={query}
            size={{ skeletonRows: 8, minWidth: 560 }}
            empty={<EmptyState title="No customer has an active link to this bank" />}
            footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
          />
        </SheetBody>
      </SheetContent>
    </Sheet>
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
