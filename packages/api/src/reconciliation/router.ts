import { FundingReconciliation } from "@countinghouse/validators/reconciliation/schemas";
import { canReadCopy, router } from "../trpc.ts";
import { allPaymentsReconciliation } from "./all-payments.ts";
import { fundingReconciliation } from "./report.ts";

export const reconciliationRouter = router({
  report: canReadCopy("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => fundingReconciliation(ctx, input)),
  allPayments: canReadCopy("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => allPaymentsReconciliation(ctx, input)),
});
