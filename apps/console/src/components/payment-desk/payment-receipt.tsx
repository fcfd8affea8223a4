import { formatCents } from "@countinghouse/validators/money";
import { modeRule } from "@countinghouse/validators/payments/kinds";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { ReactNode } from "react";
import { Alert } from "@/ui/alert.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { useSettlement } from "../payments/use-settlement.ts";
import { modeSentence } from "./mode-words.ts";
import type { Progress } from "./progress.ts";
import { Receipt, Reference } from "./receipt.tsx";
import { orderFacts } from "./review.ts";
import type { Balance } from "./use-balance.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type PaymentReceiptProps = {
  paid: Extract<Progress, { step: "paid" }>;
  name: string;
  options: PaymentOptions;
  balance: Balance;
  actions: ReactNode;
};

/** The receipt of a payment that a processor took. */
export function PaymentReceipt({
  paid: { order, outcome },
  name,
  options,
  balance,
  actions,
}: PaymentReceiptProps) {
  const settlement = useSettlement();
  const { tone, word } = PAYMENT_STATES[outcome.state];
  const what = modeSentence(order.mode, order.amountCents, name);
  return (
    <Receipt
      key={outcome.paymentId}
      message={`${outcome.message.replace(/\.$/, "")}. ${what}: ${word.toLowerCase()}.`}
      facts={[
        ...orderFacts(order, name, options),
        [
          "Status",
          <StatusBadge key="status" tone={tone}>
            {word}
          </StatusBadge>,
        ],
        ...(modeRule(order.mode).rail === "ACH" ? [["Settlement", settlement] as const] : []),
        ["Reference", <Reference key="reference" value={outcome.reference} />],
        ["New balance", newBalance(balance)],
      ]}
      actions={actions}
    >
      {outcome.postFundingMessage !== null && (
        <Alert tone="warning" live="assertive">
          {outcome.postFundingMessage}. The money was paid out. The follow-up steps will be retried.
        </Alert>
      )}
    </Receipt>
  );
}

function newBalance({ state, cents, isReading }: Balance): string {
  if (state === "unavailable") return TEXT.balanceUnavailable;
  return cents === null || isReading ? "…" : formatCents(cents);
}
