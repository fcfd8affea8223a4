import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import type { RecoveredState } from "@countinghouse/validators/recovery/rules";
import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { RecoveredRow } from "./confirm-form.tsx";

interface RecoveredActions {
  /** Opens the form in which it is said what was done about one that can not be booked. */
  confirm: (row: RecoveredRow) => void;
  /** Why nobody may now, or null. */
  disabledReason: string | null;
}

const column = columnHelper<RecoveredRow, RecoveredActions>();

const STATE_WORDS: Record<RecoveredState, string> = {
  FOUND: "Not booked",
  BOOKED: "Booked",
  REFUSED: "Cannot be booked",
};

/** The payments that were sent and are unknown here, each with what came of it. */
export const recoveredColumns = column.columns([
  column.accessor("sentAt", {
    header: "Sent (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-24" },
    cell: ({ getValue }) => (
      <Link href={paths.userDetail({ id: getValue() })} className="id-text underline">
        {getValue()}
      </Link>
    ),
  }),
  column.accessor("mode", { header: "Type", meta: { className: "w-24" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("key", {
    header: "Key",
    meta: { className: "w-40" },
    cell: ({ getValue }) => <span className="id-text">{getValue()}</span>,
  }),
  column.accessor("state", {
    header: "Here",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <StatusBadge>{STATE_WORDS[getValue()]}</StatusBadge>,
  }),
  column.accessor("paymentState", {
    header: "Outcome",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => {
      const { state, paymentState } = original;
      if (state !== "BOOKED" || paymentState === null) return null;
      const { word, tone } = PAYMENT_STATES[paymentState];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  }),
  column.accessor("reason", {
    header: "Why not",
    meta: { className: "w-64 max-w-none! whitespace-normal! py-1.5" },
  }),
  column.display({
    id: "seenTo",
    header: "Seen to",
    meta: { className: "w-40 overflow-visible! whitespace-normal!" },
    cell: ({ row: { original }, table }) => {
      if (original.state !== "REFUSED") return null;
      if (original.confirmedBy !== null) return `${original.confirmation} (${original.confirmedBy})`;
      const { confirm, disabledReason } = tableActions(table);
      return (
        <Button
          size="small"
          aria-label={`Confirm ${original.key}…`}
          disabledReason={disabledReason}
          onClick={() => confirm(original)}
        >
          Confirm…
        </Button>
      );
    },
  }),
]);
