import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { isOpen } from "@countinghouse/validators/payments/states";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "@/api/client.ts";
import { useRefreshPayments } from "../payments/use-refresh-payments.ts";

export type ListedPayments = RouterOutputs["payments"]["list"];
export type ListedPayment = ListedPayments["payments"][number];
export type ListedOutcome = RouterInputs["payments"]["list"]["outcome"];

type Cursor = RouterInputs["payments"]["list"]["after"];

const PAGE_SIZE = 50;
const LOOK_EVERY_MS = 3_000;

/** The payments loaded so far, the latest first; read again by themselves while one of them is on its way. */
export function usePayments(userId: number, outcome: ListedOutcome) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.payments.list), { type: "infinite", input: { userId, outcome } }],
    queryFn: ({ pageParam, signal }: { pageParam: Cursor; signal: AbortSignal }) =>
      client.payments.list.query({ userId, outcome, after: pageParam, limit: PAGE_SIZE }, { signal }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (rowsOf(state.data?.pages).some(isUnderWay) ? LOOK_EVERY_MS : false),
  });
}

export type PaymentsQuery = ReturnType<typeof usePayments>;

export const rowsOf = (pages: readonly ListedPayments[] | undefined): ListedPayment[] =>
  (pages ?? []).flatMap(({ payments }) => payments);

/** Whether nobody knows the outcome yet, but it will be known without anybody's doing. */
export const isUnderWay = ({ state }: Pick<ListedPayment, "state">): boolean => isOpen(state);

/** Reads everything again once a payment that was on its way has arrived. */
export function useArrivals(userId: number, payments: readonly ListedPayment[]): void {
  const refresh = useRefreshPayments();
  const onArrival = useEffectEvent(() => refresh(userId));
  const underWay = payments
    .filter(isUnderWay)
    .map(({ id }) => id)
    .join();
  const before = useRef(underWay);
  useEffect(() => {
    if (before.current !== "" && before.current !== underWay) onArrival();
    before.current = underWay;
  }, [underWay]);
}
