import { useState } from "react";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { Button } from "@/ui/button.tsx";
import { ResolveForm } from "./resolve-form.tsx";
import type { ResolvedPayment } from "./resolve-words.ts";

/** Ends a payment that the processor has forgotten. */
export function ResolvePayment({ payment }: { payment: ResolvedPayment }) {
  const [open, setOpen] = useState(false);
  const disabledReason = useWhyNot("payments.resolve");
  return (
    <>
      {payment.state === "NEEDS_REVIEW" && (
        <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
          Settle by hand
        </Button>
      )}
      {open && <ResolveForm payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}
