import type { RouterOutputs } from "@countinghouse/api";
import type { AnyFlow, Payers, StatisticsPeriod } from "@countinghouse/validators/bank-statistics/rules";
import { trpc } from "@/api/client.ts";
import { usePages } from "@/api/use-pages.ts";

export type Snapshots = RouterOutputs["bankStatistics"]["snapshots"];
export type Snapshot = Snapshots["snapshots"][number];
export type Statistics = NonNullable<RouterOutputs["bankStatistics"]["get"]>;
export type StatisticsOfWindow = Statistics["windows"][number];
export type FlowTransaction = RouterOutputs["bankStatistics"]["transactions"]["transactions"][number];

/** The reports of the customer, the newest first. */
export const useSnapshots = (userId: number) => trpc.bankStatistics.snapshots.useQuery({ userId });

/** The numbers of one report; nothing is asked until it is known which. They change when staff change a category. */
export const useStatistics = (userId: number, snapshotId: number | null) =>
  trpc.bankStatistics.get.useQuery({ userId, snapshotId }, { enabled: snapshotId !== null });

/** The transactions of a number, or of payments to lenders those to one. */
export type FlowOf = {
  userId: number;
  snapshotId: number;
  flow: AnyFlow;
  period: StatisticsPeriod;
  lender?: string | null;
  through?: Payers | null;
};

export type FlowPage = RouterOutputs["bankStatistics"]["transactions"];

/** The transactions behind a number, page by page, the newest first. */
export const useFlow = (of: FlowOf) =>
  usePages(trpc.bankStatistics.transactions, of, {
    first: { page: 1 },
    next: ({ page, pages }: FlowPage) => (page < pages ? { page: page + 1 } : null),
    rows: flowRows,
  });

const flowRows = ({ transactions }: FlowPage) => transactions;
