import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payment-texts";
import { canCheck } from "@countinghouse/validators/processor-transactions-list";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { PaymentDetails } from "./payment-drawer.tsx";

/** Has the processor asked what became of a payment whose outcome nobody knows. */
export function CheckStatus({ payment: { id, userId, state } }: { payment: PaymentDetails }) {
  const utils = trpc.useUtils();
  const mayNot = useWhyNot("payments.charge");
  const check = useMutation({
    mutationFn: () => utils.client.payments.check.mutate({ paymentId: id, requestId: newRequestId() }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(TEXT.failed, { description: errorDetails(error).message }),
    onSettled: () => {
      void utils.payments.invalidate();
      void utils.paymentSchedules.invalidate();
      void utils.users.get.invalidate({ id: userId });
    },
  });
  if (!canCheck(state)) return null;
  return (
    <Button size="small" pending={check.isPending} disabledReason={mayNot} onClick={() => check.mutate()}>
      Check status
    </Button>
  );
}
