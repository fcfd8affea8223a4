import type { RouterOutputs } from "@countinghouse/api";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import type { RecoveredState } from "@countinghouse/validators/recovery/rules";
import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { Badge } from "@/ui/badge.tsx";

type RecoveredRow = RouterOutputs["recovery"]["status"]["payments"][number];

const column = columnHelper<RecoveredRow>();

const STATE_WORDS: Record<RecoveredState, string> = {
  FOUND: "Not booked",
  BOOKED: "Booked",
  REFUSED: "Can not be booked",
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
    cell: ({ getValue }) => STATE_WORDS[getValue()],
  }),
  column.accessor("paymentState", {
    header: "Outcome",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => {
      const { state, paymentState } = original;
      if (state !== "BOOKED" || paymentState === null) return null;
      const { word, tone } = PAYMENT_STATES[paymentState];
      return <Badge tone={tone}>{word}</Badge>;
    },
  }),
  column.accessor("reason", {
    header: "Why not",
    meta: { className: "max-w-none! whitespace-normal! py-1.5" },
  }),
]);
