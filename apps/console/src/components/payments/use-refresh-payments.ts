import { trpc } from "@/api/client.ts";

/** Reads again all that a payment of a customer may have changed. */
export function useRefreshPayments(): (userId: number) => void {
  const utils = trpc.useUtils();
  return (userId) => {
    void utils.payments.invalidate();
    void utils.loans.invalidate();
    void utils.applications.invalidate();
    void utils.paymentSchedules.invalidate();
    void utils.users.get.invalidate({ id: userId });
  };
}
