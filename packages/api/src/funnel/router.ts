import { FunnelReport, ListFunnelUsers } from "@countinghouse/validators/funnel/schemas";
import { can, router } from "../trpc.ts";
import { funnelReport, listFunnelUsers, listPartners } from "./report.ts";

export const funnelRouter = router({
  report: can("funnel.read")
    .input(FunnelReport)
    .query(({ ctx, input }) => funnelReport(ctx, input)),
  users: can("funnel.read")
    .input(ListFunnelUsers)
    .query(({ ctx, input }) => listFunnelUsers(ctx, input)),
  partners: can("funnel.read").query(({ ctx }) => listPartners(ctx)),
});
