import type { RouterOutputs } from "@countinghouse/api";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Status = RouterOutputs["paymentSchedules"]["list"][number]["status"];

/** Whether a payment that is due on a day was made. */
export const ScheduleStatus = ({ status }: { status: Status }) => (
  <StatusBadge tone={status === "UNPAID" ? "warning" : "success"}>{status}</StatusBadge>
);
