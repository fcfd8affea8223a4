import { formatCents, parseCents } from "@countinghouse/validators/money";
import { modeRule } from "@countinghouse/validators/payment-rules";
import { useId, useState } from "react";
import { moneyText } from "@/form/money-text.ts";
import { Alert } from "@/ui/alert.tsx";
import { Input } from "@/ui/input.tsx";
import { Label } from "@/ui/label.tsx";
import { Facts } from "../facts.tsx";
import { Question } from "../question.tsx";
import { actionOf, sentenceOf } from "./mode-words.ts";
import type { Order } from "./progress.ts";
import { balanceText, instrumentOf, type Warnings } from "./review.ts";
import type { Balance } from "./use-balance.ts";
import { SENDING } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type ConfirmRunProps = {
  order: Order;
  name: string;
  options: PaymentOptions;
  balance: Balance;
  warnings: Warnings;
  sending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before money moves. What is unusual is confirmed by typing the amount once more. */
export function ConfirmRun({
  order,
  name,
  options,
  balance,
  warnings,
  sending,
  onConfirm,
  onCancel,
}: ConfirmRunProps) {
  const [typed, setTyped] = useState("");
  const typedId = useId();
  const { mode, amount } = order;
  const isUnusual = warnings.balance !== null || warnings.funded !== null;
  const isTyped = parseCents(typed) === amount;
  const action = actionOf(mode, amount, warnings.funded !== null && mode !== "RECREDIT");
  return (
    <Question
      title={`${sentenceOf(mode, amount, name)}?`}
      confirmLabel={action}
      confirmDisabledReason={isUnusual && !isTyped ? "Type the amount first." : null}
      focus="cancel"
      pending={sending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        {warnings.balance !== null && <Alert tone="warning">{warnings.balance}</Alert>}
        {warnings.funded !== null && <Alert tone="warning">{warnings.funded}</Alert>}
        <Facts
          facts={[
            ["Customer", `${name} #${options.customer.id}`],
            ["Payment", mode],
            [
              modeRule(mode).direction === "in" ? "From" : "To",
              instrumentOf(mode, order.instrumentId, options),
            ],
            ["Amount", formatCents(amount)],
            ["Balance", balanceText(order, balance, options)],
            ...(modeRule(mode).hasExternal ? [["External", order.isExternal ? "Yes" : "No"] as const] : []),
          ]}
        />
        {isUnusual && (
          <div className="grid gap-1.5">
            <Label htmlFor={typedId}>Type the amount, {moneyText(amount)}, to confirm</Label>
            <Input
              id={typedId}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              readOnly={sending}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
        <output className="empty:absolute">{sending && <Alert tone="info">{SENDING}</Alert>}</output>
      </div>
    </Question>
  );
}
