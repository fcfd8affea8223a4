import { payments } from "@countinghouse/validators/payments/contract";
import { isUnanswered, type PaymentState } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useCommand } from "@/api/use-command.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

type CheckStatusProps = {
  payment: { id: string; state: PaymentState };
  /** The label of the button where there is no room for its name. */
  short?: string;
};

/** A button that asks the processor for the outcome of a payment; hidden when the outcome is known. */
export function CheckStatus({ payment: { id, state }, short }: CheckStatusProps) {
  const disabledReason = useWhyNot("payments.charge");
  const check = useCommand(payments.check, {
    failure: TEXT.failed,
    onSuccess: ({ message }) => toast.info(message),
  });
  if (!isUnanswered(state)) return null;
  return (
    <Button
      size="small"
      aria-label="Check status"
      pending={check.isPending}
      disabledReason={disabledReason}
      onClick={() => check.mutate({ paymentId: id })}
    >
      {short ?? "Check status"}
    </Button>
  );
}
