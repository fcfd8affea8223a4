import {
  BanUser,
  DoNotFundEffect,
  DoNotFundProgress,
  RetryDoNotFundStep,
  UnbanUser,
} from "@countinghouse/validators/do-not-fund/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import {
  clearDoNotFund,
  doNotFundEffect,
  doNotFundProgress,
  retryDoNotFundStep,
  setDoNotFund,
} from "./service.ts";

export const doNotFundRouter = router({
  progress: can("doNotFund.read")
    .input(DoNotFundProgress)
    .query(({ ctx, input }) => doNotFundProgress(ctx, input)),
  effect: can("doNotFund.read")
    .input(DoNotFundEffect)
    .query(({ ctx, input }) => doNotFundEffect(ctx, input)),
  set: can("doNotFund.write")
    .input(command(BanUser))
    .mutation(({ ctx, input }) => setDoNotFund(ctx, input)),
  clear: can("doNotFund.write")
    .input(command(UnbanUser))
    .mutation(({ ctx, input }) => clearDoNotFund(ctx, input)),
  retryStep: can("doNotFund.write")
    .input(command(RetryDoNotFundStep))
    .mutation(({ ctx, input }) => retryDoNotFundStep(ctx, input)),
});
