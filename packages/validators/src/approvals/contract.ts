import { AFTER_APPROVAL } from "../contract/affects.ts";
import { command, domain, event, read } from "../contract/contract.ts";

export const approvals = domain("approvals", {
  list: read({ allow: "approvals.read" }),
  count: read({ allow: "approvals.read" }),
  get: read({ allow: "approvals.read" }),
  approve: command({
    allow: "approvals.decide",
    action: "approvals.approve",
    affects: AFTER_APPROVAL,
    success: "Approved and completed.",
  }),
  approveMany: command({ allow: "approvals.decide", action: "approvals.approve", affects: AFTER_APPROVAL }),
  deny: command({
    allow: "approvals.decide",
    action: "approvals.deny",
    affects: ["approvals"],
    success: "Denied.",
  }),
  withdraw: command({
    allow: "approvals.withdraw",
    action: "approvals.withdraw",
    affects: ["approvals"],
    success: "Withdrawn.",
  }),
  rules: read({ allow: "settings.read" }),
  setRule: command({
    allow: "approvals.writeRules",
    action: "approvals.setRules",
    affects: ["approvals"],
    matters: ["RULES"],
  }),
  request: event({}),
  done: event({}),
  expire: event({}),
  void: event({}),
});
