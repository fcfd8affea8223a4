import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { FUNNEL_OUTCOME_WORDS, type FunnelOutcome } from "@countinghouse/validators/funnel/rules";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { CustomersSheet } from "@/components/customer-lists/customers-sheet.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { EmptyState } from "@/ui/states.tsx";
import type { Phase } from "./funnel-columns.tsx";

type Page = RouterOutputs["funnel"]["users"];
type FunnelUser = Page["users"][number];

const PAGING = byCursor(({ users }: Page): FunnelUser[] => users);

const column = columnHelper<FunnelUser>();

const columns = column.columns([
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-32" },
    cell: ({ getValue }) => <UserLink id={getValue()} />,
  }),
  column.accessor("userName", { header: "Name" }),
  column.accessor("reachedAt", {
    header: "Reached (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("amountCents", {
    header: "Approved (USD)",
    meta: { align: "right", className: "w-36" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
]);

type FunnelUsersProps = {
  of: RouterInputs["funnel"]["report"];
  phase: Phase;
  outcome: FunnelOutcome;
  onClose: () => void;
};

/** The customers behind a number of the report. */
export function FunnelUsers({ of, phase, outcome, onClose }: FunnelUsersProps) {
  const query = usePages(trpc.funnel.users, { ...of, eventId: phase.eventId, outcome }, PAGING);
  const count = outcome === "count" ? phase.count : phase[`${outcome}Count`];
  return (
    <CustomersSheet
      title={`${phase.eventName}: ${FUNNEL_OUTCOME_WORDS[outcome].toLowerCase()}`}
      description={`${count.toLocaleString("en-US")} ${count === 1 ? "customer" : "customers"}`}
      query={query}
      columns={columns}
      rowKey={({ userId }) => String(userId)}
      customers={{ toUserId: ({ userId }) => userId }}
      size={{ skeletonRows: 12 }}
      empty={<EmptyState title="No users behind this number" />}
      onClose={onClose}
    />
  );
}
