import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";

const one = () => ({ approvalId: randomUUID(), effectHash: "0".repeat(64) });

/** The examples of approvals and of held payouts. */
export const APPROVAL_EXAMPLES = {
  "approvals.list": { view: "waiting", userId: 2e9 } satisfies RouterInputs["approvals"]["list"],
  "approvals.get": { approvalId: randomUUID() } satisfies RouterInputs["approvals"]["get"],
  "approvals.approve": { requestId: randomUUID(), ...one() } satisfies RouterInputs["approvals"]["approve"],
  "approvals.approveMany": {
    requestId: randomUUID(),
    items: [one(), one()],
    typedCount: 3,
  } satisfies RouterInputs["approvals"]["approveMany"],
  "approvals.deny": {
    requestId: randomUUID(),
    approvalId: randomUUID(),
    note: "Not known here.",
  } satisfies RouterInputs["approvals"]["deny"],
  "approvals.withdraw": {
    requestId: randomUUID(),
    approvalId: randomUUID(),
  } satisfies RouterInputs["approvals"]["withdraw"],
  "approvals.setRule": {
    requestId: randomUUID(),
    matter: "COLLECT",
    rule: { always: false, overCents: null, dayOverCents: null, atRisk: false, newAccount: false },
    version: 999,
  } satisfies RouterInputs["approvals"]["setRule"],
  "payments.held": { userId: 2e9 } satisfies RouterInputs["payments"]["held"],
  "payments.cancelHeld": {
    requestId: randomUUID(),
    paymentId: randomUUID(),
  } satisfies RouterInputs["payments"]["cancelHeld"],
  "payments.setHold": {
    requestId: randomUUID(),
    minutes: 5,
    runMinutes: 0,
    version: 999,
  } satisfies RouterInputs["payments"]["setHold"],
  "doNotFund.effect": { userId: 2e9 } satisfies RouterInputs["doNotFund"]["effect"],
  "loans.position": { userId: 2e9 } satisfies RouterInputs["loans"]["position"],
  "notes.mark": {
    requestId: randomUUID(),
    id: randomUUID(),
    isPinned: true,
    followUpOn: "2030-01-02",
  } satisfies RouterInputs["notes"]["mark"],
};
