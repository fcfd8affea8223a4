import type { Vault } from "@countinghouse/db/vault";
import type { Matter } from "@countinghouse/validators/approvals/rules";
import { formatCents } from "@countinghouse/validators/money";
import { isFundingKind, modeRule } from "@countinghouse/validators/payments/kinds";
import type { ApprovalFacts } from "../approval-gate/facts.ts";
import type { WriteTools } from "../core.ts";
import type { BegunPayment } from "./begin-payment.ts";
import { simulateSending } from "./engine/simulate.ts";

/** Returns the facts of a begun payment that the approval rules check: customer, amount, instrument and simulated effects. */
export function paymentApproval(
  tools: WriteTools,
  vault: Vault,
  payment: BegunPayment & { id: string },
): ApprovalFacts {
  const { id, kind, userId, amountCents, instrument } = payment;
  const isOut = modeRule(kind).direction === "out";
  const matters: Matter[] = [isOut ? "PAY_OUT" : "COLLECT"];
  if (isFundingKind(kind) && payment.secondFunding) matters.push("SECOND_FUNDING");
  const { cardId, bankAccountId, last4 } = instrument;
  return {
    matters,
    title: `${kind} of ${formatCents(amountCents)} ${isOut ? "to" : "from"} •••• ${last4}`,
    userId,
    amountCents,
    paymentId: id,
    instrument: { cardId, bankAccountId },
    simulate: () => simulateSending(tools, vault, id),
  };
}
