import { GetUnderwriting, GetVantageScore, ListDecisions } from "@countinghouse/validators/decisions";
import { can, router } from "../trpc.ts";
import { getUnderwriting, getVantageScore, listDecisions } from "./service.ts";

export const decisionsRouter = router({
  list: can("decisions.read")
    .input(ListDecisions)
    .query(({ ctx, input }) => listDecisions(ctx, input)),
  underwriting: can("decisions.read")
    .input(GetUnderwriting)
    .query(({ ctx, input }) => getUnderwriting(ctx, input)),
  vantageScore: can("decisions.read")
    .input(GetVantageScore)
    .query(({ ctx, input }) => getVantageScore(ctx, input)),
});
