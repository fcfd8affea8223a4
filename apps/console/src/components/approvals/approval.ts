import type { RouterOutputs } from "@countinghouse/api";

export type Approval = RouterOutputs["approvals"]["list"]["items"][number];
export type WholeApproval = RouterOutputs["approvals"]["get"];
