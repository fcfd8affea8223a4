import { FundingReconciliation } from "@countinghouse/validators/reconciliation/schemas";
import { can, router } from "../trpc.ts";
import { allPaymentsReconciliation } from "./all-payments.ts";
import { fundingReconciliation } from "./report.ts";

export const reconciliationRouter = router({
  report: can("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => fundingReconciliation(ctx, input)),
  allPayments: can("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => allPaymentsReconciliation(ctx, input)),
});
