import { approvals } from "@countinghouse/validators/approvals/contract";
import {
  ApproveMany,
  ApproveOne,
  DenyApproval,
  ListApprovals,
  OneApproval,
  SetApprovalRule,
} from "@countinghouse/validators/approvals/schemas";
import { handle, handleRead, handleReadAll, router } from "../trpc.ts";
import { approve, approveMany, denyApproval, withdrawApproval } from "./decide.ts";
import { countApprovals, getApproval, listApprovals } from "./list.ts";
import { listRules, setApprovalRule } from "./rule-table.ts";

export const approvalsRouter = router({
  list: handleRead(approvals.list, ListApprovals, listApprovals),
  count: handleReadAll(approvals.count, countApprovals),
  get: handleRead(approvals.get, OneApproval, getApproval),
  approve: handle(approvals.approve, ApproveOne, approve),
  approveMany: handle(approvals.approveMany, ApproveMany, approveMany),
  deny: handle(approvals.deny, DenyApproval, denyApproval),
  withdraw: handle(approvals.withdraw, OneApproval, withdrawApproval),
  rules: handleReadAll(approvals.rules, listRules),
  setRule: handle(approvals.setRule, SetApprovalRule, setApprovalRule),
});
