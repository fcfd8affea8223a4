import { ListFundedBalances, ListSimilarRecords } from "@countinghouse/validators/similar-records/schemas";
import { can, router } from "../trpc.ts";
import { listFundedBalances, listSimilarRecords } from "./service.ts";

export const similarRecordsRouter = router({
  list: can("similarRecords.read")
    .input(ListSimilarRecords)
    .query(({ ctx, input }) => listSimilarRecords(ctx, input)),
  fundedBalances: can("similarRecords.read")
    .input(ListFundedBalances)
    .query(({ ctx, input }) => listFundedBalances(ctx, input)),
});
