import type { RouterOutputs } from "@countinghouse/api";
import { AUTOMATION_POLL_MS } from "@countinghouse/validators/automation/rules";
import type { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";

type Page = RouterOutputs["automation"]["transactions"];
export type Transaction = Page["transactions"][number];
export type Summary = NonNullable<Page["summary"]>;
export type BatchTime = Page["requestedAtList"][number];
export type BatchStatus = RouterOutputs["automation"]["batchStatus"];

/** Somebody else may start it while the page is open. */
const LOOK_EVERY_MS = 15_000;

/** The batch that is not complete, if there is one: asked every three seconds while it runs (specification 2, section 9). */
export function useIncompleteBatch() {
  const readAgain = useReadAgain();
  const { data, error, refetch } = trpc.bulkJobs.running.useQuery(
    { kind: "AUTOMATION" },
    { refetchInterval: ({ state }) => (state.data?.isRunning ? AUTOMATION_POLL_MS : LOOK_EVERY_MS) },
  );
  const isRunning = data?.isRunning ?? false;
  const ran = useRef(isRunning);
  const onEnd = useEffectEvent(() => void readAgain("automation"));
  useEffect(() => {
    if (ran.current && !isRunning) onEnd();
    ran.current = isRunning;
  }, [isRunning]);
  return {
    isKnown: data !== undefined,
    batch: isRunning ? (data?.batch ?? null) : null,
    error: data === undefined ? error : null,
    ask: () => void refetch(),
  };
}

const PAGING = byCursor(({ transactions }: Page) => transactions);

/** The pages of transactions loaded so far, the newest batch first; none while the days are no range. */
export const useTransactions = (
  filters: AutomationFilters,
  { isAsked, isPolled }: { isAsked: boolean; isPolled: boolean },
) =>
  usePages(trpc.automation.transactions, filters, {
    ...PAGING,
    keepsRows: true,
    enabled: isAsked,
    refetchEvery: isPolled ? AUTOMATION_POLL_MS : false,
  });

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
