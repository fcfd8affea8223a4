import { ListAudit } from "@countinghouse/validators/audit/schemas";
import { canReadCopy, router } from "../trpc.ts";
import { listAudit, listAuditFilters } from "./list.ts";

export const auditRouter = router({
  filters: canReadCopy("audit.read").query(({ ctx }) => listAuditFilters(ctx)),
  list: canReadCopy("audit.read")
    .input(ListAudit)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
