import { formatCents } from "@countinghouse/validators/money";
import { payments } from "@countinghouse/validators/payments/contract";
import { trpc } from "@/api/client.ts";
import { useCommand } from "@/api/use-command.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { LoadFailure } from "../load-failure.tsx";
import { HeldNotice } from "./held-notice.tsx";

const READ_AGAIN_MS = 5_000;

/** The held payouts of a customer, each with the time left and a button that cancels it. */
export function HeldStrip({ userId, isReady }: { userId: number; isReady: boolean }) {
  const query = trpc.payments.held.useQuery(
    { userId },
    {
      enabled: isReady,
      refetchInterval: ({ state }) => (state.data?.length ? READ_AGAIN_MS : false),
    },
  );
  if (!query.data) return <LoadFailure what="Held payouts could not be loaded" query={query} tone="danger" />;
  return query.data.map((payment) => <HeldPayment key={payment.id} payment={payment} />);
}

type Held = {
  id: string;
  kind: string;
  amountCents: number;
  instrumentLast4: string;
  heldUntil: Date;
  by: string;
};

function HeldPayment({ payment }: { payment: Held }) {
  const { id: paymentId, kind, amountCents, instrumentLast4, heldUntil, by } = payment;
  const whyNot = useWhyNot("payments.payOut");
  const cancel = useCommand(payments.cancelHeld, {
    onSuccess: ({ message }) => toast.success(message),
    isPendingUntilRead: true,
  });
  return (
    <HeldNotice
      heldUntil={heldUntil}
      cancelLabel="Cancel payment"
      pending={cancel.isPending}
      disabledReason={whyNot}
      onCancel={() => cancel.mutate({ paymentId })}
      className="mt-2"
    >
      {kind} of {formatCents(amountCents)} to •••• {instrumentLast4} by {by} is held until
    </HeldNotice>
  );
}
