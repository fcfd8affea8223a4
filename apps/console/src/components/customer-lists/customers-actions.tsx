import { BULK_SCREENS, type BulkScreen, bulkTitle } from "@countinghouse/validators/bulk-jobs/texts";
import type { CustomerSource } from "@countinghouse/validators/customer-lists/schemas";
import { ChevronDownIcon } from "lucide-react";
import { useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import type { Chosen } from "@/table/selection.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import { CustomersExport } from "./customers-export.tsx";
import type { CustomerList } from "./use-customer-selection.tsx";

type CustomersActionsProps = {
  /** Whose customers they are, asked at the moment of use. */
  of: () => CustomerSource;
  /** How many rows they are, as they are shown. */
  expected: number;
};

type Selected<Row> = { list: CustomerList<Row>; chosen: Chosen<Row>; count: number };

/** What can be done with the customers of what is selected: a bulk job, and a file. */
export default function CustomersActions(selected: Selected<unknown>) {
  return <Actions {...toActionsProps(selected)} />;
}

/** The same of rows that a page selects by itself: whose they are, null where nobody's. */
export const CustomersOfRows = (rows: { title: string; userIds: readonly (number | null)[] }) => (
  <Actions {...byIds(rows.title, rows.userIds)} />
);

function Actions(customers: CustomersActionsProps) {
  if (customers.expected === 0) return null;
  return (
    <>
      <UseCustomers {...customers} />
      <CustomersExport {...customers} />
    </>
  );
}

/** By the filter where all that match are meant, else by their ids. */
function toActionsProps<Row>({ list, chosen, count }: Selected<Row>): CustomersActionsProps {
  const { title, toUserId, allOf } = list;
  if (chosen.isAll && allOf) return { of: () => allOf([...chosen.except.values()]), expected: count };
  return byIds(title, chosen.isAll ? [] : [...chosen.rows.values()].map(toUserId));
}

function byIds(from: string, ids: readonly (number | null)[]): CustomersActionsProps {
  const userIds = [...new Set(ids)].filter((id) => id !== null);
  return { of: () => ({ list: "chosen", from, userIds }), expected: userIds.length };
}

/** Makes them the list of a bulk job. The server keeps them as they are then, and refuses where others match than were counted. */
function UseCustomers({ of, expected }: CustomersActionsProps) {
  const [, navigate] = useLocation();
  const whyNot = useWhyNot("customerLists.freeze");
  const freeze = trpc.customerLists.freeze.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const take = ({ kind, version }: BulkScreen) =>
    freeze.mutate(
      { of: of(), expected, requestId: newRequestId() },
      { onSuccess: ({ id }) => navigate(paths.bulkJobs({ kind, version, list: id })) },
    );
  if (whyNot !== null || freeze.isPending)
    return (
      <Button size="small" variant="primary" disabledReason={whyNot} pending={freeze.isPending}>
        Use these customers in
      </Button>
    );
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className={buttonVariants({ variant: "primary", size: "small" })}>
        Use these customers in
        <ChevronDownIcon aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start">
        {BULK_SCREENS.map((screen) => (
          <DropdownMenuItem key={bulkTitle(screen.kind, screen.version)} onClick={() => take(screen)}>
            {bulkTitle(screen.kind, screen.version)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
