import { lazy, Suspense, useState } from "react";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { Button } from "@/ui/button.tsx";
import type { SettledPayment } from "./settle-words.ts";

const SettleForm = lazy(() => import("./settle-form.tsx"));

/** Ends a payment that the processor has forgotten. */
export function SettleManually({ payment }: { payment: SettledPayment }) {
  const [open, setOpen] = useState(false);
  const disabledReason = useWhyNot("payments.settleManually");
  return (
    <>
      {payment.state === "NEEDS_REVIEW" && (
        <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
          Settle by hand
        </Button>
      )}
      <Suspense fallback={null}>
        {open && <SettleForm payment={payment} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
