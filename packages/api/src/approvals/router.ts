import {
  ApproveMany,
  ApproveOne,
  DenyApproval,
  ListApprovals,
  OneApproval,
  SetApprovalRule,
} from "@countinghouse/validators/approvals/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { approve, approveMany, denyApproval, withdrawApproval } from "./decide.ts";
import { countApprovals, getApproval, listApprovals } from "./list.ts";
import { listRules, setApprovalRule } from "./rule-table.ts";

export const approvalsRouter = router({
  list: can("approvals.read")
    .input(ListApprovals)
    .query(({ ctx, input }) => listApprovals(ctx, input)),
  count: can("approvals.read").query(({ ctx }) => countApprovals(ctx)),
  get: can("approvals.read")
    .input(OneApproval)
    .query(({ ctx, input }) => getApproval(ctx, input)),
  approve: can("approvals.decide")
    .input(command(ApproveOne))
    .mutation(({ ctx, input }) => approve(ctx, input)),
  approveMany: can("approvals.decide")
    .input(command(ApproveMany))
    .mutation(({ ctx, input }) => approveMany(ctx, input)),
  deny: can("approvals.decide")
    .input(command(DenyApproval))
    .mutation(({ ctx, input }) => denyApproval(ctx, input)),
  withdraw: can("approvals.withdraw")
    .input(command(OneApproval))
    .mutation(({ ctx, input }) => withdrawApproval(ctx, input)),
  rules: can("settings.read").query(({ ctx }) => listRules(ctx)),
  setRule: can("approvals.writeRules")
    .input(command(SetApprovalRule))
    .mutation(({ ctx, input }) => setApprovalRule(ctx, input)),
});
