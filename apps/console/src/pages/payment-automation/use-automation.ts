import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { AUTOMATION_POLL_MS } from "@countinghouse/validators/automation/rules";
import type { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { useEffect, useRef } from "react";
import { trpc } from "@/api/client.ts";

type Page = RouterOutputs["automation"]["transactions"];
export type Transaction = Page["transactions"][number];
export type Summary = NonNullable<Page["summary"]>;
export type BatchTime = Page["requestedAtList"][number];
export type BatchStatus = RouterOutputs["automation"]["batchStatus"];

type Cursor = RouterInputs["automation"]["transactions"]["cursor"];

const FIRST: Cursor = null;
/** Somebody else may start it while the page is open. */
const LOOK_EVERY_MS = 15_000;

/** The batch that is not complete, if there is one: asked every three seconds while it runs (specification 2, section 9). */
export function useIncompleteBatch() {
  const utils = trpc.useUtils();
  const { data, error, refetch } = trpc.bulkJobs.running.useQuery(
    { kind: "AUTOMATION" },
    { refetchInterval: ({ state }) => (state.data?.isRunning ? AUTOMATION_POLL_MS : LOOK_EVERY_MS) },
  );
  const isRunning = data?.isRunning ?? false;
  const ran = useRef(isRunning);
  useEffect(() => {
    if (ran.current && !isRunning) void utils.automation.invalidate();
    ran.current = isRunning;
  }, [isRunning, utils]);
  return {
    isKnown: data !== undefined,
    batch: isRunning ? (data?.batch ?? null) : null,
    error: data === undefined ? error : null,
    ask: () => void refetch(),
  };
}

/** The pages of transactions loaded so far, the newest batch first; none while the days are no range. */
export function useTransactions(
  filters: AutomationFilters,
  { isAsked, isPolled }: { isAsked: boolean; isPolled: boolean },
) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.automation.transactions), { type: "infinite", input: filters }],
    queryFn: ({ pageParam, signal }) =>
      client.automation.transactions.query({ ...filters, cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    enabled: isAsked,
    refetchInterval: isPolled ? AUTOMATION_POLL_MS : false,
  });
}

/** How a batch stands; nothing is asked without one. */
export const useBatchStatus = (requestedAt: number | null, isPolled: boolean) =>
  trpc.automation.batchStatus.useQuery(
    { requestedAt: requestedAt ?? 0 },
    {
      enabled: requestedAt !== null,
      placeholderData: keepPreviousData,
      refetchInterval: isPolled ? AUTOMATION_POLL_MS : false,
    },
  );
