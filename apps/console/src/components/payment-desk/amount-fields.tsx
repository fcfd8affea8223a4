import { formatCents } from "@countinghouse/validators/money";
import { type DeskMode, hasFixedAmount, modeRule } from "@countinghouse/validators/payments/kinds";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { LockIcon } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { Button } from "@/ui/button.tsx";
import type { PaymentValues } from "./payment-values.ts";
import type { Balance } from "./use-balance.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type AmountFieldsProps = {
  form: UseFormReturn<PaymentValues, unknown, RunPayment>;
  mode: DeskMode;
  options: PaymentOptions;
  balance: Balance;
  disabledReason: string | null;
};

/** The amount and the External box. A fixed payout amount comes from the application and is read-only. */
export function AmountFields({ form, mode, options, balance, disabledReason }: AmountFieldsProps) {
  const isFixed = hasFixedAmount(mode);
  const shortcuts = amountShortcuts(mode, options, balance);
  const take = (cents: number) =>
    form.setValue("amount", moneyText(cents), { shouldDirty: true, shouldValidate: true });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="relative w-64">
          <MoneyField
            control={form.control}
            name="amount"
            label="Amount (USD)"
            required
            disabledReason={isFixed ? "The disbursement amount of the application." : disabledReason}
          />
          {isFixed && <LockIcon aria-hidden className={lockClass} />}
        </div>
        {shortcuts.length > 0 && (
          <div className={shortcutsClass}>
            {shortcuts.map(([name, cents]) => (
              <Button
                key={name}
                size="small"
                variant="ghost"
                disabledReason={disabledReason}
                onClick={() => take(cents)}
              >
                Use {name} {formatCents(cents)}
              </Button>
            ))}
          </div>
        )}
      </div>
      {modeRule(mode).hasExternal && (
        <CheckboxField
          control={form.control}
          name="isExternal"
          label="External"
          disabledReason={disabledReason}
        />
      )}
    </div>
  );
}

/** Next to the input, regardless of the messages below it. */
const shortcutsClass =
  "flex min-h-(--control-h) flex-wrap items-center gap-1 pt-[1.625rem] text-sm text-muted-foreground";

/** At the end of the input, below its label. */
const lockClass =
  "pointer-events-none absolute top-[calc(1.625rem+(var(--control-h)-1rem)/2)] right-2.5 size-4 text-muted-foreground";

/**
 * Returns the usual amounts (cents): the rest of the next scheduled payment and the payoff for a charge, the whole earlier
 * disbursement for a RECREDIT.
 */
function amountShortcuts(
  mode: DeskMode,
  { nextInstalment, earlierFundingCents }: PaymentOptions,
  { owing }: Balance,
): [name: string, cents: number][] {
  const payoffCents = owing?.payoffCents ?? 0;
  const usual: [string, number][] =
    modeRule(mode).direction === "in"
      ? [
          ["scheduled", Math.min(nextInstalment?.leftCents ?? 0, payoffCents)],
          ["payoff", payoffCents],
        ]
      : [["earlier disbursement", mode === "RECREDIT" ? (earlierFundingCents ?? 0) : 0]];
  return usual.filter(([, cents]) => cents > 0);
}
