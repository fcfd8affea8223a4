import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { Button } from "@/ui/button.tsx";
import { PasscodeForm } from "./passcode-form.tsx";

type Passcode = RouterOutputs["passcodes"]["list"][number];

const PASSCODE_LINES = { usual: 5, small: 9 };

/** What each passcode is asked for. */
const GUARDED: Record<PaymentRail, string> = { CARD: "FUND and REFUND", ACH: "CREDIT and RECREDIT" };

/** Who set the passcodes and when; what they are is known to nobody but who was told. */
export function PasscodesSection() {
  const passcodes = trpc.passcodes.list.useQuery();
  const [open, setOpen] = useState<PaymentRail | null>(null);
  return (
    <>
      <QuerySection id="passcodes" title="Passcodes" query={passcodes} skeletonLines={PASSCODE_LINES}>
        {(held) => (
          <ul className="grid">
            {held.map((passcode) => (
              <li
                key={passcode.kind}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0"
              >
                <span className="w-12 font-medium">{passcode.kind}</span>
                <span className="min-w-56 flex-1">
                  {setBy(passcode)}
                  <span className="block text-sm text-muted-foreground">
                    Asked for before {GUARDED[passcode.kind]}.
                  </span>
                </span>
                <Button size="small" onClick={() => setOpen(passcode.kind)}>
                  Set {passcode.kind} passcode
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QuerySection>
      {open && <PasscodeForm kind={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const setBy = ({ updatedAt, updatedBy }: Passcode): string =>
  updatedAt === null
    ? "Not set: nothing can be paid out."
    : `Set by ${updatedBy} on ${formatNewYork(updatedAt, "dateTime")} ET`;
