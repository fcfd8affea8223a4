import { cutTo } from "@countinghouse/validators/edit-user/schedule";
import { formatCents } from "@countinghouse/validators/money";
import { modeRule } from "@countinghouse/validators/payments/kinds";
import { proportionalShare } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Facts } from "../facts/facts.tsx";
import { OverBalance } from "../payments/over-balance.tsx";
import { TypedAmount, useTypedAmount } from "../payments/typed-amount.tsx";
import { useSettlement } from "../payments/use-settlement.ts";
import { modeAction, modeSentence } from "./mode-words.ts";
import type { Order } from "./progress.ts";
import { balanceText, feeText, orderFacts, type Reviewed } from "./review.ts";
import { SENDING } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

/** Returns the fact about the payment dates that a payout of an advance adds; empty when it adds none. */
function addedDates(
  { mode, amountCents: paidOutCents }: Pick<Order, "mode" | "amountCents">,
  { addedDates: whole, earlierFundingCents }: PaymentOptions,
): [name: string, text: string][] {
  const wholeCents = whole.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const isPart = mode === "RECREDIT" && earlierFundingCents !== null;
  const dates = isPart
    ? cutTo(whole, proportionalShare(wholeCents, paidOutCents, earlierFundingCents))
    : whole;
  const [first, last] = [dates[0], dates.at(-1)];
  if (!modeRule(mode).funds || first === undefined || last === undefined) return [];
  const payments = dates.length === 1 ? "1 payment" : `${dates.length} payments`;
  const totalCents = dates.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const days = `${first.paymentDate} to ${last.paymentDate}`;
  return [
    [
      "Payment dates added",
      `${payments} of ${formatCents(first.amountCents)}, ${days}: ${formatCents(totalCents)}`,
    ],
  ];
}

type ConfirmRunProps = {
  reviewed: Reviewed;
  name: string;
  options: PaymentOptions;
  sending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * The last question before money moves. When the payment is unusual, or the facts have changed since, the admin types the
 * amount to confirm it.
 */
export function ConfirmRun({
  reviewed: { order, balance, warnings, open, changed },
  name,
  options,
  sending,
  onConfirm,
  onCancel,
}: ConfirmRunProps) {
  const { mode, amountCents } = order;
  const [firstPassed] = options.passedDates;
  const settlement = useSettlement();
  const typed = useTypedAmount(amountCents, changed);
  const whyNotMore = useWhyNot("payments.takeMoreThanOwed");
  const whyNotOver = warnings.balance !== null && balance.state === "known" ? whyNotMore : null;
  const fee = feeText(order, balance, options);
  const isUnusual =
    warnings.balance !== null || warnings.funded !== null || open !== null || changed !== null;
  const action = modeAction(mode, amountCents, warnings.funded !== null && mode !== "RECREDIT");
  return (
    <AlertDialog
      title={`${modeSentence(mode, amountCents, name)}?`}
      confirmLabel={action}
      confirmDisabledReason={whyNotOver ?? (isUnusual ? typed.whyNot : null)}
      focus="cancel"
      pending={sending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        {changed !== null && (
          <Alert tone="danger" live="assertive">
            {changed.message}
          </Alert>
        )}
        {open !== null && changed === null && <Alert tone="danger">{open.message}</Alert>}
        {warnings.balance !== null && <OverBalance warning={warnings.balance} whyNot={whyNotOver} />}
        {warnings.funded !== null && <Alert tone="warning">{warnings.funded}</Alert>}
        {modeRule(mode).funds && firstPassed !== undefined && (
          <Alert tone="warning">{TEXT.datesPassed(options.passedDates.length, firstPassed)}</Alert>
        )}
        <Facts
          facts={[
            ...orderFacts(order, name, options),
            ["Balance", balanceText(order, balance, options)],
            ...(fee === null ? [] : [["Advance", fee] as const]),
            ...(modeRule(mode).rail === "ACH" ? [["Settlement", settlement] as const] : []),
            ...addedDates(order, options),
            ...(modeRule(mode).hasExternal ? [["External", order.isExternal ? "Yes" : "No"] as const] : []),
          ]}
        />
        {isUnusual && whyNotOver === null && <TypedAmount typed={typed} sending={sending} />}
        <output className="empty:absolute">{sending && <Alert tone="info">{SENDING}</Alert>}</output>
      </div>
    </AlertDialog>
  );
}
