import {
  ChangeCategory,
  GetBankStatistics,
  ListBankSnapshots,
  ListFlowTransactions,
  ListMatches,
} from "@countinghouse/validators/bank-statistics/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, canReadCopy, router } from "../trpc.ts";
import { changeCategory } from "./change-category.ts";
import { getBankStatistics, listFlowTransactions, listMatches } from "./get-statistics.ts";
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
  matches: canReadCopy("bankStatistics.read")
    .input(ListMatches)
    .query(({ ctx, input }) => listMatches(ctx, input)),
  changeCategory: can("bankStatistics.changeCategory")
    .input(command(ChangeCategory))
    .mutation(({ ctx, input }) => changeCategory(ctx, input)),
});
