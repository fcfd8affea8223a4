import type { RouterOutputs } from "@countinghouse/api";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Status = RouterOutputs["paymentSchedules"]["list"][number]["status"];

/** The status of a scheduled payment, and the day on which it was paid. */
export const ScheduleStatus = ({ status, paidOn = null }: { status: Status; paidOn?: string | null }) => (
  <>
    <StatusBadge tone={status === "UNPAID" ? "warning" : "success"}>{status}</StatusBadge>
    {paidOn !== null && <span className="block text-xs text-muted-foreground">on {paidOn}</span>}
  </>
);
