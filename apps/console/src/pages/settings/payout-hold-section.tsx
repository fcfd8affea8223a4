import { formatNewYork } from "@countinghouse/validators/new-york";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { Button } from "@/ui/button.tsx";
import { PayoutHoldForm } from "./payout-hold-form.tsx";

/** For how long payouts are held before they are sent, who said so and when. */
export function PayoutHoldSection() {
  const hold = trpc.payments.hold.useQuery();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <QuerySection id="payout-hold" title={TEXT.label} query={hold} skeletonLines={2}>
        {({ minutes, runMinutes, updatedAt, updatedBy }) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1">
              <span className="font-medium">{minutesText(minutes)}</span>
              <span className="block">
                {TEXT.runsLabel}: {minutesText(runMinutes).toLowerCase()}
              </span>
              <span className="block text-sm text-muted-foreground">
                {updatedAt === null
                  ? "Default."
                  : `Set by ${updatedBy} on ${formatNewYork(updatedAt, "dateTime")} ET`}
              </span>
            </span>
            <Button size="small" aria-label={`Change ${TEXT.label}`} onClick={() => setOpen(true)}>
              Change
            </Button>
          </div>
        )}
      </QuerySection>
      {isOpen && hold.data && <PayoutHoldForm held={hold.data} onClose={() => setOpen(false)} />}
    </>
  );
}

const minutesText = (minutes: number): string => (minutes === 0 ? "None" : `${minutes} minutes`);
