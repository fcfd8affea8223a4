import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type RecordedPayment = RouterOutputs["payments"]["listManual"][number];

const POLL_MS = 2_000;

/** The manual payments of a user, read again every two seconds while one waits for the ledger sheet. */
export function useManualPayments(userId: number) {
  const query = trpc.payments.listManual.useQuery(
    { userId },
    { refetchInterval: ({ state }) => (isAnyQueued(state.data) ? POLL_MS : false) },
  );
  // Polling is no news: only a refresh that somebody asked for is shown as one.
  return { ...query, isFetching: query.isFetching && !isAnyQueued(query.data) };
}

const isAnyQueued = (payments: RecordedPayment[] | undefined): boolean =>
  payments?.some(({ ledgerSheet }) => ledgerSheet?.state === "QUEUED") ?? false;
