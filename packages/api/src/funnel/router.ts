import { ExportFunnel, FunnelReport, ListFunnelUsers } from "@countinghouse/validators/funnel/schemas";
import { command } from "@countinghouse/validators/request-id";
import { recordConsoleExport } from "../console-export.ts";
import { can, canReadCopy, router } from "../trpc.ts";
import { funnelReport, listFunnelUsers, listPartners } from "./report.ts";

export const funnelRouter = router({
  report: canReadCopy("funnel.read")
    .input(FunnelReport)
    .query(({ ctx, input }) => funnelReport(ctx, input)),
  users: can("funnel.read")
    .input(ListFunnelUsers)
    .query(({ ctx, input }) => listFunnelUsers(ctx, input)),
  partners: can("funnel.read").query(({ ctx }) => listPartners(ctx)),
  recordExport: can("funnel.read")
    .input(command(ExportFunnel))
    .mutation(({ ctx, input }) => {
      const { report: filters, rows } = input;
      return recordConsoleExport(ctx, {
        action: "funnel.exported",
        capability: "funnel.read",
        filters,
        rows,
        input,
      });
    }),
});
