import { ListAudit } from "@countinghouse/validators/audit/schemas";
import { can, router } from "../trpc.ts";
import { listAudit, listAuditFilters } from "./list.ts";

export const auditRouter = router({
  filters: can("audit.read").query(({ ctx }) => listAuditFilters(ctx)),
  list: can("audit.read")
    .input(ListAudit)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
