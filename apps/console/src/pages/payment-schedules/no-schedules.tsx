import type { SchedulesDue } from "@countinghouse/validators/payment-schedules/rules";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";

/** The payments of a tab in words. */
export const SHOWN: Readonly<Record<SchedulesDue, string>> = {
  all: "all unpaid payments",
  overdue: "overdue",
  today: "due today",
  week: "due in the next 7 days",
  paid: "paid in the last 30 days",
};

type NoSchedulesProps = { userId: number | null; due: SchedulesDue; onShowAll: () => void };

/** The empty list, of a tab or of one user. */
export function NoSchedules({ userId, due, onShowAll }: NoSchedulesProps) {
  if (userId === null && due !== "all") return <EmptyState title={`No payments ${SHOWN[due]}`} />;
  if (userId === null)
    return (
      <EmptyState title="No unpaid payments">Payments appear here once an advance is funded.</EmptyState>
    );
  return (
    <EmptyState
      title={`User ${userId} has no payment schedules`}
      action={<Button onClick={onShowAll}>Show all users</Button>}
    />
  );
}
