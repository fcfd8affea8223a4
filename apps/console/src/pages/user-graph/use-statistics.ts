import type { RouterOutputs } from "@countinghouse/api";
import type { AnyFlow, StatisticsPeriod } from "@countinghouse/validators/bank-statistics/rules";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";

export type Snapshots = RouterOutputs["bankStatistics"]["snapshots"];
export type Snapshot = Snapshots["snapshots"][number];
export type Statistics = NonNullable<RouterOutputs["bankStatistics"]["get"]>;
export type StatisticsOfWindow = Statistics["windows"][number];
export type FlowPage = RouterOutputs["bankStatistics"]["transactions"];
export type FlowTransaction = FlowPage["transactions"][number];

/** The reports of the customer, the newest first. */
export const useSnapshots = (userId: number) => trpc.bankStatistics.snapshots.useQuery({ userId });

/** The numbers of one report; nothing is asked until it is known which. They never change. */
export const useStatistics = (userId: number, snapshotId: number | null) =>
  trpc.bankStatistics.get.useQuery(
    { userId, snapshotId },
    { enabled: snapshotId !== null, staleTime: Number.POSITIVE_INFINITY },
  );

export type FlowOf = { userId: number; snapshotId: number; flow: AnyFlow; period: StatisticsPeriod };

/** The transactions behind a number, page by page, the newest first. */
export function useFlow(of: FlowOf) {
  const { client } = trpc.useUtils();
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.bankStatistics.transactions), { type: "infinite", input: of }],
    queryFn: ({ pageParam, signal }) =>
      client.bankStatistics.transactions.query({ ...of, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const rowsOf = (pages: readonly FlowPage[] | undefined): FlowTransaction[] | undefined =>
  pages?.flatMap(({ transactions }) => transactions);
