import {
  ExportReconciliation,
  FundingReconciliation,
} from "@countinghouse/validators/reconciliation/schemas";
import { command } from "@countinghouse/validators/request-id";
import { recordConsoleExport } from "../console-export.ts";
import { can, canReadCopy, router } from "../trpc.ts";
import { allPaymentsReconciliation } from "./all-payments.ts";
import { fundingReconciliation } from "./report.ts";

export const reconciliationRouter = router({
  report: canReadCopy("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => fundingReconciliation(ctx, input)),
  allPayments: canReadCopy("reconciliation.read")
    .input(FundingReconciliation)
    .query(({ ctx, input }) => allPaymentsReconciliation(ctx, input)),
  recordExport: can("reconciliation.read")
    .input(command(ExportReconciliation))
    .mutation(async ({ ctx, input }) => {
      const { requestId: _requestId, rows, userIds, ...filters } = input;
      await ctx.reading.note({ userIds });
      return recordConsoleExport(ctx, {
        action: "reconciliation.exported",
        capability: "reconciliation.read",
        filters,
        rows,
        input,
      });
    }),
});
