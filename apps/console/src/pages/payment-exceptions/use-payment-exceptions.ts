import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type PaymentExceptions = RouterOutputs["paymentExceptions"]["list"];
export type UnmatchedReport = PaymentExceptions["unmatched"][number];
export type UnknownPayment = PaymentExceptions["unknown"][number];
export type BookedOtherwise = PaymentExceptions["booked"][number];

/** Workers ask processors once a minute. */
const READ_AGAIN_MS = 60_000;

/** What a person must see of payments. It changes by itself: every look asks. */
export const usePaymentExceptions = () =>
  trpc.paymentExceptions.list.useQuery(undefined, { staleTime: 0, refetchInterval: READ_AGAIN_MS });
