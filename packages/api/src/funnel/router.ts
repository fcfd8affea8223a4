import { FunnelReport } from "@countinghouse/validators/funnel/schemas";
import { can, canReadCopy, router } from "../trpc.ts";
import { funnelReport, listPartners } from "./report.ts";

export const funnelRouter = router({
  report: canReadCopy("funnel.read")
    .input(FunnelReport)
    .query(({ ctx, input }) => funnelReport(ctx, input)),
  partners: can("funnel.read").query(({ ctx }) => listPartners(ctx)),
});
