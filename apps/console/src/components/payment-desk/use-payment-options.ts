import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type PaymentOptions = RouterOutputs["payments"]["options"];
export type PayableCard = PaymentOptions["cards"][number];
export type PayableAccount = PaymentOptions["accounts"][number];

/** Reads the customer, the possible payouts, and the cards and accounts. */
export const usePaymentOptions = (userId: number) => trpc.payments.options.useQuery({ userId });
