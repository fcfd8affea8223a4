import {
  GetFactsLookup,
  GetUnderwriting,
  GetVantageScore,
  ListDecisions,
  RetryFactsLookup,
} from "@countinghouse/validators/decisions/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { getFactsLookup, retryFactsLookup } from "./look-up-facts.ts";
import { getUnderwriting, getVantageScore, listDecisions } from "./read.ts";

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
  factsLookup: can("decisions.read")
    .input(GetFactsLookup)
    .query(({ ctx, input }) => getFactsLookup(ctx, input)),
  retryFacts: can("decisions.retryFacts")
    .input(command(RetryFactsLookup))
    .mutation(({ ctx, input }) => retryFactsLookup(ctx, input)),
});
