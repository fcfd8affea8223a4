import { ListAudit, ListMyActions } from "@countinghouse/validators/audit/schemas";
import { can, canReadCopy, router } from "../trpc.ts";
import { listAudit, listAuditFilters, listMyActions } from "./list.ts";

export const auditRouter = router({
  filters: canReadCopy("audit.read").query(({ ctx }) => listAuditFilters(ctx)),
  list: canReadCopy("audit.read")
    .input(ListAudit)
    .query(({ ctx, input }) => listAudit(ctx, input)),
  mine: can("audit.readOwn")
    .input(ListMyActions)
    .query(({ ctx, input }) => listMyActions(ctx, input)),
});
