import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import type { DebitBlock } from "@countinghouse/validators/debit-control/rules";
import { expect, it } from "vitest";
import type { PayerFacts } from "../payment-schedules/rules.ts";
import { type PlanFacts, planPayment } from "./rules.ts";

const blockedAccount = (kind: DebitBlock["kind"], code: string): PayerFacts => ({
  preference: null,
  accounts: [
    {
      id: 1,
      mask: "6789",
      enabled: true,
      isPrimary: true,
      block: { kind, code, cure: null, since: "2026-11-02", message: "Blocked." },
    },
  ],
  cards: [],
});

const due = (payer: PayerFacts): PlanFacts => ({
  isOn: true,
  doNotFund: false,
  isExternal: false,
  payoffCents: 100_000,
  isUnderWay: false,
  isRequested: false,
  isPaidToday: false,
  isPromised: false,
  payer,
  failedRail: null,
  railsOff: [],
});

it.each([
  ["corrected", "C01", NOT_PROCESSED.corrected],
  ["notCorrected", "C05", NOT_PROCESSED.corrected],
  ["linkEnded", "", NOT_PROCESSED.revoked],
  ["remark", "Attorney", NOT_PROCESSED.remark],
  ["returned", "R02", NOT_PROCESSED.returnBlock],
  ["returned", "R13", NOT_PROCESSED.returnCode],
  ["otherAmount", "", NOT_PROCESSED.representments],
] as const)(
  "a customer whose only account has the block %s %s is left out with: %s",
  (kind, code, reason) => {
    expect(planPayment("2026-11-30", due(blockedAccount(kind, code)))).toEqual({ sources: [], reason });
  },
);
