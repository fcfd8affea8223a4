import { formatCents } from "@countinghouse/validators/money";
import {
  SCHEDULES_DUE,
  SCHEDULES_DUE_LABELS,
  type SchedulesDue,
} from "@countinghouse/validators/payment-schedules/rules";
import type { ReactNode } from "react";
import { trpc } from "@/api/client.ts";
import { Tabs } from "@/ui/tabs.tsx";

type DueTabsProps = { due: SchedulesDue; onChange: (due: SchedulesDue) => void; children: ReactNode };

/** Payments of everyone by when they are due, each with how many they are and what they come to once that is known. */
export function DueTabs({ due, onChange, children }: DueTabsProps) {
  const sums = trpc.paymentSchedules.sums.useQuery();
  const tabs = SCHEDULES_DUE.map((value) => {
    const sum = sums.data?.find((each) => each.due === value);
    const figures = sum ? ` · ${sum.payments.toLocaleString("en-US")} · ${formatCents(sum.cents)}` : "";
    return { value, label: `${SCHEDULES_DUE_LABELS[value]}${figures}` };
  });
  return (
    <Tabs label="When they are due" tabs={tabs} value={due} onChange={onChange}>
      {children}
    </Tabs>
  );
}
