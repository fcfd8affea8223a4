import { GetBankStatistics } from "@countinghouse/validators/bank-statistics";
import { can, router } from "../trpc.ts";
import { getBankStatistics } from "./service.ts";

export const bankStatisticsRouter = router({
  get: can("assetReports.read")
    .input(GetBankStatistics)
    .query(({ ctx, input }) => getBankStatistics(ctx, input)),
});
