import { isUnanswered, type PaymentState } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useMutation } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

type CheckStatusProps = {
  payment: { id: string; state: PaymentState };
  /** The label of the button where there is no room for its name. */
  short?: string;
};

/** A button that asks the processor for the outcome of a payment; hidden when the outcome is known. */
export function CheckStatus({ payment: { id, state }, short }: CheckStatusProps) {
  const { client } = trpc.useUtils();
  const disabledReason = useWhyNot("payments.charge");
  const check = useMutation({
    mutationKey: getMutationKey(trpc.payments.check),
    mutationFn: () => client.payments.check.mutate({ paymentId: id, requestId: newRequestId() }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(TEXT.failed, { description: errorDetails(error).message }),
  });
  if (!isUnanswered(state)) return null;
  return (
    <Button
      size="small"
      aria-label="Check status"
      pending={check.isPending}
      disabledReason={disabledReason}
      onClick={() => check.mutate()}
    >
      {short ?? "Check status"}
    </Button>
  );
}
