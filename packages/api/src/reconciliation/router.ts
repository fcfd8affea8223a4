import { FundingReconciliation } from "@countinghouse/validators/reconciliation";
import { can, router } from "../trpc.ts";
import { fundingReconciliation } from "./report.ts";

export const reconciliationRouter = router({
  report: can("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => fundingReconciliation(ctx, input)),
});
