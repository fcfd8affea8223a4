import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { AFTER_PAYMENT } from "@countinghouse/validators/contract/affects";
import { isOpen } from "@countinghouse/validators/payments/states";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { usePages } from "@/api/use-pages.ts";

export type ListedPayments = RouterOutputs["payments"]["list"];
export type ListedPayment = ListedPayments["payments"][number];
export type ListedOutcome = RouterInputs["payments"]["list"]["outcome"];

const FIRST: Pick<RouterInputs["payments"]["list"], "after"> = { after: null };

const PAGE_SIZE = 50;
const LOOK_EVERY_MS = 3_000;

/** Reads the payments page by page, the latest first. Polls while any payment is in progress. */
export const usePayments = (userId: number, outcome: ListedOutcome) =>
  usePages(
    trpc.payments.list,
    { userId, outcome, limit: PAGE_SIZE },
    {
      first: FIRST,
      next: ({ next }: ListedPayments) => (next === null ? null : { after: next }),
      rows: pagePayments,
      refetchEvery: (payments) => (payments.some(isUnderWay) ? LOOK_EVERY_MS : false),
    },
  );

const pagePayments = ({ payments }: ListedPayments) => payments;

export type PaymentsQuery = ReturnType<typeof usePayments>;

/** Returns true while the outcome is unknown and the console still looks for it automatically. */
export const isUnderWay = ({ state }: Pick<ListedPayment, "state">): boolean => isOpen(state);

/** Reads everything again that a payment changes, once a payment in progress has its outcome. */
export function useArrivals(payments: readonly ListedPayment[]): void {
  const readAgain = useReadAgain();
  const onArrival = useEffectEvent(() => void readAgain(AFTER_PAYMENT));
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
