import type { RouterOutputs } from "@countinghouse/api";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Status = RouterOutputs["paymentSchedules"]["list"][number]["status"];

/** Whether a payment that is due on a day was made, and on which day. */
export const ScheduleStatus = ({ status, paidOn = null }: { status: Status; paidOn?: string | null }) => (
  <>
    <StatusBadge tone={status === "UNPAID" ? "warning" : "success"}>{status}</StatusBadge>
    {paidOn !== null && <span className="block text-xs text-muted-foreground">on {paidOn}</span>}
  </>
);
