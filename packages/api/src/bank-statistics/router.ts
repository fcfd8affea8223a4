import {
  GetBankStatistics,
  ListBankSnapshots,
  ListFlowTransactions,
} from "@countinghouse/validators/bank-statistics/schemas";
import { can, canReadCopy, router } from "../trpc.ts";
import { getBankStatistics, listFlowTransactions } from "./get-statistics.ts";
import { listBankSnapshots } from "./snapshots.ts";

export const bankStatisticsRouter = router({
  snapshots: can("bankStatistics.read")
    .input(ListBankSnapshots)
    .query(({ ctx, input }) => listBankSnapshots(ctx, input)),
  get: canReadCopy("bankStatistics.read")
    .input(GetBankStatistics)
    .query(({ ctx, input }) => getBankStatistics(ctx, input)),
  transactions: canReadCopy("bankStatistics.read")
    .input(ListFlowTransactions)
    .query(({ ctx, input }) => listFlowTransactions(ctx, input)),
});
